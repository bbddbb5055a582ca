import type { ChargeRequest } from "#contract/connectors/processor";
import type { RReq, TransStatus } from "#contract/connectors/three-ds";
import type { ChallengeBehavior } from "../catalogue/scripts.ts";

/** The result of an authentication, as in the RReq (or a frictionless ARes). */
export interface AuthenticationOutcome {
  transStatus: TransStatus;
  transStatusReason?: string;
  eci?: string;
  authenticationValue?: string;
  challengeCancel?: string;
}

/** An authentication from its AReq until its result is reported. Contains no card number. */
export interface Authentication {
  threeDSServerTransID: string;
  acsTransID: string;
  dsTransID: string;
  messageVersion: string;
  last4: string;
  brand: "visa" | "mastercard" | "other";
  merchantName: string;
  /** Minor units as text, ISO numeric currency and its exponent. */
  purchase: { amount: string; currency: string; exponent: string };
  language: string;
  notificationURL: string;
  /** Null: the result is kept until it is requested. */
  resultsURL: string | null;
  kept?: { rreq: RReq; sinceMs: number };
  challenge: ChallengeBehavior;
  /** `awaited`: challenge announced, no CReq yet. */
  stage: "frictionless" | "awaited" | "challenging" | "finished";
  /** Returned to the notification URL. */
  threeDSSessionData?: string;
  interactions: number;
  wrongCodes: number;
  outcome?: AuthenticationOutcome;
  /** Settles once the result has been reported or given up on. Never rejects. */
  reported?: Promise<unknown>;
  resultDeliveries: { at: string; status: number | "no_answer"; resultsStatus?: string }[];
  cancelTimer?: () => void;
}

/** All authentications since the start, indexed by their ids. */
export class Authentications {
  readonly #byAcsTransID = new Map<string, Authentication>();
  readonly #byDsTransID = new Map<string, Authentication>();

  add(authentication: Authentication): void {
    this.#byAcsTransID.set(authentication.acsTransID, authentication);
    this.#byDsTransID.set(authentication.dsTransID, authentication);
  }

  findByAcsTransID(acsTransID: string): Authentication | undefined {
    return this.#byAcsTransID.get(acsTransID);
  }

  all(): Authentication[] {
    return [...this.#byAcsTransID.values()];
  }

  /**
   * Whether the issuer confirms the proof of a charge. Authentications from before a restart are unknown and count as
   * genuine.
   */
  isGenuineProof(proof: NonNullable<ChargeRequest["threeDSecure"]>): boolean {
    const outcome = this.#byDsTransID.get(proof.dsTransId)?.outcome;
    if (!this.#byDsTransID.has(proof.dsTransId)) return true;
    return (
      outcome !== undefined &&
      outcome.transStatus === proof.transStatus &&
      outcome.authenticationValue === proof.authenticationValue
    );
  }
}
