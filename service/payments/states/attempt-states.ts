/*
 * The steps of one attempt to pay, and every way from one to another.
 *
 * It guarantees: a final step stays (only a bank return or a reorganised chain undoes a success);
 * nothing is charged from a step that waits for the customer's bank; whatever is not in the table
 * is refused by the caller and logged.
 *
 *   started ─┬─ method_required ──► three_ds_method ── authentication_sent ─┐
 *            ├─ authentication_sent ──────────────────► authenticating ◄────┘
 *            │                                          │  │   └ authentication_passed ► authorising
 *            │                                          │  └ challenge_required ► challenge
 *            │                                          │       └ authentication_passed ► authenticated
 *            │                                          │              └ charge_begun ► authorising
 *            ├─ approved, refused, charge_unknown       └ refused ► failed
 *            │
 *            ├─ customer_awaited ► awaiting_customer ─ money_sent ─┐
 *            │                        ▲  └ refused ► failed        ▼
 *            │                        └─── money_withdrawn ──── settling ─ approved, refused
 *            └─ money_sent ────────────────────────────────────────┘
 *
 * `started` and `authorising` mean that a charge may be under way under the attempt's charge key, so
 * a look-up tells what became of it. `processing` means that it is with the processor or its outcome
 * is unknown. A soft decline leads from them back into 3-D Secure, under the next charge key.
 *
 * Methods that are not cards go the lower way: `awaiting_customer` waits for what the customer does
 * elsewhere (at their bank, from their wallet), in `settling` the money is on its way and nobody waits
 * for it (a debit that is ordered, a transfer that the bank took, a deposit that isn't deep enough).
 */
import type { PaymentStatus } from "#contract/api/payment-intents";

/** Every step of an attempt. */
export const attemptSteps = [
  "started",
  "three_ds_method",
  "authenticating",
  "challenge",
  "authenticated",
  "authorising",
  "processing",
  "awaiting_customer",
  "settling",
  "success",
  "failed",
] as const;
/** One of {@link attemptSteps}. */
export type AttemptStep = (typeof attemptSteps)[number];

/** Everything that may happen to an attempt. */
export const attemptEvents = [
  "method_required",
  "authentication_sent",
  "challenge_required",
  "authentication_passed",
  "charge_begun",
  "charge_unknown",
  "customer_awaited",
  "money_sent",
  "money_withdrawn",
  "approved",
  "refused",
  "bank_return",
  "chain_reorganised",
] as const;
/** One of {@link attemptEvents}. */
export type AttemptEvent = (typeof attemptEvents)[number];

const steps: Readonly<Record<AttemptStep, Partial<Record<AttemptEvent, AttemptStep>>>> = {
  started: {
    method_required: "three_ds_method",
    authentication_sent: "authenticating",
    charge_unknown: "processing",
    customer_awaited: "awaiting_customer",
    money_sent: "settling",
    approved: "success",
    refused: "failed",
  },
  three_ds_method: {
    authentication_sent: "authenticating",
    refused: "failed",
  },
  authenticating: {
    challenge_required: "challenge",
    authentication_passed: "authorising",
    refused: "failed",
  },
  challenge: {
    authentication_passed: "authenticated",
    refused: "failed",
  },
  authenticated: {
    charge_begun: "authorising",
    refused: "failed",
  },
  authorising: {
    method_required: "three_ds_method",
    authentication_sent: "authenticating",
    charge_unknown: "processing",
    approved: "success",
    refused: "failed",
  },
  processing: {
    charge_unknown: "processing",
    approved: "success",
    refused: "failed",
  },
  awaiting_customer: {
    money_sent: "settling",
    refused: "failed",
  },
  settling: {
    money_withdrawn: "awaiting_customer",
    approved: "success",
    refused: "failed",
  },
  success: {
    bank_return: "failed",
    chain_reorganised: "failed",
  },
  failed: {},
};

/** The step after `event`, or undefined when the table has no such way. */
export function nextAttemptStep(step: AttemptStep, event: AttemptEvent): AttemptStep | undefined {
  return steps[step][event];
}

/** The status that the API shows for a step. */
export function attemptStatus(step: AttemptStep): PaymentStatus {
  return step === "success" || step === "failed" ? step : "pending";
}

/** Whether money may be moving in this step, so that only a look-up tells what became of it. */
export function mayHaveCharged(step: AttemptStep): boolean {
  return (
    step === "started" || step === "authorising" || step === "processing" || step === "settling"
  );
}
