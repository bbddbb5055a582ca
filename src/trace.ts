/**
 * One thing that happened in the SDK: names of messages, reasons, origins, codes; never contents,
 * keys, secrets or anything typed.
 */
export interface TraceEntry {
  /** Milliseconds since the page was opened. */
  readonly at: number;
  /** Which element: `payment-1`, `payment-2`, … */
  readonly element: string;
  /** What happened: `mounted`, `sent`, `received`, `ignored`, `loaderror`, … */
  readonly name: string;
  /** The message or call it happened to. */
  readonly type?: string;
  /** Why. */
  readonly reason?: string;
  /** Whose message it was. */
  readonly origin?: string;
}

/** Takes an entry without its time and element. */
export type Trace = (entry: Omit<TraceEntry, "at" | "element">) => void;
