/**
 * One event in the SDK: names of messages, reasons, origins and codes; never contents, keys, secrets or typed values.
 */
export interface TraceEntry {
  /** Milliseconds since the page was opened. */
  readonly at: number;
  /** The element's name: `payment-1`, `payment-2`, … */
  readonly element: string;
  /** What happened: `mounted`, `sent`, `received`, `ignored`, `loaderror`, … */
  readonly name: string;
  /** The name of the message or call. */
  readonly type?: string;
  readonly reason?: string;
  /** The origin of the message. */
  readonly origin?: string;
}

export type Trace = (entry: Omit<TraceEntry, "at" | "element">) => void;
