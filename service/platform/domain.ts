import type { HttpServer } from "./http/create-http-server.ts";
import type { Job } from "./jobs/job.ts";

/** Commands of one domain on the operators' command line: `<name> …`. */
export interface CommandFamily {
  name: string;
  /** Lines for the usage, indented like the others. */
  usage: string;
  /** Throws `CommandRefused` when the person got something wrong. */
  run(words: readonly string[]): Promise<string>;
}

/**
 * What every domain shows the service besides its own functions. The service calls `register` once, before
 * it listens; runs the jobs while it runs; and calls `close` when requests and jobs have ended. Until every
 * domain is closed the store and the way out are open.
 */
export interface Domain {
  /** Registers the domain's routes and client secrets. */
  register?(app: HttpServer): void;
  readonly jobs: readonly Job[];
  readonly commands: readonly CommandFamily[];
  /** Ends connections and work that goes on after requests and jobs. A second call is harmless. */
  close?(): Promise<void>;
}
