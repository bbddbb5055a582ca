/**
 * A process dies at every step of a payment with Stripe's own 3-D Secure: until the challenge is open, and when the
 * customer comes back or leaves, or the operator cancels. Another process continues. A payment that the customer
 * confirmed is charged once, and one that they left is never charged.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { browser, generousTimes, goodCard } from "../../../payments/testing/payment-world.ts";
import { atEveryStep } from "../../../testing/at-every-step.ts";
import type { TestService } from "../../../testing/create-test-service.ts";
import type { DyingDatabase } from "../../../testing/dying-database.ts";
import { createDyingVendorWorld } from "../testing/dying-vendor-world.ts";
import { confirmOnPage } from "../testing/native-customer.ts";
import { sandboxCard, type VendorWorld } from "../testing/vendor-world.ts";

const entry = {
  name: "shop",
  type: "stripe",
  url: "/vendors/stripe",
  secretKey: sandboxCredentials.stripe,
  webhookSecret: sandboxCredentials.stripeWebhook,
};
const card = { ...goodCard, ...sandboxCard("three_ds_required") };
const env = { DIRECTORY_SERVER: "none" };

let world: VendorWorld;
let store: DyingDatabase;
let dying: TestService;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ world, store, dying, close } = await createDyingVendorWorld(entry, env, generousTimes));
});
afterAll(() => close());

type Intent = Awaited<ReturnType<VendorWorld["createIntent"]>>;

const asCustomer = (path: string, intent: Intent, body: object) =>
  dying.callAsClient("POST", path, intent.clientSecretKey, {
    publishableKey: world.operator.publishableKey,
    body,
  });
/**
 * An intent that the dying process has already read, with its keys and operator. If it read them in a life that
 * ends before the response, the next life would wait for that response.
 */
async function createKnownIntent(): Promise<Intent> {
  const intent = await world.createIntent();
  await readByDyingProcess(intent);
  return intent;
}
async function readByDyingProcess(intent: Intent): Promise<void> {
  store.startProcess();
  const { publishableKey } = world.operator;
  await dying.callAsClient("GET", "/v1/client/session", intent.clientSecretKey, { publishableKey });
}
const chargesOf = async (intent: Intent) => {
  const rows = await world.service.deps.database.kysely
    .selectFrom("payments")
    .select("payment_id")
    .where("payment_intent_id", "=", intent.paymentIntentId)
    .execute();
  const ids = rows.map((row) => row.payment_id);
  return (await world.charges("stripe")).filter(({ merchantReference: id }) => ids.includes(id));
};
/** Runs the job as often as recovery needs, for less time than a challenge lasts. */
async function recoverSoon(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    world.clock.advance(2 * 60_000);
    await world.runJob("payments.recover");
  }
}

test("a process that dies before the challenge opens leaves a payment that can be confirmed, or none", async () => {
  const seen = new Set<string>();
  await atEveryStep(store, {
    prepare: createKnownIntent,
    moments: ["before", "after"],
    act: (intent) =>
      asCustomer("/v1/client/payments", intent, {
        type: "card",
        card,
        total: intent.amount,
        browser,
      }),
    async check(intent, life) {
      await recoverSoon();
      world.clock.advance(2_000);
      const response = await world.callAsClient("GET", "/v1/client/status", intent.clientSecretKey);
      const { payment } = response.json();
      const isOpen = payment?.nextAction?.type === "challenge";
      if (isOpen) await confirmOnPage(world.sandboxUrl, payment, "code");
      await recoverSoon();
      const { status } = await world.statusOf(intent);
      const charged = (await chargesOf(intent)).length;
      expect([life, charged, String(status)]).toEqual([
        life,
        isOpen ? 1 : 0,
        isOpen ? "success" : payment ? "failed" : "no-payment",
      ]);
      seen.add(`${status}`);
    },
  });
  expect([...seen].sort()).toEqual(["failed", "no-payment", "success"]);
}, 300_000);

test.each([
  ["confirms and comes back", "code", "completed", "success", 1],
  ["leaves", "open", "canceled", "failed", 0],
] as const)(
  "when the customer %s",
  async (_what, act, outcome, status, charges) => {
    await atEveryStep(store, {
      async prepare() {
        const intent = await world.createIntent();
        const { body } = await world.pay(intent, { card });
        await confirmOnPage(world.sandboxUrl, body, act);
        return { intent, paymentId: body.paymentId };
      },
      moments: ["before", "after"],
      act: ({ intent, paymentId }) =>
        asCustomer(`/v1/client/payments/${paymentId}/continue`, intent, {
          after: "challenge",
          outcome,
        }),
      async check({ intent }, life) {
        expect([life, (await world.recovered(intent))["status"]]).toEqual([life, status]);
        expect([life, (await chargesOf(intent)).length]).toEqual([life, charges]);
      },
    });
  },
  300_000,
);

test("if the operator cancels while the customer confirms, the payment is charged or canceled, not both", async () => {
  const seen = new Set<string>();
  await atEveryStep(store, {
    async prepare() {
      const intent = await world.createIntent();
      const { body } = await world.pay(intent, { card });
      await confirmOnPage(world.sandboxUrl, body, "open");
      return { intent, payment: body };
    },
    moments: ["before", "after"],
    act: ({ payment }) =>
      dying.call("POST", `/v1/payments/${payment.paymentId}/cancel`, {
        token: world.operator.secretKey,
      }),
    async check({ intent, payment }, life) {
      await confirmOnPage(world.sandboxUrl, payment, "code");
      const status = String((await world.recovered(intent))["status"]);
      const charged = (await chargesOf(intent)).length;
      expect([life, status, charged]).toEqual([
        life,
        status === "success" ? status : "failed",
        status === "success" ? 1 : 0,
      ]);
      seen.add(status);
    },
  });
  expect([...seen].sort()).toEqual(["failed", "success"]);
}, 300_000);
