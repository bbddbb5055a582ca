import type { HttpServer } from "./http/create-http-server.ts";
import type { Job } from "./jobs/job.ts";

/** One domain's commands on the operators' command line; `name` is their first argument. */
export interface CommandFamily {
  name: string;
  /** Lines of the usage text, with the same indentation as the others. */
  usage: string;
  /** Runs a command. Throws `CommandRefused` if the person made a mistake. */
  run(args: readonly string[]): Promise<string>;
}

/**
 * The face of a domain. The service calls `register` once before it listens, runs the jobs, and calls `close` when
 * requests and jobs have ended. The store and outgoing HTTP close later.
 */
export interface Domain {
  /** Registers the domain's routes and client secrets. */
  register?(app: HttpServer): void;
  readonly jobs: readonly Job[];
  /**
   * Resolves when other processes can serve what this process's pages need; a job does that. `/readyz` waits for it on
   * a shared store.
   */
  readonly shared?: Promise<void>;
  readonly commands: readonly CommandFamily[];
  /** Ends what outlives requests and jobs. A second call does nothing. */
  close?(): Promise<void>;
}
