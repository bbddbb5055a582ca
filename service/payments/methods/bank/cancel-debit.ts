import type { PaymentsDeps } from "../../payments-deps.ts";
import type { PaymentCancellation } from "../payment-method.ts";
import { endedAt } from "./apply-ach-outcome.ts";
import { endMandateIn } from "./mandates.ts";

/**
 * Cancels a debit that is in no file yet, and ends its mandate: the customer revoked it, or the purchase is canceled.
 */
export function debitCancellation(deps: Pick<PaymentsDeps, "ach" | "clock">): PaymentCancellation {
  return {
    reason: "debit_canceled",
    isPossible: ({ step }) => step === "settling",
    patch: (attempt, nowMs) => endedAt(attempt, nowMs),
    async endAtRail(tx, { operatorId, paymentId }) {
      if (!(await deps.ach.cancel(operatorId, paymentId, tx))) return false;
      // A canceled debit does not bar an account, so no other entry is canceled.
      await endMandateIn(tx, paymentId, null, deps.clock.nowMs(), () => Promise.resolve(false));
      return true;
    },
  };
}
