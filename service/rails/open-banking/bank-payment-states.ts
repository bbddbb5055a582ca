/**
 * Status table of a payment that a customer confirms at their bank. Pure.
 *
 * It must guarantee that
 * - nothing is ordered before the customer agrees. Once ordered, only the bank can end the payment: while the outcome
 *   is unknown, the service keeps looking it up;
 * - a customer returns once. An authorization code works once, so no transition leads back from `exchanging`;
 * - a final status never changes. `settled` is final, unless the customer's bank sends the money back.
 *
 *   waiting ─ opened ─► at_bank ─ came_back ─► exchanging ─ agreed ─► ordering ─► accepted ─► settled
 *      │                  │ (opened again: at_bank)  │                   │  └─────────┼──────► settled
 *      └─ canceled, time_over ─► canceled, expired   ├─► refused         └────────────┴──────► rejected
 *                                                    └─► failed ◄─ not_taken ─ ordering
 *
 *   settled ─ returned ─► returned
 *
 * `ordering`: the bank may already have the order. Every order of a payment uses the same key.
 */
import type { BankPaymentStatus } from "./tables.ts";

export type { BankPaymentStatus };

export const bankPaymentEvents = [
  "opened",
  "came_back",
  "agreed",
  "refused",
  "exchange_failed",
  "accepted",
  "settled",
  "rejected",
  "returned",
  "not_taken",
  "canceled",
  "time_over",
] as const;
export type BankPaymentEvent = (typeof bankPaymentEvents)[number];

const table: Readonly<
  Record<BankPaymentStatus, Partial<Record<BankPaymentEvent, BankPaymentStatus>>>
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
  settled: { returned: "returned" },
  returned: {},
  rejected: {},
  refused: {},
  canceled: {},
  expired: {},
  failed: {},
};

/** All statuses, in the order of the diagram. */
export const bankPaymentStatuses = Object.keys(table) as BankPaymentStatus[];

/** The status after an event; undefined if the table has no such transition. */
export function nextBankPaymentStatus(
  status: BankPaymentStatus,
  event: BankPaymentEvent,
): BankPaymentStatus | undefined {
  return table[status][event];
}

export function isFinal(status: BankPaymentStatus): boolean {
  return Object.keys(table[status]).length === 0;
}

/** Whether the customer can still be redirected to the bank, and can still cancel. */
export function awaitsCustomer(status: BankPaymentStatus): boolean {
  return status === "waiting" || status === "at_bank";
}
