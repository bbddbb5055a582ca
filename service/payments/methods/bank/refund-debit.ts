import { achReasonCode } from "#contract/payment-reasons/index";
import type { Tables } from "../../../platform/database/tables.ts";
import { inTransaction } from "../../../platform/database/transaction.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import type { RefundOutcome, RefundRail } from "../../refunds/refund-rail.ts";
import { companyNameOf } from "./bank-attempt.ts";

/**
 * Refunds of ACH debits: a credit to the account that was debited, in the next file. A reversing entry is
 * only for errors (Nacha Operating Rules, 2.9), so a refund never is one. An order is an insert under the
 * refund's key, so repeated orders make one entry.
 */
export function debitRefunds(deps: Pick<PaymentsDeps, "ach" | "database" | "store">): RefundRail {
  const lookUp: RefundRail["lookUp"] = async ({ operatorId, amountMinor }, key) => {
    const entry = await deps.ach.find(operatorId, key);
    if (!entry) return { type: "not_found" };
    const isOurs = entry.amount_minor === amountMinor && entry.source === "refund";
    return isOurs ? outcomeOf(entry) : { type: "unknown", reason: "mismatch" };
  };
  return {
    isRefundable: () => deps.ach.isConfigured,
    lookUp,
    async send(order, key) {
      const { operatorId, paymentId, paymentIntentId, amountMinor } = order;
      if (!deps.ach.isConfigured) return { type: "unreached" };
      const intent = await deps.store.read(paymentIntentId);
      if (!intent) return { type: "unknown", reason: "no_such_intent" };
      const companyName = companyNameOf(intent);
      const ordered = await inTransaction(deps.database, (tx) =>
        deps.ach.refund(tx, {
          operatorId,
          debitKey: paymentId,
          entryKey: key,
          amountMinor,
          companyName,
        }),
      );
      if (ordered === "not_settled") return { type: "rejected", failureCode: "payment_returned" };
      if (ordered === "erased") return { type: "rejected", failureCode: "account_erased" };
      return lookUp(order, key);
    },
  };
}

function outcomeOf(entry: Tables["ach_entries"]): RefundOutcome {
  const { ach_entry_id: providerRefundId, status, trace_number: trace } = entry;
  const shared = { providerRefundId, kind: "refund" } as const;
  const reference = trace === null ? null : { type: "trace", value: trace };
  switch (status) {
    case "queued":
    case "filed":
      return { ...shared, type: "pending", reference };
    case "settled":
      return { ...shared, type: "success", reference };
    case "canceled":
      return { ...shared, type: "failed", failureCode: "payment_returned" };
    case "returned":
      return { ...shared, type: "failed", failureCode: achReasonCode(entry.return_code ?? "") };
  }
}
