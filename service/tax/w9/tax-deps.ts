import type { IdentityChanges } from "../../customers/profile/index.ts";
import type { SmsDeps } from "../../customers/text-messages/index.ts";
import type { Webhooks } from "../../events/index.ts";
import type { Operators } from "../../operators/accounts/index.ts";
import type { ClientSecrets } from "../../platform/http/authentication.ts";
import type { Idempotency } from "../../platform/http/idempotency.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { TinMatchingSettings } from "../../providers/tin-matching/index.ts";

export interface TaxNeeds extends PlatformDeps<TinMatchingSettings> {
  operators: Operators;
  idempotency: Idempotency;
  clientSecrets: ClientSecrets;
  webhooks: Webhooks;
  identityChanges: IdentityChanges;
}

export interface TaxDeps extends TaxNeeds {
  /** Sends codes to the customer's own phone. */
  sms: SmsDeps;
  /** Whether a TIN matching provider is configured. */
  canMatch: boolean;
  /** Wakes the job for a TIN that waits. */
  wakeMatching(): void;
}

export interface TaxSubject {
  readonly operatorId: string;
  readonly externalCustomerId: string;
}
