/**
 * One event in the SDK: names of messages, reasons, origins and codes; never contents, keys, secrets or typed values.
 */
export interface TraceEntry {
  /** Milliseconds since the page was opened. */
  readonly at: number;
  /** `payment-1`, `payment-2`, … */
  readonly element: string;
  /** `mounted`, `sent`, `received`, `ignored`, `loaderror`, … */
  readonly name: string;
  /** The message or call. */
  readonly type?: string;
  readonly reason?: string;
  /** Of the message. */
  readonly origin?: string;
}

export type Trace = (entry: Omit<TraceEntry, "at" | "element">) => void;
