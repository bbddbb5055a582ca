import { expect } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { Refund } from "#contract/api/refunds";
import type { PaymentWorld } from "./payment-world.ts";
import { runRefunds } from "./run-refunds.ts";

interface RefundResponse {
  statusCode: number;
  body: Refund & { errorCode?: string; refundableAmount?: number };
}

/** Calls of operators that refund card payments. Without `of`, a call is about `intent`. */
export function refundCalls(given: {
  world: () => PaymentWorld;
  intent: () => CreatedPaymentIntent;
}) {
  const { world, intent } = given;
  let serial = 0;

  /** Creates an intent and pays it. `total` is the total that the customer saw. */
  async function payIntent(body: Record<string, unknown> = {}, total?: number) {
    const created = await world().createIntent(body);
    const response = await world().pay(created, total === undefined ? {} : { total });
    expect(response.body.status).toBe("success");
    return created;
  }

  async function refund(
    body: Record<string, unknown> = {},
    { of = intent(), key }: { of?: { paymentIntentId: string }; key?: string } = {},
  ): Promise<RefundResponse> {
    serial += 1;
    const url = `/v1/payment-intents/${of.paymentIntentId}/refunds`;
    const response = await world().call("POST", url, {
      body: { externalRefundId: `refund-${serial}`, ...body },
      ...(key ? { headers: { "idempotency-key": key } } : {}),
    });
    return { statusCode: response.statusCode, body: response.json() };
  }

  const read = async (refundId: string): Promise<Refund> =>
    (await world().call("GET", `/v1/refunds/${refundId}`)).json();
  const follow = () => runRefunds(world());
  async function later(ms: number): Promise<void> {
    world().clock.advance(ms);
    await follow();
  }
  /** The statuses that the refund's events have reported. */
  async function eventsOf(refundId: string): Promise<string[]> {
    const rows = await world()
      .service.deps.database.kysely.selectFrom("events")
      .select("status")
      .where("resource_id", "=", refundId)
      .orderBy("sequence")
      .execute();
    return rows.map((row) => row.status);
  }
  const refundedOf = async (of = intent()) =>
    (await world().statusOf(of))["refundedAmount"] as unknown as number;

  return { payIntent, refund, read, follow, later, eventsOf, refundedOf };
}
