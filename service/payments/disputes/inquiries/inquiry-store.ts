import type { Kysely } from "kysely";
import type { DisputeStatus } from "#contract/api/disputes";
import type { AuditActor } from "../../../operators/audit/index.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import type { Tx } from "../../../platform/database/transaction.ts";
import type { PlatformDeps } from "../../../platform/platform-deps.ts";
import { showText } from "../../../platform/secrets/show-text.ts";
import { achRailName } from "../../methods/bank/bank-attempt.ts";
import { statusAfter } from "../dispute-states.ts";
import { type DisputeKey, lockDispute } from "../dispute-store.ts";
import type { DisputeRecord } from "../records.ts";

type Deps = Pick<PlatformDeps, "keyring">;

export interface InquiryRecord {
  readonly openedBy: AuditActor;
  readonly note: string | null;
  readonly answeredAtMs: number | null;
  readonly answeredBy: AuditActor | null;
  readonly answerNote: string | null;
  /** When the bank can no longer return the debit; null before the answer and after the end. */
  readonly closesAtMs: number | null;
}

/** Whether it is a bank's inquiry about an ACH debit, which people answer outside of the API. */
export function isBankInquiry({
  processor,
  stage,
}: Pick<DisputeRecord, "processor" | "stage">): boolean {
  return processor === achRailName && stage === "inquiry";
}

/** What people can record in this status. */
export function inquiryActs(status: string): {
  readonly canRecordAnswer: boolean;
  readonly canWithdraw: boolean;
} {
  return {
    canRecordAnswer: statusAfter(status as DisputeStatus, "answer") !== undefined,
    canWithdraw: statusAfter(status as DisputeStatus, "withdraw") !== undefined,
  };
}

function notePlace(
  { operatorId, disputeId }: DisputeKey,
  column: "note_sealed" | "answer_note_sealed",
) {
  return { operatorId, table: "dispute_inquiries", column, id: disputeId };
}

export async function insertInquiry(
  { keyring }: Deps,
  tx: Tx,
  key: DisputeKey,
  { openedBy, note }: Pick<InquiryRecord, "openedBy" | "note">,
): Promise<void> {
  await tx
    .insertInto("dispute_inquiries")
    .values({
      operator_id: key.operatorId,
      dispute_id: key.disputeId,
      opened_by: JSON.stringify(openedBy),
      note_sealed: note === null ? null : keyring.encryptField(notePlace(key, "note_sealed"), note),
      answered_at: null,
      answered_by: null,
      answer_note_sealed: null,
      closes_at: null,
    })
    .execute();
}

export interface InquiryAnswer {
  readonly by: AuditActor;
  readonly atMs: number;
  readonly note: string | null;
  readonly closesAtMs: number | null;
}

/** Stores the answer to an inquiry. The dispute must be locked. */
export async function storeAnswer(
  { keyring }: Deps,
  tx: Tx,
  key: DisputeKey,
  answer: InquiryAnswer,
): Promise<void> {
  const { by, atMs, note, closesAtMs } = answer;
  const place = notePlace(key, "answer_note_sealed");
  await tx
    .updateTable("dispute_inquiries")
    .set({
      answered_at: new Date(atMs),
      answered_by: JSON.stringify(by),
      answer_note_sealed: note === null ? null : keyring.encryptField(place, note),
      closes_at: closesAtMs === null ? null : new Date(closesAtMs),
    })
    .where("operator_id", "=", key.operatorId)
    .where("dispute_id", "=", key.disputeId)
    .execute();
}

/** Clears `closesAtMs`: the inquiry has ended. */
export async function stopWaiting(tx: Tx, { operatorId, disputeId }: DisputeKey): Promise<void> {
  await tx
    .updateTable("dispute_inquiries")
    .set({ closes_at: null })
    .where("operator_id", "=", operatorId)
    .where("dispute_id", "=", disputeId)
    .execute();
}

/** Reads an inquiry; undefined if the dispute is not one. Needs the operator's data key. */
export async function readInquiry(
  { keyring }: Deps,
  db: Kysely<Tables>,
  key: DisputeKey,
): Promise<InquiryRecord | undefined> {
  const row = await db
    .selectFrom("dispute_inquiries")
    .selectAll()
    .where("operator_id", "=", key.operatorId)
    .where("dispute_id", "=", key.disputeId)
    .executeTakeFirst();
  if (!row) return undefined;
  const open = (column: "note_sealed" | "answer_note_sealed") =>
    showText(keyring, notePlace(key, column), row[column]);
  return {
    openedBy: row.opened_by as unknown as AuditActor,
    note: open("note_sealed"),
    answeredAtMs: row.answered_at?.getTime() ?? null,
    answeredBy: row.answered_by as unknown as AuditActor | null,
    answerNote: open("answer_note_sealed"),
    closesAtMs: row.closes_at?.getTime() ?? null,
  };
}

/** Locks the inquiry. */
export async function lockNewestInquiry(
  tx: Tx,
  operatorId: string,
  paymentId: string,
): Promise<DisputeRecord | undefined> {
  const row = await tx
    .selectFrom("disputes")
    .select("dispute_id")
    .where("operator_id", "=", operatorId)
    .where("payment_intent_id", "=", (intent) =>
      intent
        .selectFrom("payments")
        .select("payment_intent_id")
        .where("operator_id", "=", operatorId)
        .where("payment_id", "=", paymentId),
    )
    .where("payment_id", "=", paymentId)
    .where("processor", "=", achRailName)
    .where("stage", "=", "inquiry")
    .orderBy("dispute_id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && lockDispute(tx, { operatorId, disputeId: row.dispute_id });
}
