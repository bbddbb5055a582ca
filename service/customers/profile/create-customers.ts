import type { Domain } from "../../platform/domain.ts";
import { createJob } from "../../platform/jobs/job.ts";
import { type CustomersNeeds, registerCustomers } from "./routes.ts";
import { indexCustomers } from "./search/search-customers.ts";

export function createCustomers(needs: CustomersNeeds): Domain {
  return {
    register: (app) => registerCustomers(app, needs),
    jobs: [
      createJob({
        name: "customers.search",
        isTechnical: true,
        followsStore: true,
        everyMs: 1_000,
        run: (signal) => indexCustomers(needs, signal),
      }),
    ],
    commands: [],
  };
}
