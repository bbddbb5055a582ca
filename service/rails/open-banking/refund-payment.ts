import type { BankRefundOrder, BankRefundOutcome } from "../../providers/open-banking/index.ts";
import type { OpenBankingDeps } from "./bank-payment.ts";

/** A refund of a payment by bank. */
export interface BankPaymentRefund {
  readonly operatorId: string;
  readonly paymentId: string;
  readonly amountMinor: number;
  readonly currency: string;
}

/** Sends a settled payment back, or a part of it. Once per key; never throws for the bank's behaviour. */
export async function refundAtBank(
  deps: OpenBankingDeps,
  refund: BankPaymentRefund,
  key: string,
): Promise<BankRefundOutcome> {
  const order = await orderOf(deps, refund, key);
  if (!deps.provider) return { type: "unreached" };
  return order ? deps.provider.refund({ key, order }) : { type: "not_offered" };
}

/** Looks up the refund with this key. Changes nothing. */
export async function lookUpRefundAtBank(
  deps: OpenBankingDeps,
  refund: BankPaymentRefund,
  key: string,
): Promise<BankRefundOutcome> {
  const order = await orderOf(deps, refund, key);
  if (!deps.provider || !order) return { type: "unknown", reason: "no_such_payment" };
  return deps.provider.lookUpRefund({ key, order });
}

/** Null if the bank's id of the payment is not known. */
async function orderOf(
  { database }: Pick<OpenBankingDeps, "database">,
  { operatorId, paymentId, amountMinor, currency }: BankPaymentRefund,
  key: string,
): Promise<BankRefundOrder | null> {
  const row = await database.kysely
    .selectFrom("bank_payments")
    .select(["bank_payment_id", "reference"])
    .where("operator_id", "=", operatorId)
    .where("payment_id", "=", paymentId)
    .where("status", "=", "settled")
    .executeTakeFirst();
  if (!row?.bank_payment_id) return null;
  const { bank_payment_id: bankPaymentId, reference } = row;
  return { bankPaymentId, amountMinor, currency, reference, endToEndId: key };
}
