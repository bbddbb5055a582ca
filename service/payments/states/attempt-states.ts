/*
 * The steps of an attempt, and every transition between them.
 *
 * The table guarantees:
 * - A final step stays final. Only a bank return, a chain reorganization or a person who corrects a mark
 *   (../outcomes) changes it.
 * - Nothing is charged while the attempt waits for the customer's issuer in `challenge`.
 * - The caller refuses and logs every transition that is not in the table.
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
 * In `started` and `authorising` a charge may be in progress under the attempt's charge key; only a look-up can find
 * its outcome. A soft decline leads from these two steps to 3-D Secure, under the next charge key. In `processing` the
 * processor has the charge, or its outcome is unknown, or the customer confirms on the page of a processor with its own
 * 3-D Secure, which then charges by itself.
 *
 * Payment methods other than cards use the lower path. In `awaiting_customer` the customer acts at their bank or in
 * their wallet. In `settling` the money is on its way: an ordered debit, an accepted bank transfer, or a deposit
 * without enough confirmations.
 */
import type { PaymentStatus } from "#contract/api/payment-intents";

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
export type AttemptStep = (typeof attemptSteps)[number];

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
  "found_charged",
  "found_not_charged",
] as const;
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
    found_not_charged: "failed",
  },
  failed: { found_charged: "success" },
};

/** The step after an event; undefined when the table has no such transition. */
export function nextAttemptStep(step: AttemptStep, event: AttemptEvent): AttemptStep | undefined {
  return steps[step][event];
}

/** The status that the API shows for a step. */
export function attemptStatus(step: AttemptStep): PaymentStatus {
  return step === "success" || step === "failed" ? step : "pending";
}

/** Whether money may be moving in this step. Then only a look-up can find the outcome. */
export function mayHaveCharged(step: AttemptStep): boolean {
  return (
    step === "started" || step === "authorising" || step === "processing" || step === "settling"
  );
}
