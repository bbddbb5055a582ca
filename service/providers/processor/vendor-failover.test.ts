/** One payment and two vendors: when the second one may charge, and when it must not. */
import { afterEach, describe, expect, test } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { bankAnswers, enrol } from "../../payments/testing/three-ds-parties.ts";
import { createVendorWorld, sandboxCard, type VendorWorld } from "./testing/vendor-world.ts";

const nmi = {
  name: "first",
  type: "nmi",
  url: "/vendors/nmi",
  securityKey: sandboxCredentials.nmi,
};
const authorizeNet = {
  name: "second",
  type: "authorize-net",
  url: "/vendors/authorize-net",
  apiLoginId: "tessera",
  transactionKey: sandboxCredentials.authorizeNet,
  currency: "USD",
};
/** No server listens on this port. */
const nowhere = "http://127.0.0.1:9";

let world: VendorWorld;
afterEach(() => world.close());

const processorOf = async ({ paymentId }: { paymentId: string }) => {
  const { processor } = await world.service.deps.database.kysely
    .selectFrom("payments")
    .select("processor")
    .where("payment_id", "=", paymentId)
    .executeTakeFirstOrThrow();
  return processor;
};

const adyen = {
  name: "adyen",
  type: "adyen",
  url: "/vendors/adyen",
  apiKey: sandboxCredentials.adyen,
  merchantAccount: "TesseraSandbox",
  hmacKey: sandboxCredentials.adyenHmac,
};
const worldpay = {
  name: "worldpay",
  type: "worldpay",
  url: "/vendors/worldpay",
  username: "tessera",
  password: sandboxCredentials.worldpay,
  entity: "default",
};

const stripe = {
  name: "stripe",
  type: "stripe",
  url: "/vendors/stripe",
  secretKey: sandboxCredentials.stripe,
  webhookSecret: sandboxCredentials.stripeWebhook,
};

describe("a payment between Stripe and another vendor", () => {
  test.each([
    ["Stripe was never reached", { ...stripe, url: nowhere }, worldpay],
    ["Stripe refused our key", { ...stripe, secretKey: "sk_test_OfAnotherAccount" }, adyen],
    ["Worldpay refused our key", { ...worldpay, password: "an-old-password" }, stripe],
    ["Adyen was never reached", { ...adyen, url: nowhere }, stripe],
  ])("goes to the second, with its 3-D Secure result, when %s", async (_, first, second) => {
    world = await createVendorWorld([first, second]);
    expect(await payWithThreeDSecure()).toMatchObject({ processor: second.name });
    expect(await world.charges(first.type)).toEqual([]);
    expect(await world.charges(second.type)).toMatchObject([
      { status: "approved", requests: 1, threeDSecure: { transStatus: "Y", eci: "05" } },
    ]);
  });

  test("leaves Stripe's payment intent behind when its confirmation is refused", async () => {
    world = await createVendorWorld([stripe, worldpay]);
    await world.fault("stripe", "charge", "refused");
    expect(await payWithThreeDSecure()).toEqual({ processor: "worldpay", charge_reference: null });
    expect(await world.charges("stripe")).toEqual([]);
    expect(await world.charges("worldpay")).toMatchObject([
      { status: "approved", threeDSecure: { transStatus: "Y", eci: "05" } },
    ]);
  });

  test("stays with Stripe when its responses were lost, and the look-up finds the charge", async () => {
    world = await createVendorWorld([stripe, worldpay]);
    await world.fault("stripe", "charge", "dropped_after_charging");
    await world.fault("stripe", "look_up", "error_without_charging");
    const intent = await world.createIntent();
    const { body } = await world.pay(intent, { card: sandboxCard("visa") });
    expect(body.status).toBe("pending");
    expect(await world.recovered(intent)).toMatchObject({ status: "success" });
    expect(await processorOf(body)).toBe("stripe");
    expect(await world.charges("worldpay")).toEqual([]);
  });

  async function payWithThreeDSecure() {
    const card = sandboxCard("visa");
    enrol(world, card.number, { method: false });
    bankAnswers(world, { transStatus: "Y", eci: "05" });
    const { body } = await world.pay(await world.createIntent(), { card });
    expect(body).toMatchObject({ status: "success" });
    return world.service.deps.database.kysely
      .selectFrom("payments")
      .select(["processor", "charge_reference"])
      .where("payment_id", "=", body.paymentId)
      .executeTakeFirstOrThrow();
  }
});

describe("a payment between Adyen and another vendor", () => {
  test.each([
    ["Adyen was never reached", { ...adyen, url: nowhere }, worldpay],
    ["Adyen refused our key", { ...adyen, apiKey: "an-old-key" }, authorizeNet],
    ["Worldpay was never reached", { ...worldpay, url: nowhere }, adyen],
    ["NMI refused our key", { ...nmi, securityKey: "an-old-key" }, adyen],
  ])(
    "goes to the second, with its 3-D Secure result, when %s",
    async (_, first, second) => {
      world = await createVendorWorld([first, second]);
      const card = sandboxCard("visa");
      enrol(world, card.number, { method: false });
      bankAnswers(world, { transStatus: "Y", eci: "05" });
      const { body } = await world.pay(await world.createIntent(), { card });
      expect(body).toMatchObject({ status: "success" });
      expect(await processorOf(body)).toBe(second.name);
      expect(await world.charges(first.type)).toEqual([]);
      expect(await world.charges(second.type)).toMatchObject([
        { status: "approved", requests: 1, threeDSecure: { transStatus: "Y", eci: "05" } },
      ]);
    },
    180_000,
  );

  test("stays with Adyen when both responses were lost", async () => {
    world = await createVendorWorld([adyen, worldpay]);
    await world.fault("adyen", "charge", "error_without_charging", 2);
    const { body } = await world.pay(await world.createIntent(), { card: sandboxCard("visa") });
    expect(body.status).toBe("pending");
    expect(await processorOf(body)).toBe("adyen");
    expect(await world.charges("worldpay")).toEqual([]);
  });
});

describe("a payment whose first processor is NMI and whose second is Authorize.Net", () => {
  test.each([
    ["was never reached", { ...nmi, url: nowhere }],
    ["refused our key", { ...nmi, securityKey: "an-old-key" }],
  ])("goes to the second, with its 3-D Secure result, when NMI %s", async (_, first) => {
    world = await createVendorWorld([first, authorizeNet]);
    const card = sandboxCard("visa");
    enrol(world, card.number, { method: false });
    bankAnswers(world, { transStatus: "Y", eci: "05" });
    const intent = await world.createIntent();
    const { body } = await world.pay(intent, { card });
    expect(body).toMatchObject({ status: "success" });
    expect(await processorOf(body)).toBe("second");
    expect(await world.charges("nmi")).toEqual([]);
    expect(await world.charges("authorize-net")).toMatchObject([
      { status: "approved", requests: 1, threeDSecure: { transStatus: "Y", eci: "05" } },
    ]);
  });

  test("stays with NMI when its response was lost: the charge is looked up", async () => {
    world = await createVendorWorld([nmi, authorizeNet]);
    await world.fault("nmi", "charge", "dropped_after_charging");
    await world.fault("nmi", "look_up", "error_without_charging");
    const intent = await world.createIntent();
    const { body } = await world.pay(intent, { card: sandboxCard("visa") });
    expect(body.status).toBe("pending");
    expect(await world.recovered(intent)).toMatchObject({ status: "success" });
    expect(await processorOf(body)).toBe("first");
    expect(await world.charges("nmi")).toMatchObject([{ requests: 1 }]);
    expect(await world.charges("authorize-net")).toEqual([]);
  });

  test("fails rather than going to the second when NMI may have charged and then lists nothing", async () => {
    world = await createVendorWorld([nmi, authorizeNet]);
    await world.fault("nmi", "charge", "error_without_charging");
    const intent = await world.createIntent();
    const { body } = await world.pay(intent, { card: sandboxCard("visa") });
    expect(body.status).toBe("pending");
    expect(await world.recovered(intent)).toMatchObject({ status: "failed" });
    expect(await world.charges("authorize-net")).toEqual([]);
  });

  test("ends with NMI's decline", async () => {
    world = await createVendorWorld([nmi, authorizeNet]);
    const { body } = await world.pay(await world.createIntent(), {
      card: sandboxCard("insufficient_funds"),
    });
    expect(body).toMatchObject({ status: "failed", messages: [{ code: "insufficient_funds" }] });
    expect(await world.charges("authorize-net")).toEqual([]);
  });
});
