/** The sandbox's external dependencies, as parameters so that tests can control them. */
export interface SandboxDeps {
  /** The sandbox's time, which can be moved forward; milliseconds since 1970. */
  now(): number;
  /** The machine's time, for signatures and for what the service compares with its own clock. */
  machineNow(): number;
  randomBytes(size: number): Buffer;
  randomUuid(): string;
  sleep(ms: number): Promise<void>;
  /** Runs `task` once after `ms`; the returned function cancels it. */
  schedule(ms: number, task: () => void): () => void;
  /** Address for browsers, without a trailing slash. */
  publicUrl: string;
  /** Logs one line; never a card number. */
  log(line: string): void;
}
