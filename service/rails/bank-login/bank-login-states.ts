/**
 * Status table of a bank login. Pure.
 *
 *     open → exchanging → confirmed | refused | failed
 *        ├───────┴──────→ expired
 *        └──────────────→ failed
 *
 * `exchanging`: the customer has returned and the service exchanges the code at the bank. A code works once, so no
 * transition leads back.
 *
 * `came_back_elsewhere`: the return came from another browser. Plaid's and Trustly's addresses carry no secret of the
 * customer, so the browser that left could use the address to get another person's account.
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

/** Undefined when the table has no such transition. */
export function nextBankLoginStatus(
  status: BankLoginStatus,
  event: BankLoginEvent,
): BankLoginStatus | undefined {
  return table[status][event];
}
