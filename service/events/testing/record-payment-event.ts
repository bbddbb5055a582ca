import { inTransaction } from "../../platform/database/transaction.ts";
import type { TestService } from "../../testing/create-test-service.ts";
import { recordEvent, type SealedEvent, sealEvent } from "../events.ts";

interface PaymentEventParts {
  status?: string;
  type?: SealedEvent["type"];
}

/** An event of a payment intent that isn't there: the outbox doesn't look. */
export function sealPaymentEvent(
  { service, operator, clock }: TestService,
  resourceId: string,
  sequence: number,
  { status = "created", type = "payment" }: PaymentEventParts = {},
): SealedEvent {
  return sealEvent(service.deps, {
    operatorId: operator.operatorId,
    resourceId,
    sequence,
    type,
    status,
    data: { paymentIntentId: resourceId, description: "Grüße ☕" },
    atMs: clock.nowMs(),
  });
}

/** Seals one and records it in a transaction of its own. */
export async function recordPaymentEvent(
  test: TestService,
  resourceId: string,
  sequence: number,
  parts: PaymentEventParts = {},
): Promise<SealedEvent> {
  const event = sealPaymentEvent(test, resourceId, sequence, parts);
  await inTransaction(test.service.deps.database, (tx) => recordEvent(tx, event));
  return event;
}
