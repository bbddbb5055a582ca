/** A processor that can do less than our protocol, as `cannot` says: nothing else is offered. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { browser, goodCard } from "../../payments/testing/payment-world.ts";
import { createVendorWorld, sandboxCard, type VendorWorld } from "./testing/vendor-world.ts";

const northbank = {
  name: "first",
  url: "/processors/northbank",
  key: sandboxCredentials.northbank,
};

const wholeOnly = { ...northbank, cannot: ["partial_refunds"] };
const withoutSaving = { ...northbank, name: "second", cannot: ["refunds", "stored_credentials"] };

let world: VendorWorld;
let limited: VendorWorld;
beforeAll(async () => {
  world = await createVendorWorld([wholeOnly]);
  limited = await createVendorWorld([withoutSaving]);
});
afterAll(async () => {
  await world.close();
  await limited.close();
});

const paid = async (of: VendorWorld) => {
  const intent = await of.createIntent();
  const { body } = await of.pay(intent, { card: sandboxCard("visa") });
  expect(body.status).toBe("success");
  return intent.paymentIntentId;
};

let serial = 0;
async function refund(of: VendorWorld, paymentIntentId: string, body: object = {}) {
  serial += 1;
  const response = await of.call("POST", `/v1/payment-intents/${paymentIntentId}/refunds`, {
    body: { externalRefundId: `limited-${serial}`, ...body },
  });
  return { statusCode: response.statusCode, ...response.json<{ errorCode?: string }>() };
}

describe("a processor without partial refunds", () => {
  test("refunds the whole payment, and no part of it", async () => {
    const id = await paid(world);
    expect(await refund(world, id, { amount: 1 })).toMatchObject({
      statusCode: 400,
      errorCode: "partial_refund_not_supported",
    });
    expect(await refund(world, id)).toMatchObject({ statusCode: 201, status: "pending" });
  });
});

describe("a processor without refunds and stored credentials", () => {
  test("refunds nothing", async () => {
    expect(await refund(limited, await paid(limited))).toMatchObject({
      statusCode: 400,
      errorCode: "payment_not_refundable",
    });
  });

  test("saves no card: none is offered, and a payment that asks for it succeeds without it", async () => {
    const intent = await limited.createIntent({ paymentMethodTypes: ["card"] });
    const session = await limited.callAsClient("GET", "/v1/client/session", intent.clientSecretKey);
    expect(session.json()).toMatchObject({ canSavePaymentMethod: false });
    const body = { type: "card", card: goodCard, total: intent.amount, browser, save: true };
    const path = "/v1/client/payments";
    const response = await limited.callAsClient("POST", path, intent.clientSecretKey, { body });
    expect(response.json()).toMatchObject({ status: "success" });
    const saved = limited.service.deps.database.kysely.selectFrom("payment_methods").selectAll();
    expect(await saved.execute()).toEqual([]);
    const [charge] = await limited.charges("northbank");
    expect(charge).not.toHaveProperty("credentialOnFile");
  });
});
