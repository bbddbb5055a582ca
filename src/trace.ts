/**
 * One event in the SDK: names of messages, reasons, origins and codes; never contents, keys,
 * secrets or typed values.
 */
export interface TraceEntry {
  /** Milliseconds since the page was opened. */
  readonly at: number;
  /** Which element: `payment-1`, `payment-2`, … */
  readonly element: string;
  /** What happened: `mounted`, `sent`, `received`, `ignored`, `loaderror`, … */
  readonly name: string;
  /** The message or call. */
  readonly type?: string;
  /** Why. */
  readonly reason?: string;
  /** Origin of the message. */
  readonly origin?: string;
}

/** Receives an entry without its time and element. */
export type Trace = (entry: Omit<TraceEntry, "at" | "element">) => void;
