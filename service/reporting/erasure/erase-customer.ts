/**
 * Erases a customer: deletes all personal data; money records stay under the customer's id.
 *
 * Guarantees
 * - One transaction, with one audit entry that contains only ids.
 * - Nothing changes during it: the transaction locks the customer's row and their intents. A late request finds its
 *   intent's version changed, or a trigger refuses it (migration 0044).
 * - A repeated erasure returns the first result.
 * - Data that the law requires stays sealed and usable only for its purpose, until a job deletes it.
 *
 * The row in `customers` becomes a tombstone: the id stays taken, the e-mail address is free.
 */
import type { EraseCustomer, Erasure } from "#contract/api/erasure";
import { requireActorStillAllowed } from "../../operators/accounts/index.ts";
import { type AuditActor, appendAudit } from "../../operators/audit/index.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { type ErasureSubject, requireNothingPending } from "./blockers.ts";
import { deleteResponses, idsInResponses } from "./delete-responses.ts";
import { eraseRows } from "./erase-rows.ts";
import { openColumn } from "./open-column.ts";
import { redactEvents, resourceIdsOf } from "./redact-events.ts";
import { mandatesUntil, taxRecordsUntil } from "./retention.ts";
import type { CustomerErasureRow } from "./tables.ts";

export type ErasureDeps = Pick<PlatformDeps, "database" | "clock" | "random" | "keyring" | "log">;

/**
 * Erases a customer, together with what `alsoWrite` writes. Throws 404, 409 `erasure_blocked` with `blockers`, and what
 * {@link requireActorStillAllowed} throws.
 */
export async function eraseCustomer(
  deps: ErasureDeps,
  subject: ErasureSubject,
  { reason, actor }: EraseCustomer & { actor: AuditActor },
  alsoWrite: (tx: Tx, erasure: Erasure) => Promise<void> = async () => {},
): Promise<Erasure> {
  const { operatorId, externalCustomerId } = subject;
  await deps.keyring.load(operatorId);
  const done = await inTransaction(deps.database, async (tx) => {
    const customer = await tx
      .selectFrom("customers")
      .selectAll()
      .where("operator_id", "=", operatorId)
      .where("external_customer_id", "=", externalCustomerId)
      .forUpdate()
      .executeTakeFirst();
    await requireActorStillAllowed(tx, operatorId, actor, "customers.erase");
    if (!customer) throw new ApiError("resource_not_found");
    const before = await findErasure(tx, subject);
    if (before) {
      const shown = presentErasure(before);
      await alsoWrite(tx, shown);
      // The process that erased may have died before it deleted the stored responses.
      return { shown, searchTexts: await idsInResponses(tx, subject) };
    }
    const now = new Date(deps.clock.nowMs());
    await lockIntents(tx, subject);
    await requireNothingPending(tx, subject, now);
    const resourceIds = await resourceIdsOf(tx, subject);
    const answerIds = await idsInResponses(tx, subject);
    const contacts = ["email_sealed", "phone_number_sealed"].flatMap(
      (column) => openColumn(deps.keyring, "customers", column, customer, operatorId) || [],
    );
    const until = await taxRecordsUntil(tx, subject, now);
    const row: CustomerErasureRow = {
      operator_id: operatorId,
      external_customer_id: externalCustomerId,
      reason,
      actor: actorText(actor),
      erased_at: now,
      tax_records_until: until,
      mandates_until: await mandatesUntil(tx, subject),
      answers_forgotten_at: null,
    };
    await redactEvents(deps, tx, subject, resourceIds);
    const { customer_id: customerId } = customer;
    const which = { ...subject, customerId, keepTaxRecords: until !== null };
    await eraseRows({ ...deps, now }, tx, which);
    await tx.insertInto("customer_erasures").values(row).execute();
    const shown = presentErasure(row);
    await alsoWrite(tx, shown);
    await appendAudit(deps, tx, operatorId, {
      actor,
      action: "customer.erased",
      subject: { type: "customer", id: externalCustomerId },
      details: { reason, ...shown.kept },
    });
    return { shown, searchTexts: [...contacts, ...answerIds] };
  });
  await finishErasure(deps, subject, done.searchTexts);
  return done.shown;
}

/** Deletes stored responses. The job does this if a process died first. */
export async function finishErasure(
  deps: ErasureDeps,
  subject: ErasureSubject,
  searchTexts: readonly string[],
): Promise<void> {
  await deleteResponses(deps, subject, searchTexts);
  await deps.database.kysely
    .updateTable("customer_erasures")
    .set({ answers_forgotten_at: new Date(deps.clock.nowMs()) })
    .where("operator_id", "=", subject.operatorId)
    .where("external_customer_id", "=", subject.externalCustomerId)
    .where("answers_forgotten_at", "is", null)
    .execute();
}

export function findErasure(
  tx: Pick<Tx, "selectFrom">,
  { operatorId, externalCustomerId }: ErasureSubject,
): Promise<CustomerErasureRow | undefined> {
  return tx
    .selectFrom("customer_erasures")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .executeTakeFirst();
}

function presentErasure(row: CustomerErasureRow): Erasure {
  return {
    externalCustomerId: row.external_customer_id,
    reason: row.reason,
    erasedAt: row.erased_at.toISOString(),
    kept: {
      taxRecordsUntil: row.tax_records_until?.toISOString() ?? null,
      debitAuthorizationsUntil: row.mandates_until?.toISOString() ?? null,
    },
  };
}

/** Locks the customer's intents. A concurrent change waits and then finds a different version. */
async function lockIntents(tx: Tx, subject: ErasureSubject): Promise<void> {
  for (const table of ["payment_intents", "disbursement_intents"] as const) {
    await tx
      .selectFrom(table)
      .select("version")
      .where("operator_id", "=", subject.operatorId)
      .where("external_customer_id", "=", subject.externalCustomerId)
      .forUpdate()
      .execute();
  }
}

function actorText(actor: AuditActor): string {
  if (actor.kind === "staff") return `staff:${actor.staffId}`;
  return actor.kind === "api" && actor.keyId ? `api:${actor.keyId}` : actor.kind;
}
