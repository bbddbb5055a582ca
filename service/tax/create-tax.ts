import type { HttpServer } from "../platform/http/create-http-server.ts";
import type { Job } from "../platform/jobs/job.ts";
import type { ServiceDeps } from "../service-deps.ts";
import type { SmsDeps } from "../sms/index.ts";
import { resolveW9Secret } from "./links/capture-link.ts";
import { registerW9Client } from "./routes/client-routes.ts";
import type { TaxDeps } from "./tax-deps.ts";

/** The domain: what its functions are given, and its jobs. */
export interface Tax {
  deps: TaxDeps;
  jobs: Job[];
}

/** Puts the domain together. */
export function createTax(deps: ServiceDeps, sms: SmsDeps): Tax {
  return { deps: { ...deps, sms, canMatch: false, wakeMatching: () => {} }, jobs: [] };
}

/** Registers the routes and the client secrets of capture links. */
export function registerTax(app: HttpServer, { deps }: Tax): void {
  deps.clientSecrets.register("w9", resolveW9Secret(deps), {
    publishableKey: "optional",
    within: "/v1/client/w9",
  });
  registerW9Client(app, deps);
}
