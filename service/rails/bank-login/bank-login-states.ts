/**
 * Status table of a bank login. Pure, and the only place that decides which statuses can follow.
 *
 *     open → exchanging → confirmed | refused | failed
 *        └───────┴──────→ expired
 *
 * `exchanging`: the customer has returned and the service exchanges the code at the bank. A code works
 * once, so no transition leads back from here.
 */
import type { BankLoginStatus } from "#contract/client/bank-logins";

/** Events that can move a bank login. */
export type BankLoginEvent =
  | "came_back"
  | "account_shared"
  | "customer_refused"
  | "exchange_failed"
  | "time_over";

const table: Record<BankLoginStatus, Partial<Record<BankLoginEvent, BankLoginStatus>>> = {
  open: { came_back: "exchanging", time_over: "expired" },
  exchanging: {
    account_shared: "confirmed",
    customer_refused: "refused",
    exchange_failed: "failed",
    time_over: "expired",
  },
  confirmed: {},
  refused: {},
  failed: {},
  expired: {},
};

/** Returns the status after `event`; undefined when the table has no such transition. */
export function nextBankLoginStatus(
  status: BankLoginStatus,
  event: BankLoginEvent,
): BankLoginStatus | undefined {
  return table[status][event];
}
