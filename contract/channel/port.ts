/**
 * The connection of a channel: a MessagePort in browsers (see message-port.ts), a pair of fakes in tests. Data is
 * copied by structured clone, order is kept, nothing arrives after close.
 */
export interface Port {
  /** `transfer` names objects (MessagePorts) that move to the other side. */
  post(data: unknown, transfer?: readonly object[]): void;
  /** Starts delivery, once; earlier data waits. */
  listen(receive: (data: unknown, transferred: readonly object[]) => void): void;
  /** A second call does nothing. */
  close(): void;
}

/** Runs `run` after `ms`; the returned function cancels it. A parameter, so that tests control the clock. */
export type After = (ms: number, run: () => void) => () => void;
