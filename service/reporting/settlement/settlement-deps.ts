import type { Operator } from "../../operators/accounts/index.ts";
import type { PaymentsDeps } from "../../payments/index.ts";
import type { Idempotency } from "../../platform/http/idempotency.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";

export interface SettlementDeps extends PlatformDeps {
  readonly operators: { get(operatorId: string): Operator | Promise<Operator> };
  readonly payments: PaymentsDeps;
}

export interface SettlementNeeds extends SettlementDeps {
  readonly idempotency: Idempotency;
}

/** How many rows one transaction processes. */
export const rowsAtOnce = 1000;

/** Banking days before or after a payout's day in which its bank entry may come. */
export const bankWindowDays = 3;

/** Banking days until a processor's report must contain a charge or refund. */
export const reportWindowDays = 5;

/** Banking days until a payout must be at the bank. */
export const payoutWindowDays = 3;
