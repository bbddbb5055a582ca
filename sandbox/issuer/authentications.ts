import type { ChargeRequest } from "#contract/connectors/processor";
import type { TransStatus } from "#contract/connectors/three-ds";
import type { ChallengeBehaviour } from "../catalogue/scripts.ts";

/** How an authentication ended, as the RReq (or a frictionless ARes) tells it. */
export interface AuthenticationOutcome {
  transStatus: TransStatus;
  transStatusReason?: string;
  eci?: string;
  authenticationValue?: string;
  challengeCancel?: string;
}

/** One authentication, from its AReq until the result is told. The card number is not in it. */
export interface Authentication {
  threeDSServerTransID: string;
  acsTransID: string;
  dsTransID: string;
  messageVersion: string;
  last4: string;
  brand: "visa" | "mastercard" | "other";
  merchantName: string;
  /** Minor units as text, with ISO numeric currency and its exponent. */
  purchase: { amount: string; currency: string; exponent: string };
  language: string;
  notificationURL: string;
  resultsURL: string;
  challenge: ChallengeBehaviour;
  /** `awaited`: challenge announced, no CReq yet. */
  stage: "frictionless" | "awaited" | "challenging" | "finished";
  /** Echoed to the notification URL. */
  threeDSSessionData?: string;
  /** Times that the cardholder was asked. */
  interactions: number;
  wrongCodes: number;
  outcome?: AuthenticationOutcome;
  /** Settles once the result was reported, or given up; never rejects. */
  reported?: Promise<unknown>;
  /** What came of each RReq that was sent. */
  resultDeliveries: { at: string; status: number | "no_answer"; resultsStatus?: string }[];
  callOffTimer?: () => void;
}

/** All authentications since the start, by each of the ids that they are asked for by. */
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
   * Whether the issuer vouches for a proof that came with a charge. Authentications from before a
   * restart are not remembered and are taken for genuine.
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
