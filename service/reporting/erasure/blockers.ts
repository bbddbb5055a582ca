import type { Kysely } from "kysely";
import type { ErasureBlocker } from "#contract/api/erasure";
import { refundStatus } from "../../payments/index.ts";
import type { Tables } from "../../platform/database/tables.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";

export interface ErasureSubject {
  readonly operatorId: string;
  readonly externalCustomerId: string;
}

const maxShown = 20;

/**
 * Throws 409 `erasure_blocked` while something is pending: an open intent, money without a final outcome, an unsettled
 * ACH entry, a document being read or reviewed. Lock the customer and their intents first.
 */
export async function requireNothingPending(
  tx: Tx,
  subject: ErasureSubject,
  now: Date,
): Promise<void> {
  const blockers = [
    ...(await openPayments(tx, subject, now)),
    ...(await openRefunds(tx, subject)),
    ...(await openDisputes(tx, subject)),
    ...(await openPayouts(tx, subject)),
    ...(await unsettledEntries(tx, subject)),
    ...(await openReviews(tx, subject)),
    ...(await openSanctionsReviews(tx, subject)),
  ];
  if (blockers.length === 0) return;
  throw new ApiError("erasure_blocked", { extra: { blockers: blockers.slice(0, maxShown) } });
}

async function openPayments(
  tx: Tx,
  { operatorId, externalCustomerId }: ErasureSubject,
  now: Date,
): Promise<ErasureBlocker[]> {
  const intents = await tx
    .selectFrom("payment_intents")
    .select(["payment_intent_id as id", "status"])
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .where((row) =>
      row.or([
        row("status", "=", "pending"),
        row.and([row("status", "in", ["no-payment", "failed"]), row("expires_at", ">", now)]),
      ]),
    )
    .execute();
  const attempts = await tx
    .selectFrom("payments as p")
    .innerJoin("payment_intents as i", "i.payment_intent_id", "p.payment_intent_id")
    .select(["p.payment_id as id", "p.status"])
    .where("i.operator_id", "=", operatorId)
    .where("i.external_customer_id", "=", externalCustomerId)
    .where((row) => row.or([row("p.status", "=", "pending"), row("p.reversal", "=", "due")]))
    .execute();
  return [
    ...intents.map((intent) => ({ type: "payment_intent", ...intent })),
    ...attempts.map((attempt) => ({ type: "payment", ...attempt })),
  ];
}

async function openRefunds(
  tx: Tx,
  { operatorId, externalCustomerId }: ErasureSubject,
): Promise<ErasureBlocker[]> {
  const rows = await tx
    .selectFrom("refunds")
    .select(["refund_id as id", "step as status"])
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .where("step", "in", ["requested", "processing", "awaiting_destination", "awaiting_approval"])
    .execute();
  return rows.map(({ id, status }) => ({ type: "refund", id, status: refundStatus(status) }));
}

/** Evidence about the customer is needed until a dispute ends. */
async function openDisputes(
  tx: Tx,
  { operatorId, externalCustomerId }: ErasureSubject,
): Promise<ErasureBlocker[]> {
  const rows = await tx
    .selectFrom("disputes")
    .select(["dispute_id as id", "status"])
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .where("status", "in", ["needs-response", "under-review"])
    .execute();
  return rows.map((row) => ({ type: "dispute", ...row }));
}

async function openPayouts(
  tx: Tx,
  { operatorId, externalCustomerId }: ErasureSubject,
): Promise<ErasureBlocker[]> {
  const rows = await tx
    .selectFrom("disbursement_intents")
    .select(["disbursement_intent_id as id", "status"])
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .where("step", "in", [
      "requires_customer_data",
      "open",
      "awaiting_approval",
      "approved",
      "sent",
    ])
    .execute();
  return rows.map((row) => ({ type: "disbursement_intent", ...row }));
}

async function unsettledEntries(tx: Tx, subject: ErasureSubject): Promise<ErasureBlocker[]> {
  const rows = await tx
    .selectFrom("ach_entries")
    .select(["entry_key as id", "source", "status"])
    .where("operator_id", "=", subject.operatorId)
    .where("entry_key", "in", (select) => entryKeysOf(select as never, subject))
    .where("status", "in", ["queued", "filed"])
    .execute();
  return rows.map(({ source, ...each }) => ({ type: source, ...each }));
}

async function openReviews(
  tx: Tx,
  { operatorId, externalCustomerId }: ErasureSubject,
): Promise<ErasureBlocker[]> {
  const rows = await tx
    .selectFrom("kyc_verifications")
    .select(["kyc_verification_id as id", "status"])
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .where((row) =>
      row.or([row("status", "=", "under_review"), row("read_due_at", "is not", null)]),
    )
    .execute();
  return rows.map((row) => ({ type: "kyc_verification", ...row }));
}

async function openSanctionsReviews(
  tx: Tx,
  { operatorId, externalCustomerId }: ErasureSubject,
): Promise<ErasureBlocker[]> {
  const rows = await tx
    .selectFrom("sanctions_reviews")
    .select("sanctions_review_id as id")
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .where("state", "in", ["open", "clearing"])
    .execute();
  // The reason is left out, because the customer may see the blockers.
  return rows.map(({ id }) => ({ type: "review", id, status: "under_review" }));
}

/** A query for the ids of payments and disbursements. */
export function entryKeysOf(
  tx: Kysely<Tables>,
  { operatorId, externalCustomerId }: ErasureSubject,
) {
  return tx
    .selectFrom("payments as p")
    .innerJoin("payment_intents as i", "i.payment_intent_id", "p.payment_intent_id")
    .select("p.payment_id as id")
    .where("i.operator_id", "=", operatorId)
    .where("i.external_customer_id", "=", externalCustomerId)
    .unionAll(
      tx
        .selectFrom("disbursement_intents")
        .select("disbursement_id as id")
        .where("operator_id", "=", operatorId)
        .where("external_customer_id", "=", externalCustomerId)
        .where("disbursement_id", "is not", null)
        .$narrowType<{ id: string }>(),
    )
    .unionAll(
      tx
        .selectFrom("refunds")
        .select("refund_id as id")
        .where("operator_id", "=", operatorId)
        .where("external_customer_id", "=", externalCustomerId),
    );
}
