/** The world outside the sandbox, handed in so that tests can turn it. */
export interface SandboxDeps {
  /** Milliseconds since 1970. */
  now(): number;
  randomBytes(size: number): Buffer;
  randomUuid(): string;
  sleep(ms: number): Promise<void>;
  /** Runs `task` once after `ms`; the answer calls it off. */
  schedule(ms: number, task: () => void): () => void;
  /** Where browsers find the sandbox, without a slash at the end. */
  publicUrl: string;
  /** One line per thing worth knowing; never a card number. */
  log(line: string): void;
}
