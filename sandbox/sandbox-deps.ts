/** Outside dependencies as parameters, so that tests control them. */
export interface SandboxDeps {
  /** The sandbox's time, which can be moved forward. */
  now(): number;
  /** The machine's time, for signatures and for what the service compares with its own clock. */
  machineNow(): number;
  randomBytes(size: number): Buffer;
  randomUuid(): string;
  sleep(ms: number): Promise<void>;
  /** Runs the task after `ms`. The returned function cancels it. */
  schedule(ms: number, task: () => void): () => void;
  /** Address for browsers, without a trailing slash. */
  publicUrl: string;
  /** Writes a log line, which never contains a card number. */
  log(line: string): void;
}
