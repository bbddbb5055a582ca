import { isUniqueViolation } from "../../platform/database/database.ts";
import type { BankPaymentOutcome } from "../../providers/open-banking/index.ts";
import {
  type BankPayment,
  changeBankPayment,
  moveBankPayment,
  type OpenBankingDeps,
  orderOf,
  placeOf,
} from "./bank-payment.ts";
import { reportUpdate } from "./report-update.ts";

/** Pause before the next look-up. It doubles, up to a minute while ordering and 15 minutes once accepted. */
function pauseMs(row: BankPayment): number {
  const most = row.status === "ordering" ? 60_000 : 15 * 60_000;
  return Math.min(most, 1_000 * 2 ** Math.min(row.checks, 12));
}

/**
 * Orders a payment for the first time, after the customer agreed. Stores and reports the outcome; an unknown
 * outcome is left to recovery.
 */
export async function orderPayment(deps: OpenBankingDeps, row: BankPayment): Promise<BankPayment> {
  const outcome = await payAtBank(deps, row);
  // This is the first order, so an order that the bank did not take was never made.
  return outcome.type === "not_taken"
    ? failPayment(deps, row, "not_taken", "bank_rejected")
    : applyOutcome(deps, row, outcome);
}

/**
 * Looks up a payment that may have been ordered. If the bank does not know it, the service orders it again
 * under the same key while the access token works. Once it was certainly never taken, the payment fails.
 */
export async function resolveOrder(deps: OpenBankingDeps, row: BankPayment): Promise<BankPayment> {
  const { provider, times, clock } = deps;
  if (!provider) return checkLater(deps, row);
  const found = await provider.lookUp({ key: row.payment_id, order: orderOf(row) });
  if (found.type !== "not_found" || row.status !== "ordering") {
    return applyOutcome(deps, row, found);
  }
  const sinceMs = clock.nowMs() - (row.agreed_at ?? row.created_at).getTime();
  if (sinceMs < times.tokenMs) return applyOutcome(deps, row, await payAtBank(deps, row));
  return sinceMs < times.neverTakenMs
    ? checkLater(deps, row)
    : failPayment(deps, row, "not_taken", "processing_interrupted");
}

async function payAtBank(deps: OpenBankingDeps, row: BankPayment): Promise<BankPaymentOutcome> {
  if (!deps.provider || row.token_sealed === null) return { type: "unknown", reason: "no_token" };
  return deps.provider.pay({
    accessToken: deps.keyring.decryptField(placeOf(row, "token_sealed"), row.token_sealed),
    key: row.payment_id,
    order: orderOf(row),
  });
}

async function applyOutcome(
  deps: OpenBankingDeps,
  row: BankPayment,
  outcome: BankPaymentOutcome,
): Promise<BankPayment> {
  switch (outcome.type) {
    case "accepted":
    case "settled":
    case "rejected": {
      if (outcome.type === row.status) return checkLater(deps, row);
      const moved = await moveBankPayment(deps, row, outcome.type, {
        token_sealed: null,
        bank_payment_id: outcome.bankPaymentId,
        account: JSON.stringify(outcome.account),
        reason: outcome.type === "rejected" ? outcome.reason : null,
        next_check_at: new Date(deps.clock.nowMs() + 1_000),
      }).catch((error: unknown) => {
        if (isUniqueViolation(error, "bank_payments_one")) return "of_another" as const;
        throw error;
      });
      if (moved === "of_another") {
        // The response says nothing about this payment, which the bank may or may not have taken.
        deps.log.error("a bank returned the id of another payment", {
          paymentId: row.payment_id,
        });
        return checkLater(deps, row);
      }
      if (moved) await reportUpdate(deps, moved);
      return moved ?? row;
    }
    case "unknown":
      deps.log.warn("the outcome of a payment at the bank is unknown", {
        paymentId: row.payment_id,
        reason: outcome.reason,
      });
      return checkLater(deps, row);
    // The bank may have taken the first order after all. Only a look-up can decide.
    case "not_taken":
      return checkLater(deps, row);
    case "not_found":
      deps.log.error("a bank no longer knows a payment that it had accepted", {
        paymentId: row.payment_id,
      });
      return checkLater(deps, row);
  }
}

async function failPayment(
  deps: OpenBankingDeps,
  row: BankPayment,
  event: "not_taken",
  reason: string,
): Promise<BankPayment> {
  const moved = await moveBankPayment(deps, row, event, { reason });
  if (moved) await reportUpdate(deps, moved);
  return moved ?? row;
}

async function checkLater(deps: OpenBankingDeps, row: BankPayment): Promise<BankPayment> {
  const changed = await changeBankPayment(deps, row, {
    checks: row.checks + 1,
    next_check_at: new Date(deps.clock.nowMs() + pauseMs(row)),
  });
  return changed ?? row;
}
