import type { BankPaymentUpdate } from "../../../rails/open-banking/index.ts";
import { type AttemptUpdate, applyUpdate } from "../../flow/apply-update.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import type { AttemptRecord } from "../../records.ts";
import { attemptStatus } from "../../states/attempt-states.ts";

/** Updates may repeat, and steps may be missed, so it applies transitions until none is left. */
export async function applyBankUpdate(
  deps: Pick<PaymentsDeps, "clock" | "keyring" | "store">,
  update: BankPaymentUpdate,
): Promise<void> {
  for (;;) {
    const applied = await applyUpdate(deps, update.paymentId, (attempt) =>
      updateFor(attempt, update),
    );
    if (!applied?.written) return;
  }
}

/** What the bank's update changes in the attempt; null if nothing. Pure. */
export function updateFor(
  attempt: Pick<AttemptRecord, "step" | "paymentMethod">,
  { status, reason, account }: Pick<BankPaymentUpdate, "status" | "reason" | "account">,
): AttemptUpdate | null {
  if (status === "returned" && attempt.step === "success") {
    return { event: "bank_return", reason: reason ?? "bank_return" };
  }
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
