import { appendAudit } from "../../operators/audit/index.ts";
import { isStoreUnavailable } from "../../platform/database/store-unavailable.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { createJob, type Job } from "../../platform/jobs/job.ts";
import type { ErasureSubject } from "./blockers.ts";
import { idsInResponses } from "./delete-responses.ts";
import { type ErasureDeps, finishErasure } from "./erase-customer.ts";
import { sanctionsRecordsOver, taxRecordsUntil } from "./retention.ts";

const rowsAtOnce = 20;
/** The wait before the job takes over from the erasing request. */
const takeOverAfterMs = 60_000;

/** Delete retained data when its time is over, and finish interrupted erasures. */
export function erasureJobs(deps: ErasureDeps): Job[] {
  return [
    createJob({ name: "erasure.retention", everyMs: 60 * 60_000, run: () => deleteExpired(deps) }),
    createJob({ name: "erasure.answers", everyMs: 60_000, run: () => finishErasures(deps) }),
  ];
}

async function finishErasures(deps: ErasureDeps): Promise<"more" | undefined> {
  const rows = await deps.database.kysely
    .selectFrom("customer_erasures")
    .select(["operator_id", "external_customer_id"])
    .where("answers_forgotten_at", "is", null)
    .where("erased_at", "<=", new Date(deps.clock.nowMs() - takeOverAfterMs))
    .orderBy("erased_at")
    .limit(rowsAtOnce)
    .execute();
  const finished = await forEachSubject(deps, rows, async (subject) => {
    // Stored responses contain ids of what stays.
    const ids = await inTransaction(deps.database, (tx) => idsInResponses(tx, subject));
    await finishErasure(deps, subject, ids);
  });
  // Without progress the job pauses instead of retrying at once.
  return rows.length === rowsAtOnce && finished > 0 ? "more" : undefined;
}

/** Does `work` for each erased customer; one that fails does not hold the others. Returns how many succeeded. */
async function forEachSubject<Row extends { operator_id: string; external_customer_id: string }>(
  deps: ErasureDeps,
  rows: readonly Row[],
  work: (subject: ErasureSubject, row: Row) => Promise<void>,
): Promise<number> {
  let done = 0;
  for (const row of rows) {
    try {
      await work(subjectOf(row), row);
      done += 1;
    } catch (error) {
      if (isStoreUnavailable(error)) throw error;
      // The customer's id can be an e-mail address.
      const { operator_id: operatorId } = row;
      deps.log.error("data of an erased customer could not be deleted", { operatorId, error });
    }
  }
  return done;
}

async function deleteExpired(deps: ErasureDeps): Promise<"more" | undefined> {
  const now = new Date(deps.clock.nowMs());
  const rows = await deps.database.kysely
    .selectFrom("customer_erasures")
    .select(["operator_id", "external_customer_id"])
    .where((row) => row.or([row("tax_records_until", "<=", now), row("mandates_until", "<=", now)]))
    .orderBy("erased_at")
    .limit(rowsAtOnce)
    .execute();
  const deleted = await forEachSubject(deps, rows, async (subject) => {
    await deps.keyring.load(subject.operatorId);
    await inTransaction(deps.database, (tx) => deleteKept(deps, tx, subject, now));
  });
  const more = await deleteSanctionsRecords(deps, now);
  return (rows.length === rowsAtOnce && deleted > 0) || more ? "more" : undefined;
}

/** Deletes matches of erased customers after their retention. Those of other customers hold payouts. */
async function deleteSanctionsRecords(deps: ErasureDeps, now: Date): Promise<boolean> {
  const rows = await deps.database.kysely
    .selectFrom("sanctions_reviews as r")
    .innerJoin("customer_erasures as e", (join) =>
      join
        .onRef("e.operator_id", "=", "r.operator_id")
        .onRef("e.external_customer_id", "=", "r.external_customer_id"),
    )
    .select(["r.operator_id", "r.external_customer_id", "r.sanctions_review_id"])
    .where("r.state", "=", "confirmed")
    .where("r.decided_at", "<=", sanctionsRecordsOver(now))
    .orderBy("r.decided_at")
    .limit(rowsAtOnce)
    .execute();
  const deleted = await forEachSubject(deps, rows, async ({ operatorId }, row) => {
    const { sanctions_review_id: sanctionsReviewId } = row;
    await deps.keyring.load(operatorId);
    await inTransaction(deps.database, async (tx) => {
      const { numDeletedRows } = await tx
        .deleteFrom("sanctions_reviews")
        .where("operator_id", "=", operatorId)
        .where("sanctions_review_id", "=", sanctionsReviewId)
        .where("state", "=", "confirmed")
        .executeTakeFirst();
      // Another process deleted it.
      if (numDeletedRows === 0n) return;
      await appendAudit(deps, tx, operatorId, {
        actor: { kind: "service" },
        action: "customer.kept_records_deleted",
        subject: { type: "customer", id: row.external_customer_id },
        details: { sanctionsReviewId },
      });
    });
  });
  return rows.length === rowsAtOnce && deleted > 0;
}

async function deleteKept(
  deps: ErasureDeps,
  tx: Tx,
  subject: ErasureSubject,
  now: Date,
): Promise<void> {
  const { operatorId, externalCustomerId } = subject;
  const erasure = await tx
    .selectFrom("customer_erasures")
    .select(["tax_records_until", "mandates_until"])
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { tax_records_until: tax, mandates_until: mandates } = erasure;
  // A payout may have turned out to be paid.
  const stillUntil =
    tax !== null && tax <= now ? await taxRecordsUntil(tx, subject, now) : undefined;
  if (stillUntil) {
    await tx
      .updateTable("customer_erasures")
      .set({ tax_records_until: stillUntil })
      .where("operator_id", "=", operatorId)
      .where("external_customer_id", "=", externalCustomerId)
      .execute();
  }
  const isTaxOver = stillUntil === null;
  const areMandatesOver = mandates !== null && mandates <= now;
  if (!isTaxOver && !areMandatesOver) return;
  if (isTaxOver) {
    const forms = tx
      .selectFrom("w9_forms")
      .select("w9_id")
      .where("operator_id", "=", operatorId)
      .where("external_customer_id", "=", externalCustomerId);
    await tx.deleteFrom("w9_access_log").where("w9_id", "in", forms).execute();
    await tx
      .deleteFrom("w9_forms")
      .where("operator_id", "=", operatorId)
      .where("external_customer_id", "=", externalCustomerId)
      .execute();
  }
  if (areMandatesOver) {
    await tx
      .deleteFrom("bank_mandates")
      .where("operator_id", "=", operatorId)
      .where("payment_intent_id", "in", (select) =>
        select
          .selectFrom("payment_intents")
          .select("payment_intent_id")
          .where("operator_id", "=", operatorId)
          .where("external_customer_id", "=", externalCustomerId),
      )
      .execute();
  }
  await tx
    .updateTable("customer_erasures")
    .set({
      ...(isTaxOver ? { tax_records_until: null } : {}),
      ...(areMandatesOver ? { mandates_until: null } : {}),
    })
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .execute();
  await appendAudit(deps, tx, operatorId, {
    actor: { kind: "service" },
    action: "customer.kept_records_deleted",
    subject: { type: "customer", id: externalCustomerId },
    details: { taxRecords: isTaxOver, debitAuthorizations: areMandatesOver },
  });
}

function subjectOf(row: { operator_id: string; external_customer_id: string }): ErasureSubject {
  return { operatorId: row.operator_id, externalCustomerId: row.external_customer_id };
}
