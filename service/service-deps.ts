import type { Ach } from "./ach/index.ts";
import type { IdentityChanges } from "./customers/index.ts";
import type { Locations } from "./geolocation/index.ts";
import type { Operators } from "./operators/index.ts";
import type { ClientSecrets } from "./platform/http/authentication.ts";
import type { Idempotency } from "./platform/http/idempotency.ts";
import type { PlatformDeps } from "./platform/platform-deps.ts";
import type { Pricing } from "./pricing/index.ts";
import type { BankDirectory } from "./providers/bank-directory/index.ts";
import type { Webhooks } from "./webhooks/index.ts";

/** What a domain's `registerX(app, deps)` and `xJobs(deps)` are given. */
export interface ServiceDeps extends PlatformDeps {
  /** Bank transfers by file: see service/ach. */
  ach: Ach;
  /** Names banks by their routing numbers. */
  banks: BankDirectory;
  /** Announces that a customer's legal name or date of birth changed. */
  identityChanges: IdentityChanges;
  /** Settings, flags and names of operators, from memory. */
  operators: Operators;
  /** See platform/http/idempotency.ts: every POST and PUT goes through it. */
  idempotency: Idempotency;
  /** Where a domain registers the kinds of client secrets that it makes. */
  clientSecrets: ClientSecrets;
  /** What payments cost: fees and sales tax. */
  pricing: Pricing;
  /** Wakes the sending of events; see webhooks/index.ts for how events are recorded. */
  webhooks: Webhooks;
  /** Whether customers may be served where they are; asked when money is about to move. */
  locations: Locations;
}
