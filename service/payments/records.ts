import type { PaymentIntentStatus, PaymentMethodSummary } from "#contract/api/payment-intents";
import type { BrowserInfo, ChallengeWindowSize } from "#contract/client/browser-info";
import type { ChargeRequest } from "#contract/connectors/processor";
import type { AmountParts } from "#contract/refund-parts";
import type { Price } from "./pricing/index.ts";
import type { RouteDecision } from "./routing/index.ts";
import type { AttemptStep } from "./states/attempt-states.ts";

/** A payment intent. Its version also covers its attempts. */
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
  /** The status at the last write. Answers and events compute it again from the clock. */
  readonly status: PaymentIntentStatus;
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly expiresAtMs: number;
  /** All attempts, oldest first. */
  readonly attempts: readonly AttemptRecord[];
}

/** Answers look the text up by code. */
export interface AttemptMessage {
  readonly code: string;
  readonly atMs: number;
}

/** State that only the payment method writes and reads. Plain JSON without secrets. */
export type AttemptDetail = Readonly<Record<string, unknown>>;

export interface AttemptRecord {
  readonly paymentId: string;
  /** The attempt's number, from 1. */
  readonly number: number;
  readonly step: AttemptStep;
  /** Whether the attempt succeeded before a bank return or a chain reorganization undid it. */
  readonly wasSuccess: boolean;
  readonly type: string;
  readonly price: Price;
  /** What refunds have returned so far, pending ones included. Only refunds/refunded-payment.ts writes it. */
  readonly returned: AmountParts;
  /** What disputes have taken back. Only disputes/dispute-money.ts writes it. */
  readonly disputed: {
    /** Total of disputes that are open or lost. */
    readonly minor: number;
    /** The part of the base that lost disputes took. */
    readonly lostBaseMinor: number;
    /** Open disputes beyond an inquiry. */
    readonly open: number;
  };
  /** The customer's device and data at the time of payment; see payment-context.ts. */
  readonly contextSealed: string | null;
  /** The tax service's `TaxPlace`. Null without a tax service, and after an erasure. */
  readonly taxAddressSealed: string | null;
  /** For finding earlier payments with the card. Null for other methods. */
  readonly instrumentIndex: string | null;
  readonly messages: readonly AttemptMessage[];
  /** Null until the service knows the account or deposit address. */
  readonly paymentMethod: PaymentMethodSummary | null;
  readonly detail: AttemptDetail;
  readonly threeDS: ThreeDSRecord | null;
  /** What the method needs until the attempt is final, such as a {@link CardSecret}. Null afterwards. */
  readonly detailsSealed: string | null;
  /** A card processor, a rail, a bank or a network. */
  readonly processor: string;
  /** Null where routing had no choice. */
  readonly routing: RouteDecision | null;
  /** Counts from 1. A soft decline is charged again under the next number. See {@link chargeKey}. */
  readonly chargeNumber: number;
  readonly chargeId: string | null;
  /**
   * The processor's object for this charge, or our reference where our key is too long; stored before the charge
   * request. Null where the processor needs neither. Another processor or charge number has another one.
   */
  readonly chargeReference: string | null;
  /** `due` until the processor confirms the reversal. */
  readonly reversal: "due" | "done" | null;
  /** When the recovery job checks the attempt next. Null: never again. */
  readonly nextCheckAtMs: number | null;
  /** Look-ups by the recovery job in this step. */
  readonly checks: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** Stored sealed until the attempt is final. Never includes the CVC. */
export interface CardSecret {
  readonly number: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly holderName?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly browser: BrowserInfo;
  readonly acceptHeader: string;
  readonly ipAddress: string | null;
  readonly credentialOnFile?: ChargeRequest["credentialOnFile"];
  /** The scheme's id of the payment that saved the card, if known. */
  readonly networkTransactionId?: string | undefined;
  /** Cryptogram of 3-D Secure, used only in the authorization. */
  readonly authenticationValue?: string | undefined;
}

/** Fields that EMV defines have EMV's names. */
export interface ThreeDSRecord {
  readonly threeDSServerTransID: string;
  /**
   * The processor's own 3-D Secure: the id above is ours, for the browser's return, and `acsUrl` is the processor's
   * page. See methods/card/three-ds/native-record.ts.
   */
  readonly isNative?: true;
  /** Native: the processor must end the challenge that the customer left, or that timed out in the browser. */
  readonly ending?: "canceled" | "timed_out";
  /** Native: empty until the processor reports it. */
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
  /** The browser returned before a result (RReq) arrived. */
  readonly browserReturned: boolean;
  /** Whether the issuer carries the loss of a fraudulent payment. */
  readonly liabilityShift: boolean;
  /** The expiry in milliseconds since the epoch. */
  readonly expiresAtMs: number | null;
}

/** The idempotency key of all requests for the charge. */
export function chargeKey(attempt: Pick<AttemptRecord, "paymentId" | "chargeNumber">): string {
  return `${attempt.paymentId}-${attempt.chargeNumber}`;
}

/**
 * Whether both records are of the same charge in the same step. A soft decline raises the number, and failover changes
 * the processor.
 */
export function isSameCharge(one: AttemptRecord, other: AttemptRecord): boolean {
  return (
    one.step === other.step &&
    one.processor === other.processor &&
    one.chargeNumber === other.chargeNumber
  );
}

export function attemptOf(intent: IntentRecord, paymentId: string): AttemptRecord | undefined {
  return intent.attempts.find((attempt) => attempt.paymentId === paymentId);
}

export function newestAttempt(intent: IntentRecord): AttemptRecord | undefined {
  return intent.attempts.at(-1);
}

/** The card's brand; empty for other payment methods. */
export function brandOf({ paymentMethod }: AttemptRecord): string {
  return paymentMethod && "brand" in paymentMethod ? paymentMethod.brand : "";
}
