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

export interface KycNeeds extends PlatformDeps<DocumentReaderSettings> {
  operators: Operators;
  idempotency: Idempotency;
  clientSecrets: ClientSecrets;
  webhooks: Webhooks;
  identityChanges: IdentityChanges;
}

export interface KycDeps extends KycNeeds {
  reader: DocumentReader;
  /** Decides a document; see `decision/`. */
  decide(input: DecisionInput): Decision;
  /** Runs the reading job now, after a submission. */
  wakeReading(): void;
}

export interface KycSubject {
  readonly operatorId: string;
  readonly externalCustomerId: string;
}
