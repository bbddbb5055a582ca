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
import { tell } from "./tell.ts";

/** Pause before the next question to the bank: it doubles, to a minute and a quarter of an hour. */
function pauseMs(row: BankPayment): number {
  const most = row.status === "ordering" ? 60_000 : 15 * 60_000;
  return Math.min(most, 1_000 * 2 ** Math.min(row.checks, 12));
}

/**
 * Orders a payment that the customer has agreed to, for the first time. Whatever comes of it is stored and
 * told; where nothing does, recovery asks.
 */
export async function orderPayment(deps: OpenBankingDeps, row: BankPayment): Promise<BankPayment> {
  const outcome = await payAtBank(deps, row);
  // Nobody has ordered it before, so what this call did not order is not ordered.
  return outcome.type === "not_taken"
    ? settle(deps, row, "not_taken", "bank_rejected")
    : takeOutcome(deps, row, outcome);
}

/**
 * Finds out about a payment that may have been ordered. One that the bank does not know is ordered again
 * under the same key, while the customer's leave lives; once it surely never was, it has failed.
 */
export async function findOut(deps: OpenBankingDeps, row: BankPayment): Promise<BankPayment> {
  const { provider, times, clock } = deps;
  if (!provider) return askLater(deps, row);
  const found = await provider.lookUp({ key: row.payment_id, order: orderOf(row) });
  if (found.type !== "not_found" || row.status !== "ordering") {
    return takeOutcome(deps, row, found);
  }
  const sinceMs = clock.nowMs() - (row.agreed_at ?? row.created_at).getTime();
  if (sinceMs < times.leaveMs) return takeOutcome(deps, row, await payAtBank(deps, row));
  return sinceMs < times.certainMs
    ? askLater(deps, row)
    : settle(deps, row, "not_taken", "processing_interrupted");
}

async function payAtBank(deps: OpenBankingDeps, row: BankPayment): Promise<BankPaymentOutcome> {
  if (!deps.provider || row.token_sealed === null) return { type: "unknown", reason: "no_leave" };
  return deps.provider.pay({
    accessToken: deps.keyring.decryptField(placeOf(row, "token_sealed"), row.token_sealed),
    key: row.payment_id,
    order: orderOf(row),
  });
}

async function takeOutcome(
  deps: OpenBankingDeps,
  row: BankPayment,
  outcome: BankPaymentOutcome,
): Promise<BankPayment> {
  switch (outcome.type) {
    case "accepted":
    case "settled":
    case "rejected": {
      if (outcome.type === row.status) return askLater(deps, row);
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
        // It says nothing of this one, which may have been taken or not.
        deps.log.error("a bank named its payment of another payment", {
          paymentId: row.payment_id,
        });
        return askLater(deps, row);
      }
      if (moved) await tell(deps, moved);
      return moved ?? row;
    }
    case "unknown":
      deps.log.warn("what became of a payment at the bank is not known", {
        paymentId: row.payment_id,
        reason: outcome.reason,
      });
      return askLater(deps, row);
    // The first order may have been taken after all: only a look-up tells.
    case "not_taken":
      return askLater(deps, row);
    case "not_found":
      deps.log.error("a bank does not know a payment any more that it had accepted", {
        paymentId: row.payment_id,
      });
      return askLater(deps, row);
  }
}

async function settle(
  deps: OpenBankingDeps,
  row: BankPayment,
  happening: "not_taken",
  reason: string,
): Promise<BankPayment> {
  const moved = await moveBankPayment(deps, row, happening, { reason });
  if (moved) await tell(deps, moved);
  return moved ?? row;
}

async function askLater(deps: OpenBankingDeps, row: BankPayment): Promise<BankPayment> {
  const changed = await changeBankPayment(deps, row, {
    checks: row.checks + 1,
    next_check_at: new Date(deps.clock.nowMs() + pauseMs(row)),
  });
  return changed ?? row;
}
