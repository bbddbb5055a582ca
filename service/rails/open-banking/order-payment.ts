import type { Updateable } from "kysely";
import { isUniqueViolation } from "../../platform/database/database.ts";
import { unlessBroken } from "../../platform/secrets/seal.ts";
import type { BankPaymentOutcome } from "../../providers/open-banking/index.ts";
import { readGrants } from "./bank-grants.ts";
import {
  type BankPayment,
  bankOf,
  changeBankPayment,
  moveBankPayment,
  type OpenBankingDeps,
  orderOf,
  placeOf,
} from "./bank-payment.ts";
import { nextBankPaymentStatus } from "./bank-payment-states.ts";
import type { Leases } from "./release-lease.ts";
import { reportUpdate } from "./report-update.ts";
import type { BankPaymentRow } from "./tables.ts";

/** The pause before the next look-up doubles, up to a minute while ordering and 15 minutes once accepted. */
function pauseMs(row: BankPayment): number {
  const most = row.status === "ordering" ? 60_000 : 15 * 60_000;
  return Math.min(most, 1_000 * 2 ** Math.min(row.checks, 12));
}

/** Pause between two checks for a notice that an order needs. */
const noticePauseMs = 2_000;

/**
 * Orders a payment after the customer agreed. Stores and reports the outcome, and leaves an unknown one to recovery. An
 * order that needs a notice waits for it: nothing was ordered before.
 */
export async function orderPayment(
  deps: OpenBankingDeps,
  row: BankPayment,
  leases: Leases,
): Promise<BankPayment> {
  const order = await openOrder(deps, row);
  // Without its token nothing was ordered, and nothing can be.
  if (!order) return failPayment(deps, row, "not_taken", "processing_interrupted");
  if (order.isReady === false) return awaitNotice(deps, row);
  const ready = await noteOrder(deps, row, leases);
  if (!ready) return row;
  const outcome = await order.pay();
  // Not taken means never made, because this is the first order.
  return outcome.type === "not_taken"
    ? failPayment(deps, ready, "not_taken", outcome.paymentReason ?? "bank_rejected")
    : applyOutcome(deps, ready, outcome);
}

/**
 * Looks up a payment that may have been ordered. Unknown to the bank, it is ordered again under the same key while the
 * access token works. Once it was certainly never taken, the payment fails.
 */
export async function resolveOrder(
  deps: OpenBankingDeps,
  row: BankPayment,
  leases: Leases,
): Promise<BankPayment> {
  const { times, clock } = deps;
  const provider = bankOf(deps, row);
  if (!provider) return checkLater(deps, row);
  const isOrdering = row.status === "ordering";
  if (isOrdering && provider.canPay && row.ordered_at === null) {
    return orderPayment(deps, row, leases);
  }
  const order = await openOrder(deps, row);
  const outcome = await provider.lookUp({
    key: row.payment_id,
    order: orderOf(row),
    accessToken: order?.accessToken ?? null,
    bankPaymentId: row.bank_payment_id,
  });
  if (outcome.type !== "not_found" || !isOrdering) return applyOutcome(deps, row, outcome);
  if (row.taken_at !== null) {
    deps.log.error("a bank has a payment that it does not show", { paymentId: row.payment_id });
    return checkLater(deps, row);
  }
  const sinceMs = clock.nowMs() - (row.agreed_at ?? row.created_at).getTime();
  // A notice can make the first order late.
  const sinceOrderMs = row.ordered_at ? clock.nowMs() - row.ordered_at.getTime() : sinceMs;
  if (sinceOrderMs >= times.neverTakenMs) {
    return failPayment(deps, row, "not_taken", "processing_interrupted");
  }
  const { orderAfterMs = 0 } = provider.repeats ?? {};
  if (!order || sinceMs >= times.tokenMs || sinceOrderMs < orderAfterMs)
    return checkLater(deps, row);
  const ready = await noteOrder(deps, row, leases);
  return ready ? applyOutcome(deps, ready, await order.pay()) : row;
}

/** Decrypts the order's access token and the grants of notices; null if the token is gone or damaged. */
async function openOrder(deps: OpenBankingDeps, row: BankPayment) {
  const { keyring } = deps;
  const provider = bankOf(deps, row);
  const sealed = row.token_sealed;
  if (!provider || sealed === null) return null;
  const accessToken = unlessBroken(() =>
    keyring.decryptField(placeOf(row, "token_sealed"), sealed),
  );
  if (accessToken === undefined) {
    const problem = "the access token of a payment by bank cannot be decrypted";
    deps.log.errorHourly(problem, { paymentId: row.payment_id });
    return null;
  }
  const grants = provider.canPay ? await readGrants(deps, row) : [];
  const paymentRequest = { accessToken, grants, key: row.payment_id, order: orderOf(row) };
  return {
    accessToken,
    isReady: provider.canPay?.(paymentRequest),
    pay: () => provider.pay(paymentRequest),
  };
}

/**
 * Records when an order is sent, before it is sent, for vendors whose orders wait for a notice: without this time, none
 * was sent. Takes a separate lease, because a notice may have ended this work's lease. Undefined if another process has
 * changed the payment.
 */
async function noteOrder(
  deps: OpenBankingDeps,
  row: BankPayment,
  leases: Leases,
): Promise<BankPayment | undefined> {
  if (!bankOf(deps, row)?.canPay) return row;
  const nowMs = deps.clock.nowMs();
  const leaseEnd = new Date(nowMs + deps.times.leaseMs);
  leases.push(leaseEnd);
  return changeBankPayment(deps, row, { ordered_at: new Date(nowMs), next_check_at: leaseEnd });
}

/** Waits for the vendor's notice. Without it nothing was ordered, so in the end the payment fails. */
async function awaitNotice(deps: OpenBankingDeps, row: BankPayment): Promise<BankPayment> {
  const nowMs = deps.clock.nowMs();
  if (nowMs - (row.agreed_at ?? row.created_at).getTime() >= deps.times.neverTakenMs) {
    deps.log.error(
      "the vendor's notice about a customer's consent never arrived. Can the vendor reach this service?",
      { paymentId: row.payment_id },
    );
    return failPayment(deps, row, "not_taken", "processing_interrupted");
  }
  const later = { next_check_at: new Date(nowMs + noticePauseMs) };
  return (await changeBankPayment(deps, row, later)) ?? row;
}

/** Applies the bank's response, or schedules the next look-up. */
export async function applyOutcome(
  deps: OpenBankingDeps,
  row: BankPayment,
  outcome: BankPaymentOutcome,
): Promise<BankPayment> {
  switch (outcome.type) {
    case "accepted":
    case "settled":
    case "rejected":
    case "returned": {
      const part = "partReturned" in outcome ? outcome.partReturned : undefined;
      const isMore = part !== undefined && part.amountMinor > row.returned_minor;
      if (outcome.type === row.status) {
        return isMore ? notePartReturn(deps, row, part) : checkLater(deps, row);
      }
      const event = eventOf(outcome.type, row);
      if (nextBankPaymentStatus(row.status, event) === undefined) {
        deps.log.warn("a bank reports an earlier state of a payment", {
          paymentId: row.payment_id,
          from: row.status,
          reported: outcome.type,
        });
        return checkLater(deps, row);
      }
      const moved = await moveBankPayment(deps, row, event, {
        token_sealed: null,
        bank_payment_id: outcome.bankPaymentId,
        account: JSON.stringify(outcome.account),
        reason: "reason" in outcome ? outcome.reason : (part?.reason ?? null),
        ...(isMore && { returned_minor: part.amountMinor }),
        next_check_at: nextCheckAfter(deps, row, event),
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
    case "exists":
      deps.log.warn("the bank has a payment that it does not show yet", {
        paymentId: row.payment_id,
        reason: outcome.reason,
      });
      return checkLater(deps, row, { taken_at: new Date(deps.clock.nowMs()) });
    // The bank may have taken the first order: only a look-up can decide.
    case "not_taken":
      return checkLater(deps, row);
    case "not_found":
      deps.log.error("a bank no longer knows a payment that it had accepted", {
        paymentId: row.payment_id,
      });
      return checkLater(deps, row);
  }
}

/** Notes that more of a settled payment came back. The rest can still come back. */
async function notePartReturn(
  deps: OpenBankingDeps,
  row: BankPayment,
  { amountMinor, reason }: { readonly amountMinor: number; readonly reason: string },
): Promise<BankPayment> {
  const noted = await changeBankPayment(deps, row, {
    returned_minor: amountMinor,
    reason,
    // The job then reports it again until the listener succeeds.
    told_status: null,
    next_check_at: returnCheckAt(deps, row, 0),
  });
  if (noted) await reportUpdate(deps, noted);
  return noted ?? row;
}

/** A settled payment can only come back; any other is rejected. */
function eventOf(
  type: "accepted" | "settled" | "rejected" | "returned",
  { status }: BankPayment,
): "accepted" | "settled" | "rejected" | "returned" {
  if (type !== "rejected" && type !== "returned") return type;
  return status === "settled" ? "returned" : "rejected";
}

/** A settled payment only if it can come back. */
function nextCheckAfter(
  deps: OpenBankingDeps,
  row: BankPayment,
  event: "accepted" | "settled" | "rejected" | "returned",
): Date | null {
  if (event !== "settled") return new Date(deps.clock.nowMs() + 1_000);
  return returnCheckAt(deps, row, 0);
}

const dayMs = 24 * 60 * 60_000;

/** When to ask again whether a settled payment came back: each day, then less often. Null once it no longer can. */
function returnCheckAt(
  deps: Pick<OpenBankingDeps, "banks" | "clock" | "log">,
  row: BankPayment,
  checks: number,
): Date | null {
  const { clock } = deps;
  const bank = bankOf(deps, row);
  // Without its bank the time for returns is unknown, so the service keeps checking.
  const returnsForMs = bank ? (bank.returnsForMs ?? 0) : Number.POSITIVE_INFINITY;
  const sinceMs = (row.agreed_at ?? row.created_at).getTime();
  const nextMs = clock.nowMs() + dayMs * Math.min(8, 2 ** Math.floor(checks / 7));
  return nextMs > sinceMs + returnsForMs ? null : new Date(nextMs);
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

async function checkLater(
  deps: OpenBankingDeps,
  row: BankPayment,
  changes: Pick<Updateable<BankPaymentRow>, "taken_at"> = {},
): Promise<BankPayment> {
  const changed = await changeBankPayment(deps, row, {
    ...changes,
    checks: row.checks + 1,
    next_check_at:
      row.status === "settled"
        ? returnCheckAt(deps, row, row.checks + 1)
        : new Date(deps.clock.nowMs() + pauseMs(row)),
  });
  return changed ?? row;
}
