/**
 * A process dies at every step of a payment and of a webhook. Another continues: the payment gets the outcome of
 * Adyen's webhook, and Adyen made at most one charge.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { browser, goodCard } from "../../../payments/testing/payment-world.ts";
import { atEveryStep } from "../../../testing/at-every-step.ts";
import type { TestService } from "../../../testing/create-test-service.ts";
import type { DyingDatabase } from "../../../testing/dying-database.ts";
import { createDyingVendorWorld } from "../testing/dying-vendor-world.ts";
import { sandboxCard, type VendorWorld } from "../testing/vendor-world.ts";

const entry = {
  name: "ad",
  type: "adyen",
  url: "/vendors/adyen",
  apiKey: sandboxCredentials.adyen,
  merchantAccount: "TesseraSandbox",
  hmacKey: sandboxCredentials.adyenHmac,
};
let world: VendorWorld;
let store: DyingDatabase;
let dying: TestService;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ world, store, dying, close } = await createDyingVendorWorld(entry));
});
afterAll(() => close());

interface Sent {
  readonly notificationItems: readonly {
    readonly NotificationRequestItem: { readonly merchantReference: string };
  }[];
}

async function deliverTo(service: TestService, paymentIds: readonly string[]): Promise<void> {
  const response = await fetch(`${world.sandboxUrl}/admin/adyen/notifications`);
  for (const sent of ((await response.json()) as { data: Sent[] }).data) {
    const about = sent.notificationItems[0]?.NotificationRequestItem.merchantReference ?? "";
    if (!paymentIds.some((paymentId) => about.startsWith(paymentId))) continue;
    await service.call("POST", "/v1/connectors/ad/notices", {
      token: null,
      body: JSON.stringify(sent),
      headers: { "content-type": "application/json" },
    });
  }
}

const paymentIdsOf = async (paymentIntentId: string) => {
  const rows = await world.service.deps.database.kysely
    .selectFrom("payments")
    .select("payment_id")
    .where("payment_intent_id", "=", paymentIntentId)
    .execute();
  return rows.map((row) => row.payment_id);
};

/** The other process: webhooks come twice, and the job runs. */
async function recovered(paymentIntentId: string): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    world.clock.advance(10 * 60_000);
    await deliverTo(world, await paymentIdsOf(paymentIntentId));
    await world.runJob("payments.recover");
  }
}

test("a process that dies while it charges", async () => {
  const outcomes = new Set<unknown>();
  await atEveryStep(store, {
    prepare: () => world.createIntent(),
    // Dying before a step is the same as dying after the previous one.
    moments: ["after"],
    act: (intent) =>
      dying.callAsClient("POST", "/v1/client/payments", intent.clientSecretKey, {
        publishableKey: world.operator.publishableKey,
        body: {
          type: "card",
          card: { ...goodCard, ...sandboxCard("visa") },
          total: intent.amount,
          browser,
        },
      }),
    async check(intent, life) {
      await recovered(intent.paymentIntentId);
      const ids = await paymentIdsOf(intent.paymentIntentId);
      const charges = (await world.charges("adyen")).filter(({ merchantReference }) =>
        ids.some((paymentId) => merchantReference.startsWith(paymentId)),
      );
      expect([life, charges.length <= 1]).toEqual([life, true]);
      const { status } = await world.statusOf(intent);
      // Without a charge nothing was sent. If the process had begun to charge, the payment waits for staff.
      const allowed = charges.length === 1 ? ["success"] : ["no-payment", "failed", "pending"];
      expect([life, allowed]).toEqual([life, expect.arrayContaining([status])]);
      outcomes.add(status);
    },
  });
  // The process died before and after the charge.
  expect(outcomes).toContain("success");
  expect(outcomes).toContain("no-payment");
}, 300_000);

test("a process that dies while it takes the webhook", async () => {
  await atEveryStep(store, {
    async prepare() {
      await world.fault("adyen", "charge", "error_after_charging", 2);
      const intent = await world.createIntent();
      expect((await world.pay(intent, { card: sandboxCard("visa") })).body.status).toBe("pending");
      return { intent, ids: await paymentIdsOf(intent.paymentIntentId) };
    },
    act: ({ ids }) => deliverTo(dying, ids),
    async check({ intent }, life) {
      // Adyen repeats it until it is accepted.
      await recovered(intent.paymentIntentId);
      expect([life, (await world.statusOf(intent))["status"]]).toEqual([life, "success"]);
    },
  });
});
