import type { Tx } from "../../platform/database/transaction.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { type AlarmDeps, openAlarm } from "./alarm-store.ts";
import { type OutcomeAlarm, type OutcomeMark, toMark } from "./records.ts";

export interface OutcomeReport {
  /** The payment's or refund's id. */
  readonly subjectId: string;
  /** `missing`: the processor's report should contain it by now. */
  readonly says: "happened" | "other_amount" | "missing";
  /** The processor's id of the charge or refund; empty if it names none. */
  readonly reference: string;
  readonly source: OutcomeAlarm["source"];
}

/**
 * Opens alarms for reports that contradict staff's marks. If a report says that a failed refund without a mark
 * happened, makes its look-up due. Call it last in the transaction. Needs the operator's data key.
 */
export async function reportContradictions(
  deps: AlarmDeps & Pick<PaymentsDeps, "clock">,
  tx: Tx,
  operatorId: string,
  reports: readonly OutcomeReport[],
): Promise<void> {
  if (reports.length === 0) return;
  const ids = [...new Set(reports.map(({ subjectId }) => subjectId))];
  const rows = await tx
    .selectFrom("outcome_marks")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("subject_id", "in", ids)
    .where("state", "=", "applied")
    .execute();
  const marks = new Map(rows.map(toMark).map((mark) => [mark.subject.id, mark]));
  const records = await readRecords(tx, operatorId, [...marks.keys()]);
  const happened = reports.filter(({ says }) => says === "happened");
  await lookUpFailedRefunds(
    deps,
    tx,
    operatorId,
    happened.map(({ subjectId }) => subjectId).filter((id) => !marks.has(id)),
  );
  for (const report of reports) {
    const mark = marks.get(report.subjectId);
    const problem = mark && problemOf(records.get(report.subjectId) ?? mark, mark, report);
    if (!mark || !problem) continue;
    const { source, reference } = report;
    await openAlarm(deps, tx, { subject: mark.subject, problem, source, reference });
  }
}

/** The current outcome: staff may have corrected a marked payment or refund. */
type Recorded = Pick<OutcomeMark, "outcome" | "reference">;

async function readRecords(
  tx: Tx,
  operatorId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Recorded>> {
  if (ids.length === 0) return new Map();
  const payments = await tx
    .selectFrom("payments")
    .select(["payment_id as id", "step", "charge_id as reference"])
    .where("operator_id", "=", operatorId)
    .where("payment_id", "in", [...ids])
    .execute();
  const refunds = await tx
    .selectFrom("refunds")
    .select(["refund_id as id", "step", "provider_refund_id as reference"])
    .where("operator_id", "=", operatorId)
    .where("refund_id", "in", [...ids])
    .execute();
  return new Map(
    [...payments, ...refunds].map(({ id, step, reference }) => [
      id,
      { outcome: step === "success" ? "success" : "failed", reference },
    ]),
  );
}

function problemOf(
  recorded: Recorded,
  mark: OutcomeMark,
  { says, reference }: OutcomeReport,
): OutcomeAlarm["problem"] | null {
  // After a confirmation the record can still change, for example by a bank return, so the mark decides.
  const { outcome, reference: marked } = mark.confirmedAtMs === null ? recorded : mark;
  if (says === "other_amount") return "other_amount";
  if (says === "missing") return outcome === "success" ? "not_happened_after_all" : null;
  if (outcome === "failed") return "happened_after_all";
  return reference !== "" && reference !== marked ? "other_reference" : null;
}

/** Skips refunds that the other party itself ended: only those have its refund id. */
async function lookUpFailedRefunds(
  { clock }: Pick<PaymentsDeps, "clock">,
  tx: Tx,
  operatorId: string,
  refundIds: readonly string[],
): Promise<void> {
  if (refundIds.length === 0) return;
  await tx
    .updateTable("refunds")
    .set({ next_check_at: new Date(clock.nowMs()) })
    .where("operator_id", "=", operatorId)
    .where("refund_id", "in", [...refundIds])
    .where("step", "=", "failed")
    .where("sent_at", "is not", null)
    .where("settled_at", "is", null)
    .where("provider_refund_id", "is", null)
    .execute();
}
