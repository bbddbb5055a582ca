import type { Kysely } from "kysely";
import type { WebhookEvent } from "#contract/events/webhook-event";
import { eventBodyPlace } from "../../events/index.ts";
import { anyOf } from "../../platform/database/any-of.ts";
import type { Tables } from "../../platform/database/tables.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import type { Keyring } from "../../platform/secrets/keyring.ts";
import type { ErasureSubject } from "./blockers.ts";

/** The ids of all resources of the customer that events can be about. */
export async function resourceIdsOf(
  tx: Kysely<Tables>,
  subject: ErasureSubject,
): Promise<string[]> {
  const ids: string[] = [];
  const { operatorId, externalCustomerId } = subject;
  for (const [table, column] of [
    ["payment_intents", "payment_intent_id"],
    ["refunds", "refund_id"],
    ["disputes", "dispute_id"],
    ["disbursement_intents", "disbursement_intent_id"],
    ["kyc_verifications", "kyc_verification_id"],
    ["w9_forms", "w9_id"],
  ] as const) {
    const rows = await tx
      .selectFrom(table)
      .select(column as never)
      .where("operator_id", "=", operatorId)
      .where("external_customer_id", "=", externalCustomerId)
      .execute();
    ids.push(...rows.map((row) => Object.values(row as object)[0] as string));
  }
  return ids;
}

/** Keeps type, status, time and ids. Deletes endpoints' responses. A pending delivery sends the redacted event. */
export async function redactEvents(
  { keyring }: { keyring: Keyring },
  tx: Tx,
  { operatorId, externalCustomerId }: ErasureSubject,
  resourceIds: readonly string[],
): Promise<void> {
  if (resourceIds.length === 0) return;
  const events = await tx
    .selectFrom("events")
    .select(["event_id", "resource_id", "sequence", "type", "status", "created_at"])
    .where("operator_id", "=", operatorId)
    .where("resource_id", "=", anyOf(resourceIds))
    .execute();
  for (const row of events) {
    const body: WebhookEvent = {
      eventId: row.event_id,
      type: row.type,
      status: row.status,
      createdAt: row.created_at.toISOString(),
      sequence: row.sequence,
      data: { externalCustomerId, resourceId: row.resource_id, erased: true },
    };
    const place = eventBodyPlace(operatorId, row.event_id);
    await tx
      .updateTable("events")
      .set({ body_sealed: keyring.encryptField(place, JSON.stringify(body)) })
      .where("operator_id", "=", operatorId)
      .where("event_id", "=", row.event_id)
      .execute();
  }
  const ids = events.map((row) => row.event_id);
  if (ids.length === 0) return;
  await tx
    .updateTable("webhook_attempts")
    .set({ answer_sealed: null })
    .where("event_id", "=", anyOf(ids))
    .execute();
}
