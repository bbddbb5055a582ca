import type { DepositUpdate, DepositView } from "../../../rails/coins/index.ts";
import { type AttemptUpdate, applyUpdate } from "../../flow/apply-update.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import type { AttemptRecord } from "../../records.ts";
import { attemptStatus } from "../../states/attempt-states.ts";
import { depositOf, withDeposit } from "./crypto-detail.ts";

/**
 * Takes what became of a deposit. News may come twice, and changes in between may have been passed over: it
 * goes on until there is nothing more to follow.
 */
export async function applyDepositUpdate(
  deps: Pick<PaymentsDeps, "clock" | "keyring" | "store">,
  { paymentId, view }: DepositUpdate,
): Promise<void> {
  for (;;) {
    const taken = await applyUpdate(deps, paymentId, (attempt) => updateFor(attempt, view));
    if (!taken?.written) return;
  }
}

type KnownAttempt = Pick<AttemptRecord, "step" | "messages" | "detail">;

/** The next thing to do with the attempt, given how its deposit stands; null: nothing. Pure. */
export function updateFor(attempt: KnownAttempt, view: DepositView): AttemptUpdate | null {
  // The request that opened the deposit begins; it tells the same.
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
  const isTakenBack = status === "reorganised" || status === "late";
  if (step === "success") {
    return isTakenBack ? { event: "chain_reorganised", reason: "chain_reorganised" } : null;
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

/** What is told beside the status, each once. */
function messageFor({ step, messages }: KnownAttempt, view: DepositView): string | null {
  const due = [
    view.isOverpaid && step === "success" ? "overpaid" : null,
    view.status === "late" && step === "failed" ? "paid_late" : null,
    view.hasWrongAsset ? "wrong_asset" : null,
  ];
  return due.find((code) => code && !messages.some((each) => each.code === code)) ?? null;
}
