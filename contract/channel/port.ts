/**
 * What the channel needs of a connection: in a browser a MessagePort (see message-port.ts), in tests
 * a pair of fakes. Data is copied as by structured clone; order is kept; nothing arrives after close.
 */
export interface Port {
  /** Sends data; `transfer` names objects (MessagePorts) that move to the other side. */
  post(data: unknown, transfer?: readonly object[]): void;
  /** Starts delivery, once; what came before waits until then. */
  listen(receive: (data: unknown, transferred: readonly object[]) => void): void;
  /** Ends the connection on this side; a second call does nothing. */
  close(): void;
}

/**
 * Runs `run` after `ms` milliseconds and gives a function that calls it off. Passed in, so that
 * tests can turn the clock.
 */
export type After = (ms: number, run: () => void) => () => void;
