import type { SmsDeps } from "../../customers/text-messages/index.ts";
import type { Domain } from "../../platform/domain.ts";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import { createJob } from "../../platform/jobs/job.ts";
import { callsTo } from "../../platform/observe-calls.ts";
import { createTinMatcher } from "../../providers/tin-matching/index.ts";
import { requestAfterIdentityChange, resolveW9Secret } from "./links/capture-link.ts";
import { matchTins } from "./matching/match-tins.ts";
import { registerW9Client } from "./routes/client-routes.ts";
import type { TaxDeps, TaxNeeds } from "./tax-deps.ts";

export interface Tax extends Domain {
  deps: TaxDeps;
}

export function createTax(deps: TaxNeeds, sms: SmsDeps): Tax {
  const { config, http, log } = deps;
  const matcher =
    config.tinMatching && createTinMatcher(callsTo("tin_matching", http), config.tinMatching);
  if (!matcher) log.info("TIN_MATCHING is not set: TINs stay unverified");
  const matching =
    matcher &&
    createJob({ name: "tax.match_tins", everyMs: 60_000, run: () => matchTins(taxDeps, matcher) });
  const taxDeps: TaxDeps = {
    ...deps,
    sms,
    canMatch: matcher !== undefined,
    wakeMatching: () => matching?.wake(),
  };
  deps.identityChanges.listen((tx, customer) => requestAfterIdentityChange(taxDeps, tx, customer));
  return {
    deps: taxDeps,
    register: (app) => registerTax(app, taxDeps),
    jobs: matching ? [matching] : [],
    commands: [],
  };
}

function registerTax(app: HttpServer, deps: TaxDeps): void {
  deps.clientSecrets.register("w9", resolveW9Secret(deps), {
    publishableKey: "optional",
    within: "/v1/client/w9",
  });
  registerW9Client(app, deps);
}
