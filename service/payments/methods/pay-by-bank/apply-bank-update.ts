import type { BankPaymentUpdate } from "../../../rails/open-banking/index.ts";
import { type AttemptUpdate, applyUpdate } from "../../flow/apply-update.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import type { AttemptRecord } from "../../records.ts";
import { attemptStatus } from "../../states/attempt-states.ts";

/**
 * Takes what became of a payment at the bank. News may come twice, and the steps before the last may have
 * been missed: it goes on until there is nothing more to follow.
 */
export async function applyBankUpdate(
  deps: Pick<PaymentsDeps, "clock" | "keyring" | "store">,
  news: BankPaymentUpdate,
): Promise<void> {
  for (;;) {
    const taken = await applyUpdate(deps, news.paymentId, (attempt) => updateFor(attempt, news));
    if (!taken?.written) return;
  }
}

/** The next thing to do with the attempt, given how the payment stands at the bank; null: nothing. Pure. */
export function updateFor(
  attempt: Pick<AttemptRecord, "step" | "paymentMethod">,
  { status, reason, account }: Pick<BankPaymentUpdate, "status" | "reason" | "account">,
): AttemptUpdate | null {
  if (attemptStatus(attempt.step) !== "pending") return null;
  const patch = account ? { paymentMethod: account } : {};
  switch (status) {
    case "waiting":
    case "at_bank":
      return null;
    case "exchanging":
    case "ordering":
    case "accepted":
    case "settled": {
      if (attempt.step !== "settling") return { event: "money_sent", patch };
      if (status === "settled") return { event: "approved", patch };
      return account && !attempt.paymentMethod ? { patch } : null;
    }
    default:
      return { event: "refused", patch, reason: reason ?? "bank_rejected" };
  }
}
