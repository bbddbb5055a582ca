/*
 * How the payments domain speaks with one way to pay. What every payment has in common is done once, by
 * the core, and no method does it again: whether the type is offered, the price and what the customer was
 * shown, the location, requirements, at most one attempt under way, the idempotency key, the intention
 * stored first, and each change with its event in one statement (flow/submit-payment.ts).
 *
 *   submit       taker.check ─ core's checks ─ start ─ attempt stored ─ goOn ─ answered
 *   afterwards   recover, by the job, whenever `nextCheckAtMs` has come
 *   update       flow/apply-update.ts: an outcome from outside (a bank, a chain, a rail), any time
 *   shown        nextAction, from the record alone
 *
 * What a method writes for itself goes into the attempt's `detail` (plain) and `detailsSealed` (sealed,
 * erased when the attempt is final). Moves follow states/attempt-states.ts:
 * flow/attempt-handle.ts has `move` and `patch`.
 */
import type { PaymentMethodSummary } from "#contract/api/payment-intents";
import type { NextAction, SubmitPayment } from "#contract/client/payments";
import type { ClientSession, Quote, QuoteRequest } from "#contract/client/session";
import type { Operator } from "../../operators/accounts/index.ts";
import type { AttemptHandle } from "../flow/attempt-handle.ts";
import type { Price, PriceQuestion } from "../pricing/index.ts";
import type { AttemptDetail, AttemptRecord, IntentRecord } from "../records.ts";
import type { RouteDecision } from "../routing/index.ts";

/** Who pays: the intent, and what the server sees of the customer's browser. */
export interface PayingCustomer {
  readonly intent: IntentRecord;
  readonly acceptHeader: string;
  readonly ipAddress: string | null;
}

/** What a customer sent to pay. */
export interface Submission<Type extends SubmitPayment["type"] = SubmitPayment["type"]>
  extends PayingCustomer {
  readonly body: Extract<SubmitPayment, { readonly type: Type }>;
}

/** A submission whose own fields are in order. */
export interface CheckedSubmission {
  /** The attempt's type: one of the intent's types, also for a kept method. */
  readonly type: string;
  /** The card, as far as the price depends on it. */
  readonly pricedAs?: PriceQuestion["card"];
  /** Called when nothing speaks against the payment. May refuse with an ApiError; moves no money. */
  start(context: StartContext): StartedAttempt | Promise<StartedAttempt>;
}

/** What {@link CheckedSubmission.start} is given. The attempt is not stored yet. */
export interface StartContext {
  readonly handle: AttemptHandle;
  readonly operator: Operator;
  /** What the customer pays, as they were shown it. */
  readonly price: Price;
}

/** What the attempt holds from the beginning, and what follows. */
export interface StartedAttempt {
  /** Who moves the money; shown to the operator. */
  readonly processor: string;
  /** Why it is that one, where there was a choice. */
  readonly routing?: RouteDecision;
  readonly paymentMethod: PaymentMethodSummary | null;
  readonly detail?: AttemptDetail;
  /** By `sealDetails`; whatever {@link PaymentMethod.recover} needs after a crash has to be in it. */
  readonly detailsSealed?: string;
  /**
   * Goes on with the stored attempt as far as it goes without the customer, and finishes the request's
   * key with its last write (`key: "last"`, or `finishElsewhere`).
   */
  proceed(stored: IntentRecord): Promise<IntentRecord>;
}

/** Takes the submissions and quotes of one `type`. */
export interface SubmissionHandler<Type extends SubmitPayment["type"] = SubmitPayment["type"]> {
  /**
   * Checks what was sent, by itself and against what is stored. Refuses with an ApiError that names the
   * field; writes nothing and asks nobody outside.
   */
  check(submission: Submission<Type>): CheckedSubmission | Promise<CheckedSubmission>;
  /** The card of a quote, as far as the price depends on it. */
  pricedAs?(
    intent: IntentRecord,
    request: Extract<QuoteRequest, { readonly type: Type }>,
  ): PriceQuestion["card"] | Promise<PriceQuestion["card"]>;
  /** What a quote tells beside the price. */
  quote?(
    intent: IntentRecord,
    request: Extract<QuoteRequest, { readonly type: Type }>,
    price: Price,
  ): Promise<Omit<Quote, "breakdown">>;
  /** What the session tells of it. */
  session?(intent: IntentRecord): Promise<Partial<MethodSession>>;
}

/** The parts of a session that methods tell. */
export type MethodSession = Pick<
  ClientSession,
  "savedPaymentMethods" | "canSavePaymentMethod" | "cryptoAssets"
>;

/** One way to pay: takes its own submissions, and looks after its attempts. */
export interface PaymentMethod<Type extends SubmitPayment["type"] = SubmitPayment["type"]>
  extends SubmissionHandler<Type> {
  readonly type: Type;
  /** Whether this deployment can take this intent by it; absent: always. */
  supports?(intent: IntentRecord): boolean;
  /**
   * Goes on with an attempt of this type whose time has come: after a crash at any point, or when the
   * method asked for it by `nextCheckAtMs`. Runs in a job and perhaps more than once, so whatever it
   * does outside has a key of the attempt's. The attempt may be final, if it was to be looked at again.
   */
  recover(handle: AttemptHandle, intent: IntentRecord, attempt: AttemptRecord): Promise<void>;
  /**
   * The customer wants to do it no more; absent: they can't go back. Does nothing where it is too late, and
   * again. What follows reaches the attempt as news.
   */
  cancel?(handle: AttemptHandle, attempt: AttemptRecord): Promise<void>;
  /** What the frame has to do next; null when it can only wait. */
  nextAction?(attempt: AttemptRecord, intent: IntentRecord): NextAction | null;
}

/** Every way to pay that this service has. Methods are added while the service is put together. */
export interface PaymentMethods {
  /** Adds a method; its submissions come to it too. */
  add<Type extends SubmitPayment["type"]>(method: PaymentMethod<Type>): void;
  /** Adds what takes submissions of a type that is not a method of its own: `saved`. */
  addHandler<Type extends SubmitPayment["type"]>(type: Type, taker: SubmissionHandler<Type>): void;
  /** Who looks after attempts of that type. */
  find(type: string): PaymentMethod | undefined;
  /** Who takes submissions of that type for the intent; undefined if it is not offered. */
  handlerFor(intent: IntentRecord, type: string): SubmissionHandler | undefined;
  /** Every taker, once. */
  handlers(): readonly SubmissionHandler[];
  /** Whether the intent can be paid by attempts of that type. */
  isOffered(intent: IntentRecord, type: string): boolean;
}

/** An empty registry. */
export function createPaymentMethods(): PaymentMethods {
  const methods = new Map<string, PaymentMethod>();
  const takers = new Map<string, SubmissionHandler>();
  const isOffered: PaymentMethods["isOffered"] = (intent, type) => {
    const method = methods.get(type);
    if (!method || !intent.paymentMethodTypes.includes(type)) return false;
    return method.supports?.(intent) ?? true;
  };
  return {
    // Each is found again by its own type only, so the type's part of the signature may be forgotten.
    add(method) {
      methods.set(method.type, method as unknown as PaymentMethod);
      takers.set(method.type, method as unknown as SubmissionHandler);
    },
    addHandler: (type, taker) => void takers.set(type, taker as unknown as SubmissionHandler),
    find: (type) => methods.get(type),
    handlerFor: (intent, type) =>
      methods.has(type) && !isOffered(intent, type) ? undefined : takers.get(type),
    handlers: () => [...takers.values()],
    isOffered,
  };
}
