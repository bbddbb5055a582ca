/** What a payment has returned to refunds so far. Only this file writes it. */
import type { AmountParts } from "#contract/refund-parts";
import type { Tx } from "../../platform/database/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { PriceDetail } from "../pricing/index.ts";

export interface PaymentKey {
  readonly operatorId: string;
  readonly paymentIntentId: string;
  readonly paymentId: string;
}

/** A payment that is locked until the transaction ends. */
export interface LockedPayment {
  readonly paid: AmountParts;
  readonly returned: AmountParts;
  readonly type: string;
  readonly taxState: string | null;
  readonly isSuccess: boolean;
  /** The part of the base that lost disputes took. */
  readonly lostBaseMinor: number;
  /** Whether an open dispute takes money. */
  readonly isDisputed: boolean;
}

/**
 * Locks a payment and gives its intent a new version. Undefined if the payment is not a success, unless `inAnyState`.
 */
export async function lockPayment(
  { clock }: Pick<PlatformDeps, "clock">,
  tx: Tx,
  { operatorId, paymentIntentId, paymentId }: PaymentKey,
  inAnyState = false,
): Promise<LockedPayment | undefined> {
  await touchIntent(tx, { operatorId, paymentIntentId }, clock.nowMs());
  const row = await tx
    .selectFrom("payments")
    .select([
      "status",
      "total_minor",
      "fees_minor",
      "tax_minor",
      "refunded_base_minor",
      "refunded_fees_minor",
      "refunded_tax_minor",
      "type",
      "price_detail",
      "lost_base_minor",
      "open_disputes",
    ])
    .where("operator_id", "=", operatorId)
    .where("payment_id", "=", paymentId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const isSuccess = row.status === "success";
  if (!isSuccess && !inAnyState) return undefined;
  const { taxJurisdiction } = row.price_detail as PriceDetail;
  return {
    type: row.type,
    taxState: taxJurisdiction ?? null,
    paid: {
      baseMinor: row.total_minor - row.fees_minor - row.tax_minor,
      feesMinor: row.fees_minor,
      taxMinor: row.tax_minor,
    },
    returned: {
      baseMinor: row.refunded_base_minor,
      feesMinor: row.refunded_fees_minor,
      taxMinor: row.refunded_tax_minor,
    },
    isSuccess,
    lostBaseMinor: row.lost_base_minor,
    isDisputed: row.open_disputes > 0,
  };
}

/** Adds a refund's parts to what a locked payment has returned, or subtracts them. */
export async function countReturned(
  tx: Tx,
  { operatorId, paymentId }: Pick<PaymentKey, "operatorId" | "paymentId">,
  parts: AmountParts,
  sign: "+" | "-",
): Promise<void> {
  await tx
    .updateTable("payments")
    .set((column) => ({
      refunded_base_minor: column("refunded_base_minor", sign, parts.baseMinor),
      refunded_fees_minor: column("refunded_fees_minor", sign, parts.feesMinor),
      refunded_tax_minor: column("refunded_tax_minor", sign, parts.taxMinor),
    }))
    .where("operator_id", "=", operatorId)
    .where("payment_id", "=", paymentId)
    .execute();
}

/** Makes every process that remembers the intent read it again. */
export async function touchIntent(
  tx: Tx,
  { operatorId, paymentIntentId }: Pick<PaymentKey, "operatorId" | "paymentIntentId">,
  nowMs: number,
): Promise<void> {
  await tx
    .updateTable("payment_intents")
    .set((column) => ({ version: column("version", "+", 1), updated_at: new Date(nowMs) }))
    .where("operator_id", "=", operatorId)
    .where("payment_intent_id", "=", paymentIntentId)
    .execute();
}
