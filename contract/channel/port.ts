/**
 * The connection that a channel needs: a MessagePort in browsers (see message-port.ts), a pair of
 * fakes in tests. Data is copied by structured clone, order is kept, nothing arrives after close.
 */
export interface Port {
  /** Sends data; `transfer` names objects (MessagePorts) that move to the other side. */
  post(data: unknown, transfer?: readonly object[]): void;
  /** Starts delivery, once; earlier data waits until then. */
  listen(receive: (data: unknown, transferred: readonly object[]) => void): void;
  /** Closes this side of the connection; a second call does nothing. */
  close(): void;
}

/**
 * Runs `run` after `ms` milliseconds and returns a function that cancels it. It is a parameter so
 * that tests can control the clock.
 */
export type After = (ms: number, run: () => void) => () => void;
