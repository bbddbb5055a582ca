import type { PaymentIntentStatus, PaymentMethodSummary } from "#contract/api/payment-intents";
import type { BrowserInfo, ChallengeWindowSize } from "#contract/client/browser-info";
import type { ChargeRequest } from "#contract/connectors/processor";
import type { AmountParts } from "#contract/refund-parts";
import type { Price } from "./pricing/index.ts";
import type { RouteDecision } from "./routing/index.ts";
import type { AttemptStep } from "./states/attempt-states.ts";

/**
 * A payment intent with its attempts, as stored. One version covers the intent and its attempts.
 */
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
  /** Status at the last write. Answers and events compute the status again from the clock. */
  readonly status: PaymentIntentStatus;
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly expiresAtMs: number;
  /** Ordered from oldest to newest. */
  readonly attempts: readonly AttemptRecord[];
}

/** A message about an attempt. Its text is looked up by code when an answer is rendered. */
export interface AttemptMessage {
  readonly code: string;
  readonly atMs: number;
}

/**
 * The payment method's own state in an attempt. Only that method writes and reads it. Plain JSON
 * without secrets.
 */
export type AttemptDetail = Readonly<Record<string, unknown>>;

/** One attempt to pay an intent. */
export interface AttemptRecord {
  readonly paymentId: string;
  /** Counts from 1. */
  readonly number: number;
  readonly step: AttemptStep;
  /** Whether the attempt succeeded before a bank return or a chain reorganisation undid it. */
  readonly wasSuccess: boolean;
  readonly type: string;
  readonly price: Price;
  /** What refunds have returned so far, pending ones included. Only refunds/refunded-payment.ts writes it. */
  readonly returned: AmountParts;
  /** What disputes have taken back. Only disputes/dispute-money.ts writes it. */
  readonly disputed: {
    /** The total of disputes that are open or lost. */
    readonly minor: number;
    /** The part of the base that lost disputes took. */
    readonly lostBaseMinor: number;
    /** Open disputes beyond an inquiry. */
    readonly open: number;
  };
  /** Sealed: what was known about the customer's device and data when they paid; see payment-context.ts. */
  readonly contextSealed: string | null;
  /** Sealed {@link TaxPlace} for the report to a tax service. Null without one, and after an erasure. */
  readonly taxAddressSealed: string | null;
  /** Keyed index of the card, for finding earlier payments with it. Null for other methods. */
  readonly instrumentIndex: string | null;
  readonly messages: readonly AttemptMessage[];
  /** Null until the service knows the account or deposit address. */
  readonly paymentMethod: PaymentMethodSummary | null;
  readonly detail: AttemptDetail;
  readonly threeDS: ThreeDSRecord | null;
  /**
   * Sealed data that the method needs until the attempt is final (a {@link CardSecret}, for
   * example). Null afterwards.
   */
  readonly detailsSealed: string | null;
  /** What moves the money: a card processor, a rail, a bank or a network. */
  readonly processor: string;
  /** Why routing chose `processor`. Null where there was no choice. */
  readonly routing: RouteDecision | null;
  /**
   * Counts from 1. A soft decline is charged again under the next number. See {@link chargeKey}.
   */
  readonly chargeNumber: number;
  readonly chargeId: string | null;
  /**
   * The processor's object for this charge, or our reference where our key is too long; stored before the request that
   * charges. Null where the processor needs neither. Another processor or charge number has another one.
   */
  readonly chargeReference: string | null;
  /** A charge that must be reversed: `due` until the processor confirms the reversal. */
  readonly reversal: "due" | "done" | null;
  /** When the recovery job checks the attempt next. Null: never again. */
  readonly nextCheckAtMs: number | null;
  /** How often the recovery job has looked up the attempt in this step. */
  readonly checks: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/**
 * The card data that an attempt needs until it is final. Stored sealed. Never includes the CVC.
 */
export interface CardSecret {
  readonly number: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly holderName?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly browser: BrowserInfo;
  readonly acceptHeader: string;
  readonly ipAddress: string | null;
  /** Whether this payment saves the card, or uses a saved one. */
  readonly credentialOnFile?: ChargeRequest["credentialOnFile"];
  /** The scheme's id of the payment that saved the card, if it is known. */
  readonly networkTransactionId?: string | undefined;
  /** Cryptogram of 3-D Secure, used only in the authorisation. */
  readonly authenticationValue?: string | undefined;
}

/** State of 3-D Secure in one attempt. Fields that EMV defines have EMV's names. */
export interface ThreeDSRecord {
  readonly threeDSServerTransID: string;
  /**
   * The processor's own 3-D Secure: the id above is ours, for the page that the browser returns to, and `acsUrl` is the
   * processor's page. See methods/card/three-ds/native-record.ts.
   */
  readonly isNative?: true;
  /** Native: the customer left the challenge, or its time was over in the browser. The processor must end it. */
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
  /** The browser reported the end of the challenge before a result (RReq) arrived. */
  readonly browserReturned: boolean;
  /** Whether the issuer carries the loss of a fraudulent payment. */
  readonly liabilityShift: boolean;
  /** When the challenge times out, in milliseconds since the epoch. */
  readonly expiresAtMs: number | null;
}

/**
 * The idempotency key of a charge at the processor. Every request for the same charge uses the same
 * key.
 */
export function chargeKey(attempt: Pick<AttemptRecord, "paymentId" | "chargeNumber">): string {
  return `${attempt.paymentId}-${attempt.chargeNumber}`;
}

/** The intent's attempt with this id, if there is one. */
export function attemptOf(intent: IntentRecord, paymentId: string): AttemptRecord | undefined {
  return intent.attempts.find((attempt) => attempt.paymentId === paymentId);
}

/** The newest attempt, if any. */
export function newestAttempt(intent: IntentRecord): AttemptRecord | undefined {
  return intent.attempts.at(-1);
}

/** The card's brand. Empty for other payment methods. */
export function brandOf({ paymentMethod }: AttemptRecord): string {
  return paymentMethod && "brand" in paymentMethod ? paymentMethod.brand : "";
}
