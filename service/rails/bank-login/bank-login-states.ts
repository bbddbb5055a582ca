/**
 * The status table of a log-in: the only place that says what may become of one. Pure.
 *
 *     open → exchanging → confirmed | refused | failed
 *        └───────┴──────→ expired
 *
 * `exchanging`: the customer came back, and the bank is asked. A code is good once, so nothing leads back.
 */
import type { BankLoginStatus } from "#contract/client/bank-logins";

/** What can happen to a log-in. */
export type BankLoginHappening =
  | "came_back"
  | "account_shared"
  | "customer_refused"
  | "exchange_failed"
  | "time_over";

const table: Record<BankLoginStatus, Partial<Record<BankLoginHappening, BankLoginStatus>>> = {
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

/** The status after `happening`; undefined where the table has no such step. */
export function nextBankLoginStatus(
  status: BankLoginStatus,
  happening: BankLoginHappening,
): BankLoginStatus | undefined {
  return table[status][happening];
}
