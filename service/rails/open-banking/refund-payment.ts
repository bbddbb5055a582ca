import type {
  BankRefundOrder,
  BankRefundOutcome,
  OpenBankingProvider,
} from "../../providers/open-banking/index.ts";
import { type BankPayment, bankOf, type OpenBankingDeps, orderOf } from "./bank-payment.ts";
import { applyOutcome } from "./order-payment.ts";

export interface BankPaymentRefund {
  readonly operatorId: string;
  readonly paymentId: string;
  readonly amountMinor: number;
  readonly currency: string;
}

/** The settings no longer contain the payment's bank. */
export const bankMissing = "bank_not_configured";

/**
 * `payment_returned`: the payment came back, so nothing was refunded and nothing will be. `not_now` also without the
 * bank, and while the bank refuses a payment that it does not report as settled.
 */
export type BankPaymentRefundOutcome =
  | Exclude<BankRefundOutcome, { type: "not_now" }>
  | {
      readonly type: "not_now";
      readonly reason: "balance_too_low" | "payment_unclear" | typeof bankMissing;
    }
  | { readonly type: "payment_returned"; readonly bankRefundId: string | null };

/** Refunds all or a part of a settled payment, once per key. Never throws for the bank's behavior. */
export async function refundAtBank(
  deps: OpenBankingDeps,
  refund: BankPaymentRefund,
  key: string,
): Promise<BankPaymentRefundOutcome> {
  const payment = await findPaid(deps, refund);
  if (payment?.status === "returned") return { type: "payment_returned", bankRefundId: null };
  const order = payment && refundOrderOf(payment, refund, key);
  if (!order) return { type: "not_offered" };
  const bank = bankOf(deps, payment);
  if (!bank) return { type: "not_now", reason: bankMissing };
  return explained(deps, bank, payment, await bank.refund({ key, order }));
}

/** Looks a refund up by its key, even after its payment came back. */
export async function lookUpRefundAtBank(
  deps: OpenBankingDeps,
  refund: BankPaymentRefund,
  key: string,
): Promise<BankPaymentRefundOutcome> {
  const payment = await findPaid(deps, refund);
  const order = payment && refundOrderOf(payment, refund, key);
  if (!order) return { type: "unknown", reason: "no_such_payment" };
  const bank = bankOf(deps, payment);
  if (!bank) return { type: "unknown", reason: bankMissing };
  return explained(deps, bank, payment, await bank.lookUpRefund({ key, order }));
}

/**
 * Explains a refusal: the payment may have come back unnoticed. Then the customer has the money, and must not be asked
 * for an account.
 */
async function explained(
  deps: OpenBankingDeps,
  bank: OpenBankingProvider,
  payment: BankPayment,
  outcome: BankRefundOutcome,
): Promise<BankPaymentRefundOutcome> {
  if (outcome.type !== "refused" && outcome.type !== "rejected") return outcome;
  const bankRefundId = outcome.type === "rejected" ? outcome.bankRefundId : null;
  const returned = { type: "payment_returned", bankRefundId } as const;
  if (payment.status === "returned") return returned;
  const found = await bank.lookUp({
    key: payment.payment_id,
    order: orderOf(payment),
    bankPaymentId: payment.bank_payment_id,
  });
  const isMore =
    found.type === "settled" && (found.partReturned?.amountMinor ?? 0) > payment.returned_minor;
  if (found.type === "settled" && !isMore) return outcome;
  if (isMore) await applyOutcome(deps, payment, found);
  if (found.type === "returned" || found.type === "rejected") {
    await applyOutcome(deps, payment, found);
    return returned;
  }
  // A refusal moved nothing, so the refund can be sent again.
  return outcome.type === "refused"
    ? { type: "not_now", reason: "payment_unclear" }
    : { type: "unknown", reason: `payment_${found.type}` };
}

function findPaid(
  { database }: Pick<OpenBankingDeps, "database">,
  { operatorId, paymentId }: BankPaymentRefund,
): Promise<BankPayment | undefined> {
  return database.kysely
    .selectFrom("bank_payments")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("payment_id", "=", paymentId)
    .where("status", "in", ["settled", "returned"])
    .executeTakeFirst();
}

/** The order for the bank; null if the bank's id of the payment is not known. */
function refundOrderOf(
  { bank_payment_id: bankPaymentId, reference }: BankPayment,
  { amountMinor, currency }: BankPaymentRefund,
  key: string,
): BankRefundOrder | null {
  return bankPaymentId === null
    ? null
    : { bankPaymentId, amountMinor, currency, reference, endToEndId: key };
}
