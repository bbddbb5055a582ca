import type { DepositUpdate, DepositView } from "../../../rails/coins/index.ts";
import { type AttemptUpdate, applyUpdate } from "../../flow/apply-update.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import type { AttemptRecord } from "../../records.ts";
import { attemptStatus } from "../../states/attempt-states.ts";
import { depositOf, withDeposit } from "./crypto-detail.ts";

/** Updates may repeat or be missed, so it applies transitions until none is left. */
export async function applyDepositUpdate(
  deps: Pick<PaymentsDeps, "clock" | "keyring" | "store">,
  { paymentId, view }: DepositUpdate,
): Promise<void> {
  for (;;) {
    const applied = await applyUpdate(deps, paymentId, (attempt) => updateFor(attempt, view));
    if (!applied?.written) return;
  }
}

type KnownAttempt = Pick<AttemptRecord, "step" | "messages" | "detail">;

/** What a deposit changes in the attempt; null if nothing. Pure. */
export function updateFor(attempt: KnownAttempt, view: DepositView): AttemptUpdate | null {
  // The request that opened the deposit applies the first update itself.
  if (attempt.step === "started") return null;
  const known = depositOf(attempt);
  if (known && known.version > view.version) return null;
  const patch = { detail: withDeposit(attempt, view) };
  const moved = moveFor(attempt, view);
  if (moved) return { ...moved, patch };
  const message = messageFor(attempt, view);
  if (message) return { reason: message, patch };
  return known?.version === view.version ? null : { patch };
}

function moveFor({ step }: KnownAttempt, view: DepositView): Omit<AttemptUpdate, "patch"> | null {
  const { status } = view;
  const isUndone = status === "reorganised" || status === "late";
  if (step === "success") {
    return isUndone ? { event: "chain_reorganised", reason: "chain_reorganised" } : null;
  }
  if (attemptStatus(step) !== "pending") return null;
  switch (status) {
    case "waiting":
    case "underpaid":
      return step === "settling" ? { event: "money_withdrawn" } : null;
    case "detected":
    case "confirming":
      return step === "awaiting_customer" ? { event: "money_sent" } : null;
    case "confirmed":
    case "shaken":
      if (step === "awaiting_customer") return { event: "money_sent" };
      return { event: "approved", ...(view.isOverpaid ? { reason: "overpaid" } : {}) };
    case "expired":
      return {
        event: "refused",
        reason: view.received === "0" ? "deposit_not_received" : "underpaid",
      };
    case "late":
      return { event: "refused", reason: "deposit_not_received" };
    case "reorganised":
      return { event: "refused", reason: "chain_reorganised" };
  }
}

function messageFor({ step, messages }: KnownAttempt, view: DepositView): string | null {
  const due = [
    view.isOverpaid && step === "success" ? "overpaid" : null,
    view.status === "late" && step === "failed" ? "paid_late" : null,
    view.hasWrongAsset ? "wrong_asset" : null,
  ];
  return due.find((code) => code && !messages.some((message) => message.code === code)) ?? null;
}
