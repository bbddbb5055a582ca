import type { Kysely } from "kysely";
import { type AuditActor, appendAudit } from "../../operators/audit/index.ts";
import { isUniqueViolation } from "../../platform/database/database.ts";
import type { Tables } from "../../platform/database/tables.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { newId } from "../../platform/randomness.ts";
import type { ReadFile } from "../disputes/read-file.ts";
import { putMarkFile } from "./mark-files.ts";
import {
  auditAbout,
  type MarkEvidence,
  markNotePlace,
  type OutcomeMark,
  type OutcomeSubject,
  subjectColumns,
  toMark,
} from "./records.ts";

type StoreDeps = Pick<PlatformDeps, "clock" | "random" | "keyring">;

export interface MarkInput {
  readonly outcome: "success" | "failed";
  readonly reference: string | null;
  readonly evidence: MarkEvidence;
  readonly file: ReadFile | null;
  readonly staffId: string;
}

/**
 * Stores a mark with its audit entry, in the transaction that applies it, or alone while it waits. Throws 409
 * `conflicting_state` if another mark already decides.
 */
export async function insertMark(
  deps: StoreDeps,
  tx: Tx,
  subject: OutcomeSubject,
  { outcome, reference, evidence, file, staffId }: MarkInput,
  state: "waiting" | "applied",
): Promise<OutcomeMark> {
  const { operatorId } = subject;
  const markId = newId(deps, "outcomeMark");
  const nowMs = deps.clock.nowMs();
  const markedBy = { kind: "staff", staffId } as const;
  const noteSealed = deps.keyring.encryptField(
    markNotePlace(operatorId, markId),
    JSON.stringify(evidence),
  );
  const mark: OutcomeMark = {
    markId,
    subject,
    outcome,
    reference,
    noteSealed,
    state,
    markedBy,
    decidedBy: null,
    version: 1,
    createdAtMs: nowMs,
    decidedAtMs: state === "applied" ? nowMs : null,
    confirmedAtMs: null,
  };
  try {
    await tx
      .insertInto("outcome_marks")
      .values({
        ...subjectColumns(subject),
        outcome_mark_id: markId,
        outcome,
        reference,
        note_sealed: noteSealed,
        state,
        marked_by: JSON.stringify(markedBy),
        decided_by: null,
        version: 1,
        created_at: new Date(nowMs),
        decided_at: mark.decidedAtMs === null ? null : new Date(mark.decidedAtMs),
        confirmed_at: null,
      })
      .execute();
  } catch (error) {
    if (isUniqueViolation(error, "outcome_marks_one")) throw new ApiError("conflicting_state");
    throw error;
  }
  if (file) await putMarkFile(deps, tx, { operatorId, markId }, file, nowMs);
  await auditMark(deps, tx, mark, markedBy, state === "applied" ? "marked" : "mark_requested");
  return mark;
}

/** Ends a waiting mark in the transaction that has locked it. */
export async function decideMark(
  deps: StoreDeps,
  tx: Tx,
  mark: OutcomeMark,
  state: "applied" | "declined" | "overtaken",
  decidedBy: AuditActor,
): Promise<OutcomeMark> {
  const nowMs = deps.clock.nowMs();
  await tx
    .updateTable("outcome_marks")
    .set({
      state,
      decided_by: JSON.stringify(decidedBy),
      decided_at: new Date(nowMs),
      version: mark.version + 1,
    })
    .where("operator_id", "=", mark.subject.operatorId)
    .where("outcome_mark_id", "=", mark.markId)
    .execute();
  await auditMark(deps, tx, mark, decidedBy, auditWords[state]);
  return { ...mark, state, decidedBy, decidedAtMs: nowMs, version: mark.version + 1 };
}

const auditWords = {
  applied: "mark_approved",
  declined: "mark_declined",
  overtaken: "mark_overtaken",
} as const;

/** Last in the transaction, because an operator's audit entries wait for each other. */
function auditMark(
  deps: StoreDeps,
  tx: Tx,
  { subject, outcome, reference, markId }: OutcomeMark,
  actor: AuditActor,
  done: string,
): Promise<void> {
  const { operatorId, amountMinor, currency } = subject;
  return appendAudit(deps, tx, operatorId, {
    actor,
    ...auditAbout(subject, done),
    details: { markId, outcome, reference, amountMinor, currency },
  });
}

/** Locks a mark until the transaction ends. */
export async function lockMark(
  tx: Tx,
  operatorId: string,
  markId: string,
): Promise<OutcomeMark | undefined> {
  const row = await tx
    .selectFrom("outcome_marks")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("outcome_mark_id", "=", markId)
    .forUpdate()
    .executeTakeFirst();
  return row && toMark(row);
}

/** Finds the mark that decided the outcome; undefined if the processor decided. */
export async function findAppliedMark(
  db: Kysely<Tables>,
  operatorId: string,
  subjectId: string,
): Promise<OutcomeMark | undefined> {
  const row = await db
    .selectFrom("outcome_marks")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("subject_id", "=", subjectId)
    .where("state", "=", "applied")
    .executeTakeFirst();
  return row && toMark(row);
}

/** Notes that the processor's response agrees with the mark. */
export async function confirmMark(
  db: Kysely<Tables>,
  { subject, markId }: OutcomeMark,
  nowMs: number,
): Promise<void> {
  await db
    .updateTable("outcome_marks")
    .set({ confirmed_at: new Date(nowMs) })
    .where("operator_id", "=", subject.operatorId)
    .where("outcome_mark_id", "=", markId)
    .where("confirmed_at", "is", null)
    .execute();
}
