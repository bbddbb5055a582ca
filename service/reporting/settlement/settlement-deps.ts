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

/** Rows that one transaction stores and matches. */
export const rowsAtOnce = 1000;

/** A payout's bank entry may be this many banking days from its day. */
export const bankWindowDays = 3;

/** Banking days after which a processor's report must contain a charge or refund. */
export const reportWindowDays = 5;

/** Banking days after which a payout must be at the bank. */
export const payoutWindowDays = 3;

/** Closing a break above this amount, in minor units, needs a second person. */
export const secondPersonAboveMinor = 10_000;
