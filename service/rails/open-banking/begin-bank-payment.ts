import type { Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { BankOrder } from "../../providers/open-banking/index.ts";
import { isRedirectLinkUsable, sealRedirectLink } from "../bank-redirect/index.ts";
import {
  type BankPayment,
  findBankPayment,
  moveBankPayment,
  type OpenBankingDeps,
  placeOf,
} from "./bank-payment.ts";
import {
  awaitsCustomer,
  type BankPaymentStatus,
  bankPaymentStatuses,
} from "./bank-payment-states.ts";
import { reportUpdate } from "./report-update.ts";
import type { BankPaymentRow } from "./tables.ts";

/** A payment that the customer will confirm at their bank. */
export interface NewBankPayment {
  readonly operatorId: string;
  readonly paymentIntentId: string;
  readonly paymentId: string;
  readonly order: Omit<BankOrder, "endToEndId">;
  readonly way: BankPaymentRow["way"];
  /** The page to return to, checked against the allowed origins. */
  readonly returnUrl: string;
  /** When the customer's time ends. */
  readonly expiresAtMs: number;
}

/** Stores a payment. Does nothing for a known id, so it is safe after a crash. */
export async function beginBankPayment(
  deps: OpenBankingDeps,
  payment: NewBankPayment,
): Promise<void> {
  const { order, paymentId, operatorId } = payment;
  const now = new Date(deps.clock.nowMs());
  const place = placeOf({ operator_id: operatorId, payment_id: paymentId }, "return_url_sealed");
  const expiresAt = new Date(payment.expiresAtMs);
  await deps.database.kysely
    .insertInto("bank_payments")
    .values({
      payment_id: paymentId,
      payment_intent_id: payment.paymentIntentId,
      operator_id: operatorId,
      status: "waiting",
      version: 1,
      amount_minor: order.amountMinor,
      currency: order.currency,
      payee: order.payee,
      reference: order.reference,
      way: payment.way,
      return_url_sealed: deps.keyring.encryptField(place, payment.returnUrl),
      opened_at: null,
      state_hash: null,
      browser_hash: null,
      verifier_sealed: null,
      token_sealed: null,
      agreed_at: null,
      ordered_at: null,
      bank_name: deps.banks[0]?.name ?? null,
      taken_at: null,
      bank_payment_id: null,
      account: null,
      reason: null,
      told_status: null,
      checks: 0,
      next_check_at: expiresAt,
      created_at: now,
      updated_at: now,
      expires_at: expiresAt,
    })
    .onConflict((conflict) => conflict.column("payment_id").doNothing())
    .execute();
}

/** See {@link linkToBank}. */
export const startPath = "/v1/bank-payments/start";

/**
 * A link on our host that redirects the customer to their bank. Works for a minute, and until any link of the payment
 * is opened. The query parameter `window` (`redirect` or `popup`) overrides the submission's.
 */
export function linkToBank(
  { keyring, clock, config }: Pick<OpenBankingDeps, "keyring" | "clock" | "config">,
  { operatorId, paymentId }: Pick<NewBankPayment, "operatorId" | "paymentId">,
): string {
  const sealed = sealRedirectLink({ keyring, clock }, linkPlaceOf(operatorId, paymentId));
  return `${config.publicUrl}${startPath}/${paymentId}?link=${encodeURIComponent(sealed)}`;
}

export function isGoodLink(deps: OpenBankingDeps, row: BankPayment, sealed: string): boolean {
  const place = linkPlaceOf(row.operator_id, row.payment_id);
  const { linkMs } = deps.times;
  const isInTime = deps.clock.nowMs() < row.expires_at.getTime();
  return isInTime && isRedirectLinkUsable(deps, { place, sealed, openedAt: row.opened_at, linkMs });
}

function linkPlaceOf(operatorId: string, paymentId: string) {
  return { operatorId, table: "bank_payments", column: "link", id: paymentId } as const;
}

/**
 * Cancels a payment in the caller's transaction, which also fails the attempt, so nothing is reported. False, with
 * nothing changed, once the customer has returned from the bank.
 */
export async function withdrawBankPayment(
  { clock }: Pick<OpenBankingDeps, "clock">,
  tx: Tx,
  { operatorId, paymentId }: Pick<NewBankPayment, "operatorId" | "paymentId">,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("bank_payments")
    .set((column) => ({
      status: "canceled",
      told_status: "canceled",
      reason: "payment_canceled",
      token_sealed: null,
      verifier_sealed: null,
      next_check_at: null,
      version: column("version", "+", 1),
      updated_at: new Date(clock.nowMs()),
    }))
    .where("operator_id", "=", operatorId)
    .where("payment_id", "=", paymentId)
    .where("status", "in", bankPaymentStatuses.filter(awaitsCustomer))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Cancels the payment unless the customer has confirmed it. Returns the new status: `canceled`, or the one that it
 * already had. Throws ApiError `resource_not_found`.
 */
export async function cancelBankPayment(
  deps: OpenBankingDeps,
  paymentId: string,
): Promise<BankPaymentStatus> {
  for (;;) {
    const row = await findBankPayment(deps, paymentId);
    if (!row) throw new ApiError("resource_not_found");
    if (!awaitsCustomer(row.status)) return row.status;
    const canceled = await moveBankPayment(deps, row, "canceled", {
      reason: "bank_canceled",
    });
    if (canceled) {
      await reportUpdate(deps, canceled);
      return canceled.status;
    }
  }
}
