/**
 * Status table of a bank login, and the only place that decides which statuses can follow. Pure.
 *
 *     open → exchanging → confirmed → failed
 *        │       ├──────→ refused
 *        ├───────┼──────→ failed
 *        └───────┴──────→ expired
 *
 * `exchanging`: the customer has returned and the service exchanges the code at the bank. A code works once, so no
 * transition leads back.
 *
 * `came_back_elsewhere`: somebody returned in another browser, so they may have shared the account. With a return that
 * proves nothing (Plaid's), the browser that left can get it first; nothing else may use it then.
 */
import type { BankLoginStatus } from "#contract/client/bank-logins";

export type BankLoginEvent =
  | "came_back"
  | "came_back_elsewhere"
  | "account_shared"
  | "customer_refused"
  | "exchange_failed"
  | "time_over";

const table: Record<BankLoginStatus, Partial<Record<BankLoginEvent, BankLoginStatus>>> = {
  open: { came_back: "exchanging", came_back_elsewhere: "failed", time_over: "expired" },
  exchanging: {
    came_back_elsewhere: "failed",
    account_shared: "confirmed",
    customer_refused: "refused",
    exchange_failed: "failed",
    time_over: "expired",
  },
  confirmed: { came_back_elsewhere: "failed" },
  refused: {},
  failed: {},
  expired: {},
};

/** The status after an event; undefined if the table has no such transition. */
export function nextBankLoginStatus(
  status: BankLoginStatus,
  event: BankLoginEvent,
): BankLoginStatus | undefined {
  return table[status][event];
}
