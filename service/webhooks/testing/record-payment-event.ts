import { inTransaction } from "../../platform/database/transaction.ts";
import type { TestService } from "../../testing/create-test-service.ts";
import { recordEvent, type SealedEvent, sealEvent } from "../events.ts";

/** Records an event of a payment intent that isn't there: the outbox doesn't look. */
export async function recordPaymentEvent(
  { service, operator, clock }: TestService,
  resourceId: string,
  sequence: number,
  more: { status?: string; type?: SealedEvent["type"]; operatorId?: string } = {},
): Promise<SealedEvent> {
  const event = sealEvent(service.deps, {
    operatorId: more.operatorId ?? operator.operatorId,
    resourceId,
    sequence,
    type: more.type ?? "payment",
    status: more.status ?? "created",
    data: { paymentIntentId: resourceId, description: "Grüße ☕" },
    atMs: clock.nowMs(),
  });
  await inTransaction(service.deps.database, (tx) => recordEvent(tx, event));
  return event;
}
