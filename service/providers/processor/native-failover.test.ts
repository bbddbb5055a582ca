/** Fail-over between a processor with its own 3-D Secure and one that takes the 3DS server's result. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { generousTimes } from "../../payments/testing/payment-world.ts";
import { bankAnswers, enrol } from "../../payments/testing/three-ds-parties.ts";
import { confirmOnPage } from "./testing/native-customer.ts";
import { createVendorWorld, sandboxCard, type VendorWorld } from "./testing/vendor-world.ts";

const native = {
  name: "native",
  type: "stripe",
  url: "/vendors/stripe",
  secretKey: sandboxCredentials.stripe,
  webhookSecret: sandboxCredentials.stripeWebhook,
  threeDSecure: "native",
};
const external = {
  name: "external",
  url: "/processors/northbank",
  key: sandboxCredentials.northbank,
};
const card = sandboxCard("three_ds_required");
const completed = { after: "challenge", outcome: "completed" };

let world: VendorWorld;
afterAll(() => world.close());

async function pay() {
  const intent = await world.createIntent();
  return { intent, body: (await world.pay(intent, { card })).body };
}
const paidBy = async (intent: Awaited<ReturnType<VendorWorld["createIntent"]>>) => {
  const { payments } = (await world.statusOf(intent)) as unknown as { payments: object[] };
  return payments.at(-1);
};
const chargesOf = async (processor: string, { paymentId }: { paymentId: string }) =>
  (await world.charges(processor)).filter((charge) => charge.merchantReference === paymentId);

describe("a processor with its own 3-D Secure comes first", () => {
  beforeAll(async () => {
    world = await createVendorWorld([native, external], {}, undefined, generousTimes);
  });
  afterEach(() => world.parties.directory.cards.clear());

  test.each([
    // The connector sends a preparation twice.
    ["prepare", "error_without_charging", 2, "unreachable"],
    ["charge", "refused", 1, "refused"],
  ] as const)(
    "one that did not charge (%s) fails over to the other, where the 3DS server authenticates first",
    async (call, fault, times, reason) => {
      enrol(world, card.number, { method: false });
      bankAnswers(world, { transStatus: "Y", eci: "05" });
      await world.fault("stripe", call, fault, times);
      const { intent, body } = await pay();
      expect(body.status).toBe("success");
      expect(await paidBy(intent)).toMatchObject({
        processor: "external",
        threeDSecure: { status: "Y", eci: "05" },
        routing: { failedOver: [{ processor: "native", reason }] },
      });
      expect(await chargesOf("northbank", body)).toMatchObject([
        { threeDSecure: { transStatus: "Y" } },
      ]);
      expect(await chargesOf("stripe", body)).toEqual([]);
    },
  );

  test("an unknown outcome after a challenge has begun never fails over", async () => {
    enrol(world, card.number, { method: false });
    bankAnswers(world, { transStatus: "Y", eci: "05" });
    const { intent, body } = await pay();
    await confirmOnPage(world.sandboxUrl, body, "code");
    await world.fault("stripe", "look_up", "error_without_charging", 6);
    const after = await world.continuePayment(intent, body.paymentId, completed);
    expect(after.body.status).toBe("pending");
    expect(await world.recovered(intent)).toMatchObject({ status: "success" });
    expect(await chargesOf("northbank", body)).toEqual([]);
    expect(await chargesOf("stripe", body)).toHaveLength(1);
  });

  test("a failed challenge ends the attempt; the next one may use any processor", async () => {
    const { intent, body } = await pay();
    await confirmOnPage(world.sandboxUrl, body, "fail");
    const after = await world.continuePayment(intent, body.paymentId, completed);
    expect(after.body).toMatchObject({
      status: "failed",
      messages: [{ code: "authentication_failed" }],
    });
    expect(await chargesOf("northbank", body)).toEqual([]);
    const second = await world.pay(intent, { card: sandboxCard("visa") });
    expect(second.body.status).toBe("success");
  });
});

describe("a processor with its own 3-D Secure is the reserve", () => {
  beforeAll(async () => {
    await world.close();
    const nowhere = { ...external, url: "http://127.0.0.1:9" };
    world = await createVendorWorld([nowhere, native], {}, undefined, generousTimes);
  });

  test("takes over a payment without an authentication, and authenticates it itself", async () => {
    const { intent, body } = await pay();
    expect(body).toMatchObject({ status: "pending", nextAction: { type: "challenge" } });
    await confirmOnPage(world.sandboxUrl, body, "code");
    const after = await world.continuePayment(intent, body.paymentId, completed);
    expect(after.body.status).toBe("success");
    expect(await paidBy(intent)).toMatchObject({
      processor: "native",
      routing: { failedOver: [{ processor: "external", reason: "unreachable" }] },
    });
  });

  test("does not ask a customer again who has confirmed already", async () => {
    enrol(world, card.number, { method: false });
    bankAnswers(world, { transStatus: "Y", eci: "05" });
    const { intent, body } = await pay();
    expect(body).toMatchObject({ status: "failed", messages: [{ code: "processing_error" }] });
    expect(await paidBy(intent)).toMatchObject({ processor: "external" });
    expect(await chargesOf("stripe", body)).toEqual([]);
  });
});
