/*
 * The interface between the payments domain and a payment method. The core does once what all
 * payments share (flow/submit-payment.ts): whether the type is offered, the price and the total
 * shown, the location, requirements, one pending attempt at a time, the idempotency key, storing
 * the attempt first, and writing each change with its event in one statement.
 *
 *   submit       handler.check ─ the core's checks ─ start ─ attempt stored ─ proceed ─ answer
 *   afterwards   recover, called by the job whenever `nextCheckAtMs` has come
 *   update       flow/apply-update.ts: an outcome from outside (a bank, a chain, a rail), at any time
 *   shown        nextAction, from the record alone
 *
 * A method writes its own data to the attempt's `detail` (plain) and `detailsSealed` (sealed,
 * erased when the attempt is final). It moves attempts along states/attempt-states.ts with `move`
 * and `patch` of flow/attempt-handle.ts.
 */
import type { PaymentMethodSummary } from "#contract/api/payment-intents";
import type { NextAction, SubmitPayment } from "#contract/client/payments";
import type { ClientSession, Quote, QuoteRequest } from "#contract/client/session";
import type { Operator } from "../../operators/accounts/index.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import type { AttemptPatch } from "../attempt-changes.ts";
import type { AttemptHandle } from "../flow/attempt-handle.ts";
import type { Price, PriceQuestion } from "../pricing/index.ts";
import type { AttemptDetail, AttemptRecord, IntentRecord } from "../records.ts";
import type { RefundRail } from "../refunds/refund-rail.ts";
import type { RouteDecision } from "../routing/index.ts";

/** The paying customer: the intent, and what the server sees of the customer's browser. */
export interface PayingCustomer {
  readonly intent: IntentRecord;
  readonly acceptHeader: string;
  readonly ipAddress: string | null;
}

/** What the customer sends when they press Pay. */
export interface Submission<Type extends SubmitPayment["type"] = SubmitPayment["type"]>
  extends PayingCustomer {
  readonly body: Extract<SubmitPayment, { readonly type: Type }>;
}

/** A submission that passed {@link SubmissionHandler.check}. */
export interface CheckedSubmission {
  /**
   * The attempt's type: one of the intent's types. A saved method has the type of its card or
   * account.
   */
  readonly type: string;
  /** The card fields that the price depends on. */
  readonly pricedAs?: PriceQuestion["card"];
  /**
   * Prepares the attempt once the core's checks have passed. May refuse with an ApiError. Moves no
   * money.
   */
  start(context: StartContext): StartedAttempt | Promise<StartedAttempt>;
}

/** Input of {@link CheckedSubmission.start}. The attempt is not stored yet. */
export interface StartContext {
  readonly handle: AttemptHandle;
  readonly operator: Operator;
  /** The price that the customer saw and pays. */
  readonly price: Price;
}

/** The attempt's first data, and the work that follows. */
export interface StartedAttempt {
  /** What moves the money. Shown to the operator. */
  readonly processor: string;
  /** The routing decision, where there was a choice. */
  readonly routing?: RouteDecision;
  readonly paymentMethod: PaymentMethodSummary | null;
  readonly detail?: AttemptDetail;
  /** Keyed index of the card, for finding earlier payments with it. */
  readonly instrumentIndex?: string;
  /**
   * Sealed by `sealDetails`. Must contain all that {@link PaymentMethod.recover} needs after a
   * crash.
   */
  readonly detailsSealed?: string;
  /**
   * Carries the stored attempt as far as possible without the customer. Its last write finishes the
   * request's idempotency key (`key: "last"`, or `finishRequest`).
   */
  proceed(stored: IntentRecord): Promise<IntentRecord>;
}

/** Handles the submissions and quotes of one `type`. */
export interface SubmissionHandler<Type extends SubmitPayment["type"] = SubmitPayment["type"]> {
  /**
   * Checks a submission, also against what is stored. Refuses with an ApiError that names the
   * field. Writes nothing and calls no outside party.
   */
  check(submission: Submission<Type>): CheckedSubmission | Promise<CheckedSubmission>;
  /** The card fields of a quote request that the price depends on. */
  pricedAs?(
    intent: IntentRecord,
    request: Extract<QuoteRequest, { readonly type: Type }>,
  ): PriceQuestion["card"] | Promise<PriceQuestion["card"]>;
  /** The method's own part of a quote. */
  quote?(
    intent: IntentRecord,
    request: Extract<QuoteRequest, { readonly type: Type }>,
    price: Price,
  ): Promise<Omit<Quote, "breakdown">>;
  /** The method's own part of the session. */
  session?(intent: IntentRecord): Promise<Partial<MethodSession>>;
}

/** The parts of a session that come from payment methods. */
export type MethodSession = Pick<
  ClientSession,
  "savedPaymentMethods" | "canSavePaymentMethod" | "bankLogin" | "cryptoAssets"
>;

/** How the operator cancels a payment before anything is charged. See cancel-payment.ts. */
export interface PaymentCancellation {
  /** The message of a canceled attempt. */
  readonly reason: string;
  /** Whether no money can be on its way yet, by the record alone. */
  isPossible(attempt: AttemptRecord): boolean;
  /**
   * Has an outside party end the payment first, where the customer could still confirm it there. False if that is not
   * certain: then nothing changes here.
   */
  endOutside?(intent: IntentRecord, attempt: AttemptRecord): Promise<boolean>;
  /** What else of the attempt changes. */
  patch?(attempt: AttemptRecord, nowMs: number): AttemptPatch;
  /**
   * Ends the payment at its rail, in the transaction that fails the attempt. False if it is too late there:
   * then nothing changes.
   */
  endAtRail?(
    tx: Tx,
    key: { readonly operatorId: string; readonly paymentId: string },
  ): Promise<boolean>;
}

/** What an outside party answered to a look-up. */
export interface LookUpAnswer {
  /** `approved`, `declined`, `pending`, `not_found`, `unknown` and so on; an open list. */
  readonly answer: string;
  /** Its id of the charge or refund; null if it named none. */
  readonly reference: string | null;
  /** Why it was declined, or why the answer is unknown. */
  readonly reason: string | null;
}

/** A payment method. It handles its own submissions and recovers its attempts. */
export interface PaymentMethod<Type extends SubmitPayment["type"] = SubmitPayment["type"]>
  extends SubmissionHandler<Type> {
  readonly type: Type;
  /** Whether this deployment can use the method for the intent. Absent: always. */
  supports?(intent: IntentRecord): boolean;
  /**
   * Continues an attempt that is due: after a crash at any point, or because the method set
   * `nextCheckAtMs`. Runs in a job, possibly more than once, so every outside call needs a key of
   * the attempt. The attempt may be final if the method asked for another check.
   */
  recover(handle: AttemptHandle, intent: IntentRecord, attempt: AttemptRecord): Promise<void>;
  /**
   * Asks the outside party at once about an attempt whose outcome is unknown or marked, and applies the answer.
   * Does not change when the job asks next. Absent: staff cannot look it up.
   */
  lookUp?(
    handle: AttemptHandle,
    intent: IntentRecord,
    attempt: AttemptRecord,
  ): Promise<LookUpAnswer>;
  /**
   * Cancels at the customer's request. Absent: the customer can't cancel. Does nothing when it is too
   * late, or a second time. The outcome reaches the attempt as an update.
   */
  cancel?(handle: AttemptHandle, attempt: AttemptRecord): Promise<void>;
  /** How the operator cancels a payment by this method. */
  readonly cancellation: PaymentCancellation;
  /** How payments by this method are refunded; absent: they cannot be. */
  readonly refunds?: RefundRail;
  /** What the frame must do next. Null when it can only wait. */
  nextAction?(attempt: AttemptRecord, intent: IntentRecord): NextAction | null;
}

/** The payment methods of this service. They are added while the service starts. */
export interface PaymentMethods {
  /** Adds a payment method, which also handles its own submissions. */
  add<Type extends SubmitPayment["type"]>(method: PaymentMethod<Type>): void;
  /** Adds a handler for submissions that are not a method of their own: `saved`. */
  addHandler<Type extends SubmitPayment["type"]>(
    type: Type,
    handler: SubmissionHandler<Type>,
  ): void;
  /** The method that owns attempts of that type. */
  find(type: string): PaymentMethod | undefined;
  /** The handler of submissions of that type. Undefined if the intent does not offer them. */
  handlerFor(intent: IntentRecord, type: string): SubmissionHandler | undefined;
  /** Every handler, once each. */
  handlers(): readonly SubmissionHandler[];
  /** Whether the intent can be paid with that type. */
  isOffered(intent: IntentRecord, type: string): boolean;
}

/** An empty registry. */
export function createPaymentMethods(): PaymentMethods {
  const methods = new Map<string, PaymentMethod>();
  const handlers = new Map<string, SubmissionHandler>();
  const isOffered: PaymentMethods["isOffered"] = (intent, type) => {
    const method = methods.get(type);
    if (!method || !intent.paymentMethodTypes.includes(type)) return false;
    return method.supports?.(intent) ?? true;
  };
  return {
    // Each entry is found only by its own type, so the type parameter may be dropped here.
    add(method) {
      methods.set(method.type, method as unknown as PaymentMethod);
      handlers.set(method.type, method as unknown as SubmissionHandler);
    },
    addHandler: (type, handler) => void handlers.set(type, handler as unknown as SubmissionHandler),
    find: (type) => methods.get(type),
    handlerFor: (intent, type) =>
      methods.has(type) && !isOffered(intent, type) ? undefined : handlers.get(type),
    handlers: () => [...handlers.values()],
    isOffered,
  };
}
