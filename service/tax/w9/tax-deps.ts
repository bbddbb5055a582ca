import type { IdentityChanges } from "../../customers/profile/index.ts";
import type { SmsDeps } from "../../customers/text-messages/index.ts";
import type { Webhooks } from "../../events/index.ts";
import type { Operators } from "../../operators/accounts/index.ts";
import type { ClientSecrets } from "../../platform/http/authentication.ts";
import type { Idempotency } from "../../platform/http/idempotency.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { TinMatchingSettings } from "../../providers/tin-matching/index.ts";

/** What the W-9 needs of the others. */
export interface TaxNeeds extends PlatformDeps<TinMatchingSettings> {
  operators: Operators;
  idempotency: Idempotency;
  clientSecrets: ClientSecrets;
  webhooks: Webhooks;
  identityChanges: IdentityChanges;
}

/** What this domain's functions are given. */
export interface TaxDeps extends TaxNeeds {
  /** For a code to the customer's own phone. */
  sms: SmsDeps;
  /** Whether there is somebody to ask whether name and number belong together. */
  canMatch: boolean;
  /** A number waits to be matched: asks for a round of that job now. */
  wakeMatching(): void;
}

/** Whose W-9 it is. */
export interface TaxSubject {
  readonly operatorId: string;
  readonly externalCustomerId: string;
}
