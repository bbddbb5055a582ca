import { inTransaction } from "../../platform/database/transaction.ts";
import type { TestService } from "../../testing/create-test-service.ts";
import { recordEvent, type SealedEvent, sealEvent } from "../events.ts";

interface PaymentEventParts {
  status?: string;
  type?: SealedEvent["type"];
}

/** The payment intent does not exist; the outbox does not check. */
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
