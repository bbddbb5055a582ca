import type { ServiceDeps } from "../service-deps.ts";
import type { SmsDeps } from "../sms/index.ts";

/** What this domain is given. */
export interface TaxDeps extends ServiceDeps {
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
