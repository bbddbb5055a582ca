import type { Domain } from "../../platform/domain.ts";
import type { Idempotency } from "../../platform/http/idempotency.ts";
import { erasureJobs } from "./erasure-jobs.ts";
import type { ExportDeps } from "./export-customer.ts";
import { registerErasure } from "./routes.ts";

export function createErasure(needs: ExportDeps & { idempotency: Idempotency }): Domain {
  return {
    register: (app) => registerErasure(app, needs),
    jobs: erasureJobs(needs),
    commands: [],
  };
}
