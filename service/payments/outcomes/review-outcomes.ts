import { sql } from "kysely";
import { toMajor } from "#contract/money";
import type { AuditActor } from "../../operators/audit/index.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { awaitUnlessBroken } from "../../platform/secrets/seal.ts";
import { showText } from "../../platform/secrets/show-text.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import type { IntentRecord } from "../records.ts";
import { listRefunds } from "../refunds/read-refunds.ts";
import { listMarkFiles, type MarkFile, readMarkFile } from "./mark-files.ts";
import { needsSecondPerson } from "./mark-rules.ts";
import {
  isFailedWithoutResponse,
  type OutcomeRule,
  ruleOfPayment,
  ruleOfRefund,
  subjectOfPayment,
  subjectOfRefund,
} from "./outcome-rules.ts";
import {
  alarmNotePlace,
  type MarkEvidence,
  markNotePlace,
  type OutcomeAlarm,
  type OutcomeMark,
  type OutcomeSubject,
  toAlarm,
  toMark,
} from "./records.ts";
import { canAcceptForPayment, canAcceptForRefund } from "./resolve-alarm.ts";

export interface MarkForReview extends Omit<OutcomeMark, "subject" | "noteSealed"> {
  readonly evidence: MarkEvidence | null;
  readonly file: MarkFile | null;
}

export interface AlarmForReview extends Omit<OutcomeAlarm, "subject" | "noteSealed"> {
  readonly note: string | null;
  readonly canAccept: boolean;
}

export interface OutcomeForReview {
  readonly subject: OutcomeSubject;
  readonly unknown:
    | (OutcomeRule & {
        readonly checks: number;
        readonly nextCheckAtMs: number | null;
        readonly needsSecondPerson: boolean;
      })
    | null;
  readonly canLookUp: boolean;
  readonly marks: readonly MarkForReview[];
  readonly alarms: readonly AlarmForReview[];
}

/** A payment's page shows at most this many. */
const maxRefunds = 100;

/** The intent's outcomes that are unknown, marked or contradicted. Throws 404 for another operator's intent. */
export async function readOutcomes(
  deps: PaymentsDeps,
  operatorId: string,
  paymentIntentId: string,
): Promise<OutcomeForReview[]> {
  const intent = await deps.store.read(paymentIntentId);
  if (intent?.operatorId !== operatorId) throw new ApiError("resource_not_found");
  const [{ settings }, candidates] = await Promise.all([
    deps.operators.get(operatorId),
    candidatesOf(deps, intent),
  ]);
  const needsSecond = (subject: OutcomeSubject) => needsSecondPerson(settings, subject);
  return outcomesOf(
    deps,
    operatorId,
    { payment_intent_id: paymentIntentId },
    candidates,
    needsSecond,
  );
}

/** Returns outcomes with the marks and alarms of their intent. */
export async function outcomesOf(
  deps: ReviewDeps,
  operatorId: string,
  intent: Of,
  candidates: readonly OutcomeCandidate[],
  needsSecond: (subject: OutcomeSubject) => boolean,
): Promise<OutcomeForReview[]> {
  const [marks, alarms] = await Promise.all([
    readMarks(deps, operatorId, intent),
    readAlarms(deps, operatorId, intent),
  ]);
  return candidates.flatMap(({ subject, rule, checks, nextCheckAtMs, isFollowed, accepts }) => {
    const marksOf = marks.filter((mark) => mark.subject.id === subject.id);
    const alarmsOf = alarms.filter((alarm) => alarm.subject.id === subject.id);
    const applied = marksOf.find(({ mark }) => mark.state === "applied")?.mark;
    if (!rule && !isFollowed && marksOf.length === 0 && alarmsOf.length === 0) return [];
    const isMarked = applied?.confirmedAtMs === null;
    const secondPerson = needsSecond(subject);
    return [
      {
        subject,
        unknown: rule && { ...rule, checks, nextCheckAtMs, needsSecondPerson: secondPerson },
        canLookUp: rule !== null || isFollowed || isMarked,
        marks: marksOf.map(({ mark }) => mark),
        alarms: alarmsOf.map(({ alarm }) => ({
          ...alarm,
          canAccept: alarm.state === "open" && accepts(alarm, applied),
        })),
      },
    ];
  });
}

export interface OutcomeCandidate {
  readonly subject: OutcomeSubject;
  readonly rule: OutcomeRule | null;
  readonly checks: number;
  readonly nextCheckAtMs: number | null;
  /** Whether it has ended and look-ups continue. */
  readonly isFollowed: boolean;
  /** Whether a person can accept the processor's version. `applied`: the mark that decided. */
  accepts(alarm: Pick<OutcomeAlarm, "problem">, applied: Applied | undefined): boolean;
}

/** The mark that decided. */
export type Applied = Pick<OutcomeMark, "outcome" | "confirmedAtMs">;

async function candidatesOf(deps: PaymentsDeps, intent: IntentRecord): Promise<OutcomeCandidate[]> {
  const { operatorId, paymentIntentId } = intent;
  const nowMs = deps.clock.nowMs();
  const query = { page: 1, size: maxRefunds, paymentIntentId };
  const { refunds } = await listRefunds(deps.database.kysely, operatorId, query);
  return [
    ...intent.attempts.map((attempt) => ({
      subject: subjectOfPayment(intent, attempt),
      rule: ruleOfPayment(attempt, nowMs),
      checks: attempt.checks,
      nextCheckAtMs: attempt.nextCheckAtMs,
      isFollowed: false,
      accepts: (alarm: Pick<OutcomeAlarm, "problem">) => canAcceptForPayment(attempt, alarm),
    })),
    ...refunds.map((refund) => ({
      subject: subjectOfRefund(refund),
      rule: ruleOfRefund(refund, nowMs),
      checks: refund.checks,
      nextCheckAtMs: refund.nextCheckAtMs,
      isFollowed: isFailedWithoutResponse(refund),
      accepts: (alarm: Pick<OutcomeAlarm, "problem">, applied: Applied | undefined) =>
        canAcceptForRefund(refund, alarm, applied),
    })),
  ];
}

type ReviewDeps = Pick<PaymentsDeps, "database" | "keyring">;

type Of = Partial<
  Record<"payment_intent_id" | "disbursement_intent_id" | "external_customer_id", string>
>;

async function readMarks(deps: ReviewDeps, operatorId: string, of: Of) {
  const rows = await deps.database.kysely
    .selectFrom("outcome_marks")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where((row) => row.and(of))
    .orderBy("outcome_mark_id", "desc")
    .execute();
  if (rows.length > 0) await deps.keyring.load(operatorId);
  const ids = rows.map((row) => row.outcome_mark_id);
  const files = await listMarkFiles(deps, deps.database.kysely, operatorId, ids);
  return rows.map((row) => {
    const { subject, noteSealed, ...mark } = toMark(row);
    const place = markNotePlace(operatorId, mark.markId);
    const text = showText(deps.keyring, place, noteSealed);
    const evidence = text === null ? null : (JSON.parse(text) as MarkEvidence);
    return { subject, mark: { ...mark, evidence, file: files.get(mark.markId) ?? null } };
  });
}

async function readAlarms(deps: ReviewDeps, operatorId: string, of: Of) {
  const rows = await deps.database.kysely
    .selectFrom("outcome_alarms")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where((row) => row.and(of))
    .orderBy("outcome_alarm_id", "desc")
    .execute();
  if (rows.length > 0) await deps.keyring.load(operatorId);
  return rows.map((row) => {
    const { subject, noteSealed, ...alarm } = toAlarm(row);
    const place = alarmNotePlace(operatorId, alarm.alarmId);
    const note = showText(deps.keyring, place, noteSealed);
    return { subject, alarm: { ...alarm, note } };
  });
}

/** Streams marks (with their files in base64) and alarms one at a time, for the export of a customer's data. */
export async function* outcomesOfCustomer(
  deps: PaymentsDeps,
  operatorId: string,
  externalCustomerId: string,
): AsyncGenerator<object> {
  const [marks, alarms] = await Promise.all([
    readMarks(deps, operatorId, { external_customer_id: externalCustomerId }),
    readAlarms(deps, operatorId, { external_customer_id: externalCustomerId }),
  ]);
  const isoOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  for (const { subject, mark } of marks) {
    const { markId } = mark;
    const read = () => readMarkFile(deps, operatorId, markId);
    const file = mark.file && (await awaitUnlessBroken(read));
    yield {
      about: subject.id,
      outcome: mark.outcome,
      reference: mark.reference,
      ...mark.evidence,
      file: mark.file && { ...mark.file, content: file?.content.toString("base64") ?? null },
      state: mark.state,
      at: isoOf(mark.createdAtMs),
    };
  }
  for (const { subject, alarm } of alarms) {
    yield {
      about: subject.id,
      problem: alarm.problem,
      reference: alarm.reference,
      note: alarm.note,
      resolution: alarm.resolution,
      at: isoOf(alarm.openedAtMs),
    };
  }
}

/** An alarm, or a mark that waits for a second person. */
export interface WaitingOutcome {
  readonly kind: string;
  /** Null for a payout. */
  readonly paymentIntentId: string | null;
  /** Null unless it is about a payout. */
  readonly disbursementIntentId: string | null;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly about: string;
  readonly amount: number;
  readonly currency: string;
  readonly since: string;
}

/** Alarms first, then marks, oldest first. A mark does not wait once its payment or refund has ended. */
export async function readWaitingOutcomes(
  { database }: Pick<PaymentsDeps, "database">,
  operatorId: string,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<{ data: WaitingOutcome[]; total: number }> {
  const waiting = sql`(
    select 'alarm' as kind, 0 as rank, payment_intent_id, disbursement_intent_id, subject_type, subject_id, problem as about,
      amount_minor, currency, opened_at as since
    from outcome_alarms where operator_id = ${operatorId} and state = 'open'
    union all
    select 'mark', 1, m.payment_intent_id, m.disbursement_intent_id, m.subject_type, m.subject_id, m.outcome,
      m.amount_minor, m.currency, m.created_at
    from outcome_marks m
    left join payments p on p.operator_id = ${operatorId} and p.payment_id = m.subject_id
    left join refunds r on r.operator_id = ${operatorId} and r.refund_id = m.subject_id
    left join disbursement_intents d
      on d.operator_id = ${operatorId} and d.disbursement_intent_id = m.disbursement_intent_id
    where m.operator_id = ${operatorId} and m.state = 'waiting'
      and (p.status = 'pending' or r.step in ('requested', 'processing')
        or d.step in ('approved', 'sent'))
  ) w`;
  const { rows } = await sql<{
    kind: string;
    payment_intent_id: string | null;
    disbursement_intent_id: string | null;
    subject_type: string;
    subject_id: string;
    about: string;
    amount_minor: number;
    currency: string;
    since: Date;
  }>`select kind, payment_intent_id, disbursement_intent_id, subject_type, subject_id, about, amount_minor, currency, since
    from ${waiting} order by rank, since, subject_id
    limit ${size} offset ${(page - 1) * size}`.execute(database.kysely);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from ${waiting}`.execute(database.kysely);
  return {
    data: rows.map((row) => ({
      kind: row.kind,
      paymentIntentId: row.payment_intent_id,
      disbursementIntentId: row.disbursement_intent_id,
      subjectType: row.subject_type,
      subjectId: row.subject_id,
      about: row.about,
      amount: toMajor(Number(row.amount_minor), row.currency),
      currency: row.currency,
      since: row.since.toISOString(),
    })),
    total: Number(counted[0]?.total ?? 0),
  };
}

/** The ids of the staff whom these outcomes name. An id can occur twice. */
export function staffOfOutcomes(outcomes: readonly OutcomeForReview[]): string[] {
  const idOf = (actor: AuditActor | null) => (actor?.kind === "staff" ? [actor.staffId] : []);
  return outcomes.flatMap(({ marks, alarms }) => [
    ...marks.flatMap(({ markedBy, decidedBy }) => [...idOf(markedBy), ...idOf(decidedBy)]),
    ...alarms.flatMap(({ resolvedBy }) => idOf(resolvedBy)),
  ]);
}
