import { appendAudit } from "../../operators/audit/index.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { createJob, type Job } from "../../platform/jobs/job.ts";
import { workThrough } from "../../platform/jobs/work-through.ts";
import type { ErasureSubject } from "./blockers.ts";
import { idsInResponses } from "./delete-responses.ts";
import { type ErasureDeps, finishErasure } from "./erase-customer.ts";
import { deleteW9Forms } from "./erase-rows.ts";
import { sanctionsRecordsOver, taxRecordsUntil } from "./retention.ts";

/** The wait before the job takes over from the erasing request. */
const takeOverAfterMs = 60_000;

/** Delete retained data once its retention ends, and finish interrupted erasures. */
export function erasureJobs(deps: ErasureDeps): Job[] {
  return [
    createJob({
      name: "erasure.retention",
      everyMs: 60 * 60_000,
      run: (signal) => deleteExpired(deps, signal),
    }),
    createJob({
      name: "erasure.answers",
      everyMs: 60_000,
      run: (signal) => finishErasures(deps, signal),
    }),
  ];
}

async function finishErasures(deps: ErasureDeps, signal: AbortSignal): Promise<undefined> {
  await workThrough(signal, {
    read: (most, skip) =>
      deps.database.kysely
        .selectFrom("customer_erasures")
        .select(["operator_id", "external_customer_id"])
        .where("answers_forgotten_at", "is", null)
        .where("erased_at", "<=", new Date(deps.clock.nowMs() - takeOverAfterMs))
        .orderBy("erased_at")
        .orderBy("operator_id")
        .orderBy("external_customer_id")
        .limit(most)
        .offset(skip)
        .execute(),
    async work(row) {
      // Stored responses name records that stay after the erasure.
      const subject = subjectOf(row);
      const ids = await inTransaction(deps.database, (tx) => idsInResponses(tx, subject));
      await finishErasure(deps, subject, ids);
      return true;
    },
    onFailure: logFailure(deps),
  });
}

/** The customer's id can be an e-mail address, so it is not logged. */
const logFailure =
  ({ log }: ErasureDeps) =>
  ({ operator_id: operatorId }: { readonly operator_id: string }, error: unknown) =>
    log.errorHourly("data of an erased customer could not be deleted", { operatorId, error });

async function deleteExpired(deps: ErasureDeps, signal: AbortSignal): Promise<undefined> {
  const now = new Date(deps.clock.nowMs());
  await workThrough(signal, {
    read: (most, skip) =>
      deps.database.kysely
        .selectFrom("customer_erasures")
        .select(["operator_id", "external_customer_id"])
        .where((row) =>
          row.or([row("tax_records_until", "<=", now), row("mandates_until", "<=", now)]),
        )
        .orderBy("erased_at")
        .orderBy("operator_id")
        .orderBy("external_customer_id")
        .limit(most)
        .offset(skip)
        .execute(),
    async work(row) {
      await deps.keyring.load(row.operator_id);
      await inTransaction(deps.database, (tx) => deleteKept(deps, tx, subjectOf(row), now));
      return true;
    },
    onFailure: logFailure(deps),
  });
  await deleteSanctionsRecords(deps, now, signal);
}

/** Deletes matches of erased customers after their retention. Those of other customers hold payouts. */
async function deleteSanctionsRecords(
  deps: ErasureDeps,
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  await workThrough(signal, {
    read: (most, skip) =>
      deps.database.kysely
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
        .orderBy("r.sanctions_review_id")
        .limit(most)
        .offset(skip)
        .execute(),
    async work(row) {
      const { operator_id: operatorId, sanctions_review_id: sanctionsReviewId } = row;
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
      return true;
    },
    onFailure: logFailure(deps),
  });
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
    await deleteW9Forms(tx, forms);
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
