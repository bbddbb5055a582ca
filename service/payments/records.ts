import type { PaymentIntentStatus, PaymentMethodSummary } from "#contract/api/payment-intents";
import type { BrowserInfo, ChallengeWindowSize } from "#contract/client/browser-info";
import type { ChargeRequest } from "#contract/connectors/processor";
import type { Price } from "./pricing/index.ts";
import type { RouteDecision } from "./routing/index.ts";
import type { AttemptStep } from "./states/attempt-states.ts";

/** A payment intent with its attempts, as the store holds it. One version covers all of it. */
export interface IntentRecord {
  readonly paymentIntentId: string;
  readonly operatorId: string;
  readonly externalPaymentIntentId: string;
  readonly externalCustomerId: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly description: string | null;
  readonly customData: Readonly<Record<string, string>>;
  readonly paymentMethodTypes: readonly string[];
  readonly paymentDescriptor: string;
  /** `hashSecret` of the client secret. */
  readonly secretHash: string;
  /** As of the last write; what is shown is computed anew with the clock. */
  readonly status: PaymentIntentStatus;
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly expiresAtMs: number;
  /** Oldest first. */
  readonly attempts: readonly AttemptRecord[];
}

/** A message about an attempt; its text is looked up by the code when it is shown. */
export interface AttemptMessage {
  readonly code: string;
  readonly atMs: number;
}

/** A method's own state in an attempt, as that method writes and reads it. Nothing secret; plain JSON. */
export type AttemptDetail = Readonly<Record<string, unknown>>;

/** One attempt to pay. */
export interface AttemptRecord {
  readonly paymentId: string;
  /** From 1, in order. */
  readonly number: number;
  readonly step: AttemptStep;
  /** A success that was undone later (bank return). */
  readonly wasSuccess: boolean;
  readonly type: string;
  readonly price: Price;
  readonly messages: readonly AttemptMessage[];
  /** Null until it is known what is paid with. */
  readonly paymentMethod: PaymentMethodSummary | null;
  readonly detail: AttemptDetail;
  readonly threeDS: ThreeDSRecord | null;
  /** What the method needs until the attempt is final, sealed (a {@link CardSecret}); null from then on. */
  readonly detailsSealed: string | null;
  /** Who moves the money: a processor of cards, a rail, a bank, a network. */
  readonly processor: string;
  /** Why it went to `processor`; null where there was nothing to choose. */
  readonly routing: RouteDecision | null;
  /** From 1; a soft decline is tried again under the next. See {@link chargeKey}. */
  readonly chargeNumber: number;
  readonly chargeId: string | null;
  /** A charge that has to be given back: `due` until the processor has confirmed it. */
  readonly reversal: "due" | "done" | null;
  /** When the recovery job looks at it; null: never again. */
  readonly nextCheckAtMs: number | null;
  /** Look-ups by the recovery job in this step so far. */
  readonly checks: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** What of a card is needed until the attempt is final. Kept sealed; the CVC is never part of it. */
export interface CardSecret {
  readonly number: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly holderName?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly browser: BrowserInfo;
  readonly acceptHeader: string;
  readonly ipAddress: string | null;
  /** Whether the card is to be kept with this payment, or was kept before. */
  readonly credentialOnFile?: ChargeRequest["credentialOnFile"];
  /** Cryptogram of 3-D Secure, for the authorisation only. */
  readonly authenticationValue?: string | undefined;
}

/** The state of 3-D Secure in one attempt. EMV's names where they are EMV's things. */
export interface ThreeDSRecord {
  readonly threeDSServerTransID: string;
  readonly version: string;
  readonly methodUrl: string | null;
  readonly mandateChallenge: boolean;
  readonly windowSize: ChallengeWindowSize;
  readonly acsTransID: string | null;
  readonly dsTransID: string | null;
  readonly acsUrl: string | null;
  readonly transStatus: string | null;
  readonly eci: string | null;
  readonly challenged: boolean;
  /** The browser said that the challenge is over, but no result had come yet. */
  readonly browserReturned: boolean;
  /** Whether a fraud dispute falls to the issuer. */
  readonly liabilityShift: boolean;
  /** End of the challenge, milliseconds. */
  readonly expiresAtMs: number | null;
}

/** The idempotency key of a charge at the processor: the same for as long as it is the same charge. */
export function chargeKey(attempt: Pick<AttemptRecord, "paymentId" | "chargeNumber">): string {
  return `${attempt.paymentId}-${attempt.chargeNumber}`;
}

/** The attempt with this id, if it is one of the intent's. */
export function attemptOf(intent: IntentRecord, paymentId: string): AttemptRecord | undefined {
  return intent.attempts.find((attempt) => attempt.paymentId === paymentId);
}

/** The newest attempt, if any. */
export function newestAttempt(intent: IntentRecord): AttemptRecord | undefined {
  return intent.attempts.at(-1);
}

/** The brand of the card that was paid with; empty for other methods. */
export function brandOf({ paymentMethod }: AttemptRecord): string {
  return paymentMethod && "brand" in paymentMethod ? paymentMethod.brand : "";
}
