/*
 * The interface between the payments domain and a payment method. The core does what all payments share
 * (flow/submit-payment.ts): it checks the type, price and shown total, the location, requirements, and that only one
 * attempt is pending. It handles the idempotency key, stores the attempt first, and writes each change with its event
 * in one statement.
 *
 *   submit       handler.check ─ the core's checks ─ start ─ attempt stored ─ proceed ─ response
 *   afterwards   recover, called by the job whenever `nextCheckAtMs` has come
 *   update       flow/apply-update.ts: an outcome from outside (a bank, a chain, a rail), at any time
 *   shown        nextAction, from the record alone
 *
 * A method writes its data to the attempt's `detail` (plain) and `detailsSealed` (erased when the attempt is final). It
 * moves attempts along states/attempt-states.ts with `move` and `patch` of flow/attempt-handle.ts.
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

/** The intent, and what the server sees of the customer's browser. */
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
  /** A saved method has the type of its card or account. */
  readonly type: string;
  /** The card fields that the price depends on. */
  readonly pricedAs?: PriceQuestion["card"];
  /** Runs after the core's checks. May throw an ApiError. Moves no money. */
  start(context: StartContext): StartedAttempt | Promise<StartedAttempt>;
}

/** The attempt is not stored yet. */
export interface StartContext {
  readonly handle: AttemptHandle;
  readonly operator: Operator;
  /** What the customer saw and pays. */
  readonly price: Price;
}

export interface StartedAttempt {
  /** What moves the money. Shown to the operator. */
  readonly processor: string;
  /** Present where there was a choice. */
  readonly routing?: RouteDecision;
  readonly paymentMethod: PaymentMethodSummary | null;
  readonly detail?: AttemptDetail;
  /** For finding earlier payments with the card. */
  readonly instrumentIndex?: string;
  /** Made by `sealDetails`. Contains all that {@link PaymentMethod.recover} needs after a crash. */
  readonly detailsSealed?: string;
  /**
   * Continues as far as possible without the customer. Its last write finishes the request's idempotency key (`key:
   * "last"`, or `finishRequest`).
   */
  proceed(stored: IntentRecord): Promise<IntentRecord>;
}

export interface SubmissionHandler<Type extends SubmitPayment["type"] = SubmitPayment["type"]> {
  /** Throws an ApiError that names the field. Writes nothing and calls no outside party. */
  check(submission: Submission<Type>): CheckedSubmission | Promise<CheckedSubmission>;
  /** The card fields that a quote's price depends on. */
  pricedAs?(
    intent: IntentRecord,
    request: Extract<QuoteRequest, { readonly type: Type }>,
  ): PriceQuestion["card"] | Promise<PriceQuestion["card"]>;
  quote?(
    intent: IntentRecord,
    request: Extract<QuoteRequest, { readonly type: Type }>,
    price: Price,
  ): Promise<Omit<Quote, "breakdown">>;
  session?(intent: IntentRecord): Promise<Partial<MethodSession>>;
}

export type MethodSession = Pick<
  ClientSession,
  "savedPaymentMethods" | "canSavePaymentMethod" | "bankLogin" | "cryptoAssets"
>;

/** How the operator cancels a payment before a charge. See cancel-payment.ts. */
export interface PaymentCancellation {
  readonly reason: string;
  /** Whether no money can be on its way yet, by the record alone. */
  isPossible(attempt: AttemptRecord): boolean;
  /**
   * Ends the payment at an outside party where the customer could still confirm it. False if that is uncertain: nothing
   * changes here.
   */
  endOutside?(intent: IntentRecord, attempt: AttemptRecord): Promise<boolean>;
  /** Other changes to the attempt. */
  patch?(attempt: AttemptRecord, nowMs: number): AttemptPatch;
  /** Runs in the transaction that fails the attempt. False if it is too late: nothing changes. */
  endAtRail?(
    tx: Tx,
    key: { readonly operatorId: string; readonly paymentId: string },
  ): Promise<boolean>;
}

export interface LookUpAnswer {
  /** `approved`, `declined`, `pending`, `not_found`, `unknown` and so on; an open list. */
  readonly answer: string;
  /** Its id of the charge or refund, if it named one. */
  readonly reference: string | null;
  /** Why it was declined, or why the outcome is unknown. */
  readonly reason: string | null;
}

export interface PaymentMethod<Type extends SubmitPayment["type"] = SubmitPayment["type"]>
  extends SubmissionHandler<Type> {
  readonly type: Type;
  /** Whether this deployment can use the method for the intent. Absent: always. */
  supports?(intent: IntentRecord): boolean;
  /**
   * Continues a due attempt, after a crash at any point, or because the method set `nextCheckAtMs`. Runs in a job,
   * possibly more than once, so every outside call needs a key of the attempt. The attempt may be final if the method
   * asked for another check.
   */
  recover(handle: AttemptHandle, intent: IntentRecord, attempt: AttemptRecord): Promise<void>;
  /**
   * Asks the outside party at once about an unknown or marked outcome, and applies the response. Keeps the job's
   * schedule. Absent: staff cannot look it up.
   */
  lookUp?(
    handle: AttemptHandle,
    intent: IntentRecord,
    attempt: AttemptRecord,
  ): Promise<LookUpAnswer>;
  /**
   * Cancels at the customer's request; absent: the customer can't cancel. Does nothing when it is too late, or a second
   * time. The outcome reaches the attempt as an update.
   */
  cancel?(handle: AttemptHandle, attempt: AttemptRecord): Promise<void>;
  /** How the operator cancels a payment. */
  readonly cancellation: PaymentCancellation;
  /** Absent: payments by this method cannot be refunded. */
  readonly refunds?: RefundRail;
  /** What the frame must do next. Null when it can only wait. */
  nextAction?(attempt: AttemptRecord, intent: IntentRecord): NextAction | null;
}

/** The payment methods, added while the service starts. */
export interface PaymentMethods {
  /** Adds a method, which also handles its own submissions. */
  add<Type extends SubmitPayment["type"]>(method: PaymentMethod<Type>): void;
  /** Adds a handler for `saved` submissions, which are not a method. */
  addHandler<Type extends SubmitPayment["type"]>(
    type: Type,
    handler: SubmissionHandler<Type>,
  ): void;
  find(type: string): PaymentMethod | undefined;
  /** Undefined if the intent does not offer the type. */
  handlerFor(intent: IntentRecord, type: string): SubmissionHandler | undefined;
  handlers(): readonly SubmissionHandler[];
  isOffered(intent: IntentRecord, type: string): boolean;
}

export function createPaymentMethods(): PaymentMethods {
  const methods = new Map<string, PaymentMethod>();
  const handlers = new Map<string, SubmissionHandler>();
  const isOffered: PaymentMethods["isOffered"] = (intent, type) => {
    const method = methods.get(type);
    if (!method || !intent.paymentMethodTypes.includes(type)) return false;
    return method.supports?.(intent) ?? true;
  };
  return {
    // Each entry is found by its own type, so the type parameter may be dropped.
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
