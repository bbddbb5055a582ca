/*
 * The steps of a payout. Intent and record (the `disbursement`) are one row with one step and one version. The two
 * statuses that the API shows follow from the step.
 *
 * Guarantees: money moves only from `approved`, and only a decision leads there. A final step never changes, with two
 * exceptions. A return moves `success` to `refunded`. A person who corrects an outcome that staff entered (../outcomes)
 * moves `failed` to `success` (`found_paid`), or back (`found_not_paid`). The caller ignores and logs an event that the
 * table does not allow.
 *
 *   requires_customer_data ◄─ data_missing / data_complete ─► open
 *          └──────────────── window_closed ──► expired ◄───────┤
 *                                                              │ method_chosen
 *   rejected ◄── rejected ── awaiting_approval ◄───────────────┘
 *                             │        └ withholding_changed ► awaiting_approval
 *                             │ approved
 *                             ▼
 *   voided ◄── canceled ── approved ── taken_up ──► sent ── canceled ► voided
 *                             ├──── arrived ──► success ◄── arrived ─┤
 *                             │                    └ came_back ► refunded
 *                             ├──── refused ──► declined ◄── refused ┤
 *                             └──── failed ───► failed ◄──── failed ─┘
 *
 * A sanctions review can hold a payout in `awaiting_approval`, in `approved` before it was sent, and in `sent` while
 * the rail queues it: `held` and `released` leave the step as it is.
 *
 * In `approved`, the payout may be in transit under its key, so only a look-up can show its outcome. In `sent`, the
 * provider has it and will report the outcome later.
 */
import type { DisbursementIntentStatus, DisbursementStatus } from "#contract/api/disbursements";
import type { DisbursementEventStatus } from "#contract/events/event-types";

export const payoutSteps = [
  "requires_customer_data",
  "open",
  "awaiting_approval",
  "approved",
  "sent",
  "success",
  "declined",
  "failed",
  "voided",
  "refunded",
  "rejected",
  "expired",
] as const;
export type PayoutStep = (typeof payoutSteps)[number];

/** The history stores these names. */
export const payoutEvents = [
  /** The W-9 needs profile fields. */
  "data_missing",
  "data_complete",
  /** Two hours have passed without a choice. */
  "window_closed",
  "method_chosen",
  /** The W-9 changes the amount to withhold. */
  "withholding_changed",
  "approved",
  "rejected",
  /** The processor or the rail accepted it. */
  "taken_up",
  "arrived",
  /** The processor declined it. */
  "refused",
  /** The rail reported a failure later. */
  "failed",
  /** The payout was canceled before it arrived. */
  "canceled",
  /** The money was returned after it had arrived. */
  "came_back",
  /** A person corrected an outcome that staff had entered to the one that the provider reports. */
  "found_paid",
  "found_not_paid",
  /** A sanctions review stops it before it is sent, or releases it. The step stays. */
  "held",
  "released",
] as const;
export type PayoutEvent = (typeof payoutEvents)[number];

const table: Readonly<Record<PayoutStep, Partial<Record<PayoutEvent, PayoutStep>>>> = {
  requires_customer_data: { data_complete: "open", window_closed: "expired" },
  open: {
    data_missing: "requires_customer_data",
    method_chosen: "awaiting_approval",
    window_closed: "expired",
  },
  awaiting_approval: {
    withholding_changed: "awaiting_approval",
    approved: "approved",
    rejected: "rejected",
    held: "awaiting_approval",
    released: "awaiting_approval",
  },
  approved: {
    taken_up: "sent",
    arrived: "success",
    refused: "declined",
    failed: "failed",
    canceled: "voided",
    held: "approved",
    released: "approved",
  },
  sent: {
    arrived: "success",
    refused: "declined",
    failed: "failed",
    canceled: "voided",
    held: "sent",
    released: "sent",
  },
  success: { came_back: "refunded", found_not_paid: "failed" },
  declined: {},
  failed: { found_paid: "success" },
  voided: {},
  refunded: {},
  rejected: {},
  expired: {},
};

/** The step after an event; undefined if the table has no such transition. */
export function nextPayoutStep(step: PayoutStep, event: PayoutEvent): PayoutStep | undefined {
  return table[step][event];
}

const intentStatuses: Readonly<Record<PayoutStep, DisbursementIntentStatus>> = {
  requires_customer_data: "requires-customer-data",
  open: "pending",
  awaiting_approval: "pending-validation",
  approved: "pending",
  sent: "pending",
  success: "success",
  declined: "failed",
  failed: "failed",
  voided: "failed",
  refunded: "refunded",
  rejected: "rejected",
  expired: "expired",
};

/** The status that the API shows for a payout intent. */
export function intentStatusOf(step: PayoutStep): DisbursementIntentStatus {
  return intentStatuses[step];
}

const recordStatuses: Readonly<Record<PayoutStep, DisbursementStatus | null>> = {
  requires_customer_data: null,
  open: null,
  awaiting_approval: "pending-validation",
  approved: "pending",
  sent: "pending",
  success: "success",
  declined: "failed",
  failed: "failed",
  voided: "voided",
  refunded: "refunded",
  rejected: "voided",
  expired: null,
};

/** The disbursement's status in a step; null if there is no disbursement. */
export function recordStatusOf(step: PayoutStep): DisbursementStatus | null {
  return recordStatuses[step];
}

const eventStatuses: Readonly<Partial<Record<PayoutEvent, DisbursementEventStatus>>> = {
  window_closed: "expired",
  method_chosen: "pending-validation",
  approved: "approved",
  rejected: "rejected",
  arrived: "success",
  refused: "declined",
  failed: "failed",
  canceled: "voided",
  came_back: "refunded",
  found_paid: "success",
  found_not_paid: "failed",
  held: "held",
  released: "released",
};

/** The status that webhooks report for an event; null if they report none. */
export function webhookStatusOf(event: PayoutEvent): DisbursementEventStatus | null {
  return eventStatuses[event] ?? null;
}

const finalSteps: ReadonlySet<PayoutStep> = new Set([
  "success",
  "declined",
  "failed",
  "voided",
  "refunded",
  "rejected",
  "expired",
]);

export function isFinal(step: PayoutStep): boolean {
  return finalSteps.has(step);
}

/** Steps in which the amount counts towards the year: submitted, and not failed, voided or refunded. */
export const countedSteps: readonly PayoutStep[] = [
  "awaiting_approval",
  "approved",
  "sent",
  "success",
];
