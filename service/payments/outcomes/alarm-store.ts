import { type AuditActor, appendAudit } from "../../operators/audit/index.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { newId } from "../../platform/randomness.ts";
import type { PaymentCounters } from "../payment-counters.ts";
import { auditAbout, type OutcomeAlarm, subjectColumns, toAlarm } from "./records.ts";

/** Dependencies of the store, which needs the operator's data key. */
export type AlarmDeps = Pick<PlatformDeps, "clock" | "random" | "keyring" | "log"> & {
  readonly counters: Pick<PaymentCounters, "outcomeAlarm">;
};

/** A new alarm, with the processor's version. */
export type NewAlarm = Pick<OutcomeAlarm, "subject" | "problem" | "source" | "reference">;

/** Opens an alarm, once for each contradiction: not again after somebody resolved it. Returns whether it is new. */
export async function openAlarm(
  deps: AlarmDeps,
  tx: Tx,
  { subject, problem, source, reference }: NewAlarm,
): Promise<boolean> {
  const { operatorId, id } = subject;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("outcome_alarms")
    .values({
      ...subjectColumns(subject),
      outcome_alarm_id: newId(deps, "outcomeAlarm"),
      problem,
      source,
      reference,
      state: "open",
      resolution: null,
      note_sealed: null,
      resolved_by: null,
      version: 1,
      opened_at: new Date(deps.clock.nowMs()),
      resolved_at: null,
    })
    .onConflict((conflict) =>
      conflict.columns(["operator_id", "subject_id", "problem", "reference"]).doNothing(),
    )
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  deps.counters.outcomeAlarm(problem);
  deps.log.error("a processor disagrees with what is stored", {
    resourceId: id,
    problem,
    source,
  });
  await appendAudit(deps, tx, operatorId, {
    actor: { kind: "service" },
    ...auditAbout(subject, "contradicted"),
    details: { problem, source, reference },
  });
  return true;
}

/** Locks an alarm until the transaction ends. */
export async function lockAlarm(
  tx: Tx,
  operatorId: string,
  alarmId: string,
): Promise<OutcomeAlarm | undefined> {
  const row = await tx
    .selectFrom("outcome_alarms")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("outcome_alarm_id", "=", alarmId)
    .forUpdate()
    .executeTakeFirst();
  return row && toAlarm(row);
}

/** Stores how somebody resolved a locked alarm, with the audit entry. */
export async function closeAlarm(
  deps: Pick<PlatformDeps, "clock" | "keyring">,
  tx: Tx,
  { alarmId, subject, problem, version }: OutcomeAlarm,
  how: { resolution: "accepted" | "kept"; noteSealed: string | null; resolvedBy: AuditActor },
): Promise<void> {
  const { operatorId } = subject;
  await tx
    .updateTable("outcome_alarms")
    .set({
      state: "resolved",
      resolution: how.resolution,
      note_sealed: how.noteSealed,
      resolved_by: JSON.stringify(how.resolvedBy),
      resolved_at: new Date(deps.clock.nowMs()),
      version: version + 1,
    })
    .where("operator_id", "=", operatorId)
    .where("outcome_alarm_id", "=", alarmId)
    .execute();
  await appendAudit(deps, tx, operatorId, {
    actor: how.resolvedBy,
    ...auditAbout(subject, "contradiction_resolved"),
    details: { problem, resolution: how.resolution },
  });
}
