import type { DocumentReader } from "../providers/document-reader/index.ts";
import type { ServiceDeps } from "../service-deps.ts";
import type { Decision, DecisionInput } from "./decision/index.ts";

/** What this domain is given. */
export interface KycDeps extends ServiceDeps {
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
