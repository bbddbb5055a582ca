import { inTransaction } from "../../../platform/database/transaction.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import { achRecall, lookUpAchEntry } from "../../refunds/ach-entry-outcome.ts";
import type { RefundRail } from "../../refunds/refund-rail.ts";
import { companyNameOf } from "./bank-attempt.ts";

/**
 * A credit to the debited account, in the next file. It is a reversing entry only if staff say that the debit was an
 * error (Nacha Operating Rules, 2.9). An order is an insert under the refund's key, so repeats make one entry.
 */
export function debitRefunds(deps: Pick<PaymentsDeps, "ach" | "database" | "store">): RefundRail {
  const lookUp: RefundRail["lookUp"] = (order, key) => lookUpAchEntry(deps, "refund", order, key);
  return {
    isRefundable: () => deps.ach.isConfigured,
    lookUp,
    recall: achRecall(deps),
    async send(order, key) {
      const { operatorId, paymentId, paymentIntentId, amountMinor, isReversal } = order;
      if (!deps.ach.isConfigured) {
        return { type: "unreached", waitsFor: "provider_not_configured" };
      }
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
          isReversal,
        }),
      );
      if (ordered === "not_settled") return { type: "rejected", failureCode: "payment_returned" };
      if (ordered === "too_late") return { type: "rejected", failureCode: "reversal_too_late" };
      if (ordered === "unreadable") {
        return { type: "rejected", failureCode: "destination_unreadable" };
      }
      if (ordered === "erased") return { type: "rejected", failureCode: "account_erased" };
      return lookUp(order, key);
    },
  };
}
