import { lockExistingCustomer } from "../../customers/profile/index.ts";
import {
  type CustomerKey,
  type CustomerMoney,
  type Destinations,
  type HoldChange,
  type SanctionsHold,
  sanctionsStatesOf,
} from "../../customers/sanctions/index.ts";
import { decidedByOf } from "../../operators/approvals/index.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { unlessBroken } from "../../platform/secrets/seal.ts";
import type { DisbursementsDeps } from "../disbursements-deps.ts";
import { movePayout } from "../payout-changes.ts";
import { type PayoutRecord, recordOf } from "../records.ts";
import { findStoppable, findUnscreened, lockUnsent, makeDue } from "../store/held-payouts.ts";
import { lockPayout } from "../store/payout-store.ts";
import { openDestination } from "../store/rows.ts";
import { achRailName } from "./ach-rail.ts";
import { writeChange } from "./store-payout.ts";

/**
 * How sanctions reviews affect unsent payouts (docs/payouts/sanctions.md).
 *
 * Guarantees
 * - A review holds the payouts that wait for approval, the approved ones that were never sent, and unfiled ACH credits.
 *   It locks their rows, as each sender does, so a payout is either sent before the review or held.
 * - A payout that may be on its way is not held; its outcome decides. flow/send-payout.ts does not send it again.
 * - `blocked`: payouts that wait are rejected, and the others are canceled.
 *
 * The events say `held` and `released` without a reason: the customer must not learn of the review.
 */
export function payoutMoney(deps: DisbursementsDeps): CustomerMoney {
  return {
    destinations: (tx, customer) => destinationsOf(deps, tx, customer),
    findUnscreened: (version, range) => findUnscreened(deps, version, range, achRailName),
    async follow(tx, change) {
      const payouts = await lockUnsent(deps, tx, change, achRailName);
      for (const payout of payouts) await followOne(deps, tx, payout, change);
      if (change.outcome === "released") await makeDue(tx, change, deps.clock.nowMs());
    },
  };
}

/**
 * Holds a payout that may have been on its way when a review opened, and turned out not to have been sent. Does nothing
 * without a review.
 */
export async function holdIfUnderReview(
  deps: DisbursementsDeps,
  payout: PayoutRecord,
): Promise<void> {
  const { operatorId, externalCustomerId, disbursementIntentId } = payout;
  await inTransaction(deps.database, async (tx) => {
    await lockExistingCustomer(tx, operatorId, externalCustomerId);
    const states = await sanctionsStatesOf(tx, operatorId, [externalCustomerId]);
    if (!states.has(externalCustomerId)) return;
    const change = { operatorId, externalCustomerId, outcome: "held", decider: null } as const;
    await followOne(deps, tx, await lockPayout(deps, tx, disbursementIntentId), change);
  });
  deps.webhooks.wake();
}

async function followOne(
  deps: DisbursementsDeps,
  tx: Tx,
  payout: PayoutRecord,
  { outcome, decider }: HoldChange,
): Promise<void> {
  const nowMs = deps.clock.nowMs();
  const actor = decider ? decidedByOf(decider) : "service";
  const write = async (change: ReturnType<typeof movePayout>) => {
    if (change) await writeChange(deps, tx, change, { actor });
  };
  const { operatorId } = payout;
  const { disbursementId } = recordOf(payout);
  switch (outcome) {
    case "held":
      if (payout.heldAtMs !== null || !(await tryToHold(deps, tx, payout))) return;
      return write(movePayout(payout, "held", nowMs));
    case "released":
      if (isAtAch(payout)) await deps.ach.release(operatorId, disbursementId, tx);
      return payout.heldAtMs === null ? undefined : write(movePayout(payout, "released", nowMs));
    case "blocked": {
      if (payout.step === "awaiting_approval")
        return write(
          movePayout(payout, "rejected", nowMs, { decidedAtMs: nowMs, decidedBy: actor }),
        );
      // The rail reports the end of a canceled credit.
      if (isAtAch(payout) && (await deps.ach.cancel(operatorId, disbursementId, tx))) return;
      if (payout.step !== "approved" || recordOf(payout).sentAtMs !== null) return;
      // The customer reads the reason, so it does not mention the list.
      return write(movePayout(payout, "canceled", nowMs, {}, "canceled"));
    }
  }
}

/** Holds the payout where it is, including an ordered credit at its rail. Resolves to false if it may be on its way. */
async function tryToHold(deps: DisbursementsDeps, tx: Tx, payout: PayoutRecord): Promise<boolean> {
  const { disbursementId, sentAtMs } = recordOf(payout);
  if (payout.step === "awaiting_approval") return true;
  // While the review is open, ach-rail.ts does not order a credit that is not ordered yet.
  if (isAtAch(payout))
    return (await deps.ach.hold(payout.operatorId, disbursementId, tx)) !== "too_late";
  return payout.step === "approved" && sentAtMs === null;
}

function isAtAch({ step, record }: PayoutRecord): boolean {
  return step !== "awaiting_approval" && record?.provider === achRailName;
}

/** Where the customer's unsent payouts go; null if there are none. */
async function destinationsOf(
  deps: DisbursementsDeps,
  tx: Tx,
  customer: CustomerKey,
): Promise<Destinations | null> {
  const payouts = await findStoppable(deps, tx, customer, achRailName);
  if (payouts.length === 0) return null;
  const all = payouts.flatMap((payout) => {
    const open = () => openDestination(deps.keyring, payout);
    // A payout without a readable method cannot be approved, so it must not hold up the others.
    return (payout.step === "awaiting_approval" ? unlessBroken(open) : open()) ?? [];
  });
  return {
    names: all.flatMap((each) => {
      if (each.type === "crypto") return [];
      return [each.type === "card" ? each.card.holderName : each.bank.holderName];
    }),
    addresses: all.flatMap((each) =>
      each.type === "crypto"
        ? [{ network: each.crypto.network, address: each.crypto.address, use: "payout" as const }]
        : [],
    ),
  };
}

/** Does not mention a review: the response may reach the customer, who must not learn of it. */
export function holdError(hold: SanctionsHold): ApiError {
  return new ApiError(
    "payout_on_hold",
    hold === "not_screened" ? { message: "The sanctions list is missing or too old." } : {},
  );
}
