/**
 * What may become of a payment that a customer confirms at their bank: the only place that says so. Pure.
 *
 * It must hold that
 * - nothing is ordered before the customer has agreed, and after that it is never given up by itself: an
 *   order that nobody knows the outcome of is asked about until the bank knows it;
 * - a customer comes back once: a code is good once, so nothing leads back from `exchanging`;
 * - a final status stays.
 *
 *   waiting ─ opened ─► at_bank ─ came_back ─► exchanging ─ agreed ─► ordering ─► accepted ─► settled
 *      │                  │ (opened again: at_bank)  │                   │  └─────────┼──────► settled
 *      └─ canceled, time_over ─► canceled, expired   ├─► refused         └────────────┴──────► rejected
 *                                                    └─► failed ◄─ not_taken ─ ordering
 *
 * `ordering`: the order may be with the bank already; it is always under the same key.
 */
import type { BankPaymentStatus } from "./tables.ts";

export type { BankPaymentStatus };

/** What can happen to it. */
export const bankPaymentHappenings = [
  "opened",
  "came_back",
  "agreed",
  "refused",
  "exchange_failed",
  "accepted",
  "settled",
  "rejected",
  "not_taken",
  "canceled",
  "time_over",
] as const;
/** One of {@link bankPaymentHappenings}. */
export type BankPaymentHappening = (typeof bankPaymentHappenings)[number];

const table: Readonly<
  Record<BankPaymentStatus, Partial<Record<BankPaymentHappening, BankPaymentStatus>>>
> = {
  waiting: { opened: "at_bank", canceled: "canceled", time_over: "expired" },
  at_bank: {
    opened: "at_bank",
    came_back: "exchanging",
    canceled: "canceled",
    time_over: "expired",
  },
  exchanging: { agreed: "ordering", refused: "refused", exchange_failed: "failed" },
  ordering: {
    accepted: "accepted",
    settled: "settled",
    rejected: "rejected",
    not_taken: "failed",
  },
  accepted: { settled: "settled", rejected: "rejected" },
  settled: {},
  rejected: {},
  refused: {},
  canceled: {},
  expired: {},
  failed: {},
};

/** All statuses, in the order of the picture. */
export const bankPaymentStatuses = Object.keys(table) as BankPaymentStatus[];

/** The status after `happening`; undefined where the table has no such step. */
export function nextBankPaymentStatus(
  status: BankPaymentStatus,
  happening: BankPaymentHappening,
): BankPaymentStatus | undefined {
  return table[status][happening];
}

/** Whether nothing can happen any more. */
export function isFinal(status: BankPaymentStatus): boolean {
  return Object.keys(table[status]).length === 0;
}

/** Whether the customer may still be sent to the bank, and may still cancel. */
export function awaitsCustomer(status: BankPaymentStatus): boolean {
  return status === "waiting" || status === "at_bank";
}
