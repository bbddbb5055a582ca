/*
 * One ID names one payout. Staff type an ID when they mark a payout as paid, so it can be another payout's. An ID that
 * is known to be another payout's is refused. If it turns out later, the provider's own response counts more: the typed
 * payout loses the ID, and the service raises an alarm.
 */
import { nextLateCheckMs, openAlarm } from "../../payments/index.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { DisbursementsDeps } from "../disbursements-deps.ts";
import { type PayoutRecord, recordOf } from "../records.ts";
import { changePayoutId, findPayout, lockPayout } from "../store/payout-store.ts";
import { markToFollow } from "./follow-mark.ts";
import { subjectOfPayout } from "./payout-rule.ts";

/** Throws 409 `processor_reference_taken` if another payout of the operator is known under this ID at the provider. */
export async function requireFreeId(
  tx: Tx,
  { operatorId, disbursementIntentId, record }: PayoutRecord,
  payoutId: string,
): Promise<void> {
  const others = tx
    .selectFrom("disbursement_intents as d")
    .select("d.disbursement_intent_id")
    .where("d.operator_id", "=", operatorId)
    .where("d.provider", "=", record?.provider ?? null)
    .where("d.disbursement_intent_id", "!=", disbursementIntentId);
  const named = await others.where("d.payout_id", "=", payoutId).executeTakeFirst();
  const found =
    named ??
    (await others
      .innerJoin("outcome_alarms as a", (join) =>
        join
          .onRef("a.operator_id", "=", "d.operator_id")
          .onRef("a.disbursement_intent_id", "=", "d.disbursement_intent_id"),
      )
      .where("a.operator_id", "=", operatorId)
      .where("a.reference", "=", payoutId)
      // That alarm says that the ID is not the payout's.
      .where("a.problem", "!=", "reference_of_another")
      .executeTakeFirst());
  if (found) throw new ApiError("processor_reference_taken");
}

/** A payout that has an ID only because staff typed it. */
export type TypedId = Pick<PayoutRecord, "operatorId" | "disbursementIntentId"> & {
  readonly payoutId: string;
};

/**
 * Finds another payout that has this ID only because staff typed it. Undefined if the provider named the ID there. The
 * payout may be another operator's at the same processor.
 */
export async function findTypedId(
  deps: DisbursementsDeps,
  { disbursementIntentId, record }: PayoutRecord,
  payoutId: string,
): Promise<TypedId | undefined> {
  const row = await deps.database.kysely
    .selectFrom("disbursement_intents")
    .select("disbursement_intent_id")
    .where("provider", "=", record?.provider ?? null)
    .where("payout_id", "=", payoutId)
    .where("disbursement_intent_id", "!=", disbursementIntentId)
    .executeTakeFirst();
  const holder = row && (await findPayout(deps, row.disbursement_intent_id));
  if (!holder || !(await isOnlyTyped(deps, holder, payoutId))) return undefined;
  const { operatorId, disbursementIntentId: id } = holder;
  return { operatorId, disbursementIntentId: id, payoutId };
}

/** Removes an ID that is still only typed, and raises an alarm. */
export async function releaseTypedId(
  deps: DisbursementsDeps,
  tx: Tx,
  { disbursementIntentId, payoutId }: TypedId,
): Promise<void> {
  const holder = await lockPayout(deps, tx, disbursementIntentId);
  if (!(await isOnlyTyped(deps, holder, payoutId, tx))) return;
  const nextCheckAtMs = nextLateCheckMs(0, deps.clock.nowMs());
  await changePayoutId(deps, tx, holder, { payoutId: null, nextCheckAtMs });
  if (holder.step !== "success") return;
  await openAlarm(deps, tx, {
    subject: subjectOfPayout(holder),
    problem: "reference_of_another",
    source: "look_up",
    reference: payoutId,
  });
}

async function isOnlyTyped(
  deps: DisbursementsDeps,
  holder: PayoutRecord,
  payoutId: string,
  tx?: Tx,
): Promise<boolean> {
  if (recordOf(holder).payoutId !== payoutId) return false;
  const mark = await markToFollow(deps, holder, tx);
  return mark?.reference === payoutId;
}
