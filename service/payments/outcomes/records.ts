/*
 * Outcomes that the processor does not report.
 *
 * Staff can *mark* a card payment, a refund or a payout (service/payouts/outcomes) whose outcome stays unknown: it
 * happened (the charge was made, the money was returned or paid), or it did not. Guarantees:
 *
 * - A mark counts as the processor's response: the same transition, posting and event, in one transaction with the mark
 * and its audit entry. A large one first waits for a second person.
 * - One mark decides for each payment, refund or payout. It is never changed or deleted.
 * - Look-ups continue, a bounded number of times. If the processor disagrees, an *alarm* is stored once and moves
 * nothing: a person accepts the processor's version, or keeps the mark.
 */
import type { Selectable } from "kysely";
import type { AuditActor } from "../../operators/audit/index.ts";
import type { OutcomeAlarmRow, OutcomeMarkRow } from "./tables.ts";

/** What an outcome is about. Amounts in minor units. */
export type OutcomeSubject = {
  readonly operatorId: string;
  /** The id of the payment, refund or disbursement. */
  readonly id: string;
  readonly externalCustomerId: string;
  /** The total with fees and tax; for a payout, what the customer gets. */
  readonly amountMinor: number;
  readonly currency: string;
} & (
  | {
      readonly type: "payment" | "refund";
      readonly paymentIntentId: string;
      readonly paymentId: string;
    }
  | { readonly type: "payout"; readonly disbursementIntentId: string }
);

/** Action and subject of an audit entry about an outcome. `done` ends the action's name, such as `looked_up`. */
export function auditAbout(subject: OutcomeSubject, done: string) {
  const { type, id } = subject;
  if (subject.type !== "payout") return { action: `${type}.${done}`, subject: { type, id } };
  return {
    action: `disbursement.${done}`,
    subject: { type: "disbursement_intent", id: subject.disbursementIntentId },
  };
}

export interface OutcomeMark {
  readonly markId: string;
  readonly subject: OutcomeSubject;
  readonly outcome: "success" | "failed";
  /** The processor's id of the charge or refund. Null for `failed`. */
  readonly reference: string | null;
  /** Sealed {@link MarkEvidence}; null after an erasure. */
  readonly noteSealed: string | null;
  /** `waiting`: for a second person. `overtaken`: the processor answered first. */
  readonly state: OutcomeMarkRow["state"];
  readonly markedBy: AuditActor;
  readonly decidedBy: AuditActor | null;
  readonly version: number;
  readonly createdAtMs: number;
  readonly decidedAtMs: number | null;
  readonly confirmedAtMs: number | null;
}

/** The reasons why staff marked it. */
export interface MarkEvidence {
  readonly note: string;
  /** A statement, file or ticket of the processor. */
  readonly statement: string | null;
}

export interface OutcomeAlarm {
  readonly alarmId: string;
  readonly subject: OutcomeSubject;
  readonly problem: OutcomeAlarmRow["problem"];
  readonly source: OutcomeAlarmRow["source"];
  /** The id that the processor reports for the charge, refund or payout; empty if it reports none. */
  readonly reference: string;
  readonly state: "open" | "resolved";
  readonly resolution: "accepted" | "kept" | null;
  readonly noteSealed: string | null;
  readonly resolvedBy: AuditActor | null;
  readonly version: number;
  readonly openedAtMs: number;
  readonly resolvedAtMs: number | null;
}

export function markNotePlace(operatorId: string, markId: string) {
  return { operatorId, table: "outcome_marks", column: "note_sealed", id: markId };
}

export function alarmNotePlace(operatorId: string, alarmId: string) {
  return { operatorId, table: "outcome_alarms", column: "note_sealed", id: alarmId };
}

export function toMark(row: Selectable<OutcomeMarkRow>): OutcomeMark {
  return {
    markId: row.outcome_mark_id,
    subject: subjectOf(row),
    outcome: row.outcome,
    reference: row.reference,
    noteSealed: row.note_sealed,
    state: row.state,
    markedBy: row.marked_by as unknown as AuditActor,
    decidedBy: row.decided_by as unknown as AuditActor | null,
    version: row.version,
    createdAtMs: row.created_at.getTime(),
    decidedAtMs: row.decided_at?.getTime() ?? null,
    confirmedAtMs: row.confirmed_at?.getTime() ?? null,
  };
}

export function toAlarm(row: Selectable<OutcomeAlarmRow>): OutcomeAlarm {
  return {
    alarmId: row.outcome_alarm_id,
    subject: subjectOf(row),
    problem: row.problem,
    source: row.source,
    reference: row.reference,
    state: row.state,
    resolution: row.resolution,
    noteSealed: row.note_sealed,
    resolvedBy: row.resolved_by as unknown as AuditActor | null,
    version: row.version,
    openedAtMs: row.opened_at.getTime(),
    resolvedAtMs: row.resolved_at?.getTime() ?? null,
  };
}

function subjectOf(
  row: Pick<
    OutcomeMarkRow,
    | "operator_id"
    | "subject_type"
    | "subject_id"
    | "payment_intent_id"
    | "payment_id"
    | "disbursement_intent_id"
    | "external_customer_id"
    | "amount_minor"
    | "currency"
  >,
): OutcomeSubject {
  const facts = {
    operatorId: row.operator_id,
    id: row.subject_id,
    externalCustomerId: row.external_customer_id,
    amountMinor: row.amount_minor,
    currency: row.currency,
  };
  // The table's check guarantees the ids that the type needs.
  return row.subject_type === "payout"
    ? {
        ...facts,
        type: row.subject_type,
        disbursementIntentId: row.disbursement_intent_id ?? "",
      }
    : {
        ...facts,
        type: row.subject_type,
        paymentIntentId: row.payment_intent_id ?? "",
        paymentId: row.payment_id ?? "",
      };
}

export function subjectColumns(subject: OutcomeSubject) {
  return {
    operator_id: subject.operatorId,
    subject_type: subject.type,
    subject_id: subject.id,
    payment_intent_id: subject.type === "payout" ? null : subject.paymentIntentId,
    payment_id: subject.type === "payout" ? null : subject.paymentId,
    disbursement_intent_id: subject.type === "payout" ? subject.disbursementIntentId : null,
    external_customer_id: subject.externalCustomerId,
    amount_minor: subject.amountMinor,
    currency: subject.currency,
  };
}
