import { sql } from "kysely";
import type { ResentEvent } from "#contract/api/events";
import { type AuditActor, appendAudit } from "../../operators/audit/index.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { ApiResponse, ResponseClaim } from "../../platform/http/idempotency.ts";
import { requeue } from "../delivery-log.ts";
import type { StreamDeps } from "./routes.ts";

interface Resend {
  operatorId: string;
  actor: AuditActor;
  eventId: string;
  webhookId: string | undefined;
}

/**
 * Queues finished deliveries again, and moves the event to the end of the streams. Throws 404 for another operator's
 * event, and for an endpoint that never had a delivery of it.
 */
export async function resendEventOnce(
  deps: StreamDeps,
  claim: ResponseClaim,
  { operatorId, actor, eventId, webhookId }: Resend,
): Promise<ApiResponse<ResentEvent>> {
  await deps.keyring.load(operatorId);
  return inTransaction(deps.database, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("events")
      .set({ stored_in: sql<number>`(pg_current_xact_id()::text)::bigint` })
      .where("operator_id", "=", operatorId)
      .where("event_id", "=", eventId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new ApiError("resource_not_found");
    const deliveries = await requeue(tx, new Date(deps.clock.nowMs()), {
      operatorId,
      eventId,
      webhookId,
      statuses: ["dead", "delivered"],
    });
    if (webhookId !== undefined && deliveries === 0) {
      const known = await tx
        .selectFrom("webhook_deliveries")
        .select("status")
        .where("operator_id", "=", operatorId)
        .where("event_id", "=", eventId)
        .where("webhook_id", "=", webhookId)
        .executeTakeFirst();
      if (!known) throw new ApiError("resource_not_found");
    }
    const response = { statusCode: 200, body: { eventId, deliveries } };
    await claim.store(tx, response);
    await appendAudit(deps, tx, operatorId, {
      actor,
      action: "delivery.resent",
      subject: { type: "event", id: eventId },
      details: { count: deliveries, webhookId: webhookId ?? null },
    });
    return response;
  });
}
