import { sql } from "kysely";
import type { AuditActor } from "../../operators/audit/index.ts";
import {
  isClaimable,
  leaseColumns,
  type MachineLease,
} from "../../platform/database/machine-lease.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import { isInLane, type Lane } from "../../platform/jobs/lanes.ts";
import { newId } from "../../platform/randomness.ts";
import { toAnswer, toTime } from "./dispute-rows.ts";
import type { DisputeStoreDeps } from "./dispute-store.ts";
import type { AnswerRecord, DisputeRecord } from "./records.ts";

/** Queues an answer for the job to send. The dispute must be locked. */
export async function requestAnswer(
  deps: DisputeStoreDeps,
  tx: Tx,
  dispute: DisputeRecord,
  { kind, requestedBy }: Pick<AnswerRecord, "kind" | "requestedBy">,
): Promise<void> {
  const now = new Date(deps.clock.nowMs());
  await tx
    .insertInto("dispute_answers")
    .values({
      operator_id: dispute.operatorId,
      answer_id: newId(deps, "disputeAnswer"),
      dispute_id: dispute.disputeId,
      kind,
      stage: dispute.stage,
      step: "requested",
      provider_answer_id: null,
      failure_code: null,
      requested_by: JSON.stringify(requestedBy satisfies AuditActor),
      sent_at: null,
      next_check_at: now,
      checks: 0,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

/** Claims at most `most` due answers of a lane for this process. The processor is the dispute's. */
export async function claimDueAnswers(
  { database }: Pick<DisputeStoreDeps, "database">,
  lane: Lane,
  lease: MachineLease,
  most: number,
): Promise<AnswerRecord[]> {
  const rows = await database.kysely
    .with("due", (query) =>
      query
        .selectFrom("dispute_answers")
        .select(["operator_id", "answer_id"])
        .where(isClaimable(lease))
        .where((row) => row.exists(disputeInLane(lane)))
        .orderBy("next_check_at")
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable("dispute_answers as a")
    .from("due")
    .whereRef("a.operator_id", "=", "due.operator_id")
    .whereRef("a.answer_id", "=", "due.answer_id")
    .set(leaseColumns(lease))
    .returningAll("a")
    .execute();
  return rows.map(toAnswer);
}

/** The dispute of the row of `dispute_answers`, if it is in the lane. */
function disputeInLane(lane: Lane) {
  return sql`(select from disputes d
    where d.operator_id = dispute_answers.operator_id and d.dispute_id = dispute_answers.dispute_id
      and ${isInLane("d.processor", lane)})`;
}

/** Ends a claim until `untilMs`: for the named answers, or for all of the lane if the claim's response was lost. */
export async function releaseAnswers(
  { database }: Pick<DisputeStoreDeps, "database">,
  lane: Lane,
  claim: { answerIds: readonly string[] | null; untilMs: number; dueMs: number },
): Promise<void> {
  let query = database.kysely
    .updateTable("dispute_answers")
    .set({ next_check_at: new Date(claim.dueMs) })
    .where("next_check_at", "=", new Date(claim.untilMs))
    .where((row) => row.exists(disputeInLane(lane)));
  if (claim.answerIds) query = query.where("answer_id", "in", [...claim.answerIds]);
  await query.execute();
}

/**
 * Records a try before it is sent, so that a crash leaves a trace. False if the answer has moved on or another process
 * sends it.
 */
export async function setSentAt(
  { database }: Pick<DisputeStoreDeps, "database">,
  answer: AnswerRecord,
  fromMs: number | null,
  toMs: number | null,
): Promise<boolean> {
  const { numUpdatedRows } = await database.kysely
    .updateTable("dispute_answers")
    .set({ sent_at: toTime(toMs) })
    .where("operator_id", "=", answer.operatorId)
    .where("answer_id", "=", answer.answerId)
    .where("step", "=", "requested")
    .where("sent_at", "is not distinct from", toTime(fromMs))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Counts a check and sets the time of the next one. Does nothing if the answer has ended. */
export async function postponeAnswer(
  { database }: Pick<DisputeStoreDeps, "database">,
  answer: AnswerRecord,
  nextCheckAtMs: number,
): Promise<void> {
  await database.kysely
    .updateTable("dispute_answers")
    .set((column) => ({
      next_check_at: new Date(nextCheckAtMs),
      checks: column("checks", "+", 1),
    }))
    .where("operator_id", "=", answer.operatorId)
    .where("answer_id", "=", answer.answerId)
    .where("step", "=", "requested")
    .execute();
}

/** Ends an answer; false if it had ended before, or was sent again since `sentAtMs`. */
export async function endAnswer(
  { clock }: Pick<DisputeStoreDeps, "clock">,
  tx: Tx,
  answer: AnswerRecord,
  end: { step: "done"; providerAnswerId: string } | { step: "refused"; failureCode: string },
  sentAtMs: number | null,
): Promise<boolean> {
  let query = tx
    .updateTable("dispute_answers")
    .set({
      step: end.step,
      provider_answer_id: end.step === "done" ? end.providerAnswerId : null,
      failure_code: end.step === "refused" ? end.failureCode : null,
      next_check_at: null,
      updated_at: new Date(clock.nowMs()),
    })
    .where("operator_id", "=", answer.operatorId)
    .where("answer_id", "=", answer.answerId)
    .where("step", "=", "requested");
  if (end.step === "refused") {
    query = query.where("sent_at", "is not distinct from", toTime(sentAtMs));
  }
  const { numUpdatedRows } = await query.executeTakeFirst();
  return numUpdatedRows === 1n;
}
