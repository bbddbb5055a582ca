import type { Operator } from "../../operators/accounts/index.ts";
import type { PaymentsDeps } from "../../payments/index.ts";
import type { Idempotency } from "../../platform/http/idempotency.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";

/** Dependencies of reconciliation. */
export interface SettlementDeps extends PlatformDeps {
  readonly operators: { get(operatorId: string): Operator | Promise<Operator> };
  readonly payments: PaymentsDeps;
}

/** What `createSettlement` needs. */
export interface SettlementNeeds extends SettlementDeps {
  readonly idempotency: Idempotency;
}

/** Rows of a file that one transaction stores and matches. */
export const rowsAtOnce = 1000;

/** Banking days around a payout's day in which its bank entry is accepted. */
export const bankWindowDays = 3;

/** Banking days after which a charge or refund must be in a processor's report. */
export const reportWindowDays = 5;

/** Banking days after which a payout must be at the bank. */
export const payoutWindowDays = 3;

/** Above this amount, in minor units, a second person must confirm closing a break. */
export const secondPersonAboveMinor = 10_000;
