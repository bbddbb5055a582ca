/*
 * The steps of a payout, from the intent to the end of the money's way, and every way from one to
 * another. Intent and record (the `disbursement`) are one thing with one step and one version; the two
 * statuses that the API shows follow from the step.
 *
 * It guarantees: no money moves but from `approved`, and nothing comes to `approved` except by a
 * decision; a final step stays (only a return undoes `success`); whatever is not in the table is
 * refused by the caller and logged.
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
 * `approved` means that the payout may be on its way under its key, so that only a look-up tells what
 * became of it; `sent`, that the other side has it and will know later.
 */
import type { DisbursementIntentStatus, DisbursementStatus } from "#contract/api/disbursements";
import type { DisbursementEventStatus } from "#contract/events/event-types";

/** Every step of a payout. */
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
/** One of {@link payoutSteps}. */
export type PayoutStep = (typeof payoutSteps)[number];

/** Everything that may happen to a payout after it was made. */
export const payoutHappenings = [
  /** What the W-9 needs is missing from the customer, or is not any more. */
  "data_missing",
  "data_complete",
  /** Two hours are over and nothing was chosen. */
  "window_closed",
  "method_chosen",
  /** The W-9 has come, and with it another amount to withhold. */
  "withholding_changed",
  "approved",
  "rejected",
  /** The processor or the rail has it. */
  "taken_up",
  "arrived",
  /** The processor said no. */
  "refused",
  /** The rail said no, later. */
  "failed",
  /** Taken back before it arrived. */
  "canceled",
  /** The money came back after it had arrived. */
  "came_back",
] as const;
/** One of {@link payoutHappenings}. */
export type PayoutHappening = (typeof payoutHappenings)[number];

const table: Readonly<Record<PayoutStep, Partial<Record<PayoutHappening, PayoutStep>>>> = {
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
  },
  approved: {
    taken_up: "sent",
    arrived: "success",
    refused: "declined",
    failed: "failed",
    canceled: "voided",
  },
  sent: { arrived: "success", refused: "declined", failed: "failed", canceled: "voided" },
  success: { came_back: "refunded" },
  declined: {},
  failed: {},
  voided: {},
  refunded: {},
  rejected: {},
  expired: {},
};

/** The step after `happening`, or undefined when the table has no such way. */
export function nextPayoutStep(
  step: PayoutStep,
  happening: PayoutHappening,
): PayoutStep | undefined {
  return table[step][happening];
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

/** The intent's status in a step. */
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

/** The record's status in a step; null where there is no record. */
export function recordStatusOf(step: PayoutStep): DisbursementStatus | null {
  return recordStatuses[step];
}

const eventStatuses: Readonly<Partial<Record<PayoutHappening, DisbursementEventStatus>>> = {
  window_closed: "expired",
  method_chosen: "pending-validation",
  approved: "approved",
  rejected: "rejected",
  arrived: "success",
  refused: "declined",
  failed: "failed",
  canceled: "voided",
  came_back: "refunded",
};

/** What webhooks are told of a happening; null: nothing. */
export function eventOf(happening: PayoutHappening): DisbursementEventStatus | null {
  return eventStatuses[happening] ?? null;
}

/** Steps that nothing leads out of, a return after success apart. */
export function isFinal(step: PayoutStep): boolean {
  return Object.keys(table[step]).length === 0 || step === "success";
}

/** Steps whose amount counts towards the year: submitted minus failed, voided, refunded. */
export const countedSteps: readonly PayoutStep[] = [
  "awaiting_approval",
  "approved",
  "sent",
  "success",
];

/** Steps in which money may be on its way, so that somebody has to ask about it. */
export function mayBeOnItsWay(step: PayoutStep): boolean {
  return step === "approved" || step === "sent";
}
