import type { HttpServer } from "./http/create-http-server.ts";
import type { Job } from "./jobs/job.ts";

/** Commands of one domain on the operators' command line; `name` is their first word. */
export interface CommandFamily {
  name: string;
  /** Lines for the usage text, indented like the others. */
  usage: string;
  /** Throws `CommandRefused` if the person made a mistake. */
  run(words: readonly string[]): Promise<string>;
}

/**
 * What every domain exposes to the service besides its own functions. The service calls `register`
 * once before it listens, runs the jobs while it runs, and calls `close` when requests and jobs
 * have ended. The store and outgoing HTTP stay open until every domain is closed.
 */
export interface Domain {
  /** Registers the domain's routes and client secrets. */
  register?(app: HttpServer): void;
  readonly jobs: readonly Job[];
  readonly commands: readonly CommandFamily[];
  /** Ends connections and work that outlive requests and jobs. A second call does nothing. */
  close?(): Promise<void>;
}
