import type { Webhooks } from "../../events/index.ts";
import type { Operators } from "../../operators/accounts/index.ts";
import type { ClientSecrets } from "../../platform/http/authentication.ts";
import type { Idempotency } from "../../platform/http/idempotency.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type {
  DocumentReader,
  DocumentReaderSettings,
} from "../../providers/document-reader/index.ts";
import type { IdentityChanges } from "../profile/index.ts";
import type { Decision, DecisionInput } from "./decision/index.ts";

/** What identity verification needs of the others. */
export interface KycNeeds extends PlatformDeps<DocumentReaderSettings> {
  operators: Operators;
  idempotency: Idempotency;
  clientSecrets: ClientSecrets;
  webhooks: Webhooks;
  identityChanges: IdentityChanges;
}

/** What this domain's functions are given. */
export interface KycDeps extends KycNeeds {
  reader: DocumentReader;
  /** The rule of kyc/decision. */
  decide(input: DecisionInput): Decision;
  /** Something waits to be read: asks for a round of the reading job now. */
  wakeReading(): void;
}

/** Whose verification it is. */
export interface KycSubject {
  readonly operatorId: string;
  readonly externalCustomerId: string;
}
