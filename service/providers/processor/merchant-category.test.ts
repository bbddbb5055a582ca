/** The operator's merchant category code reaches the vendors whose accounts take one. */
import { describe, expect, test } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { changeOperator } from "../../operators/accounts/index.ts";
import { createVendorWorld, sandboxCard, type VendorWorld } from "./testing/vendor-world.ts";

const adyen = {
  name: "gateway",
  type: "adyen",
  url: "/vendors/adyen",
  apiKey: sandboxCredentials.adyen,
  merchantAccount: "TesseraSandbox",
  hmacKey: sandboxCredentials.adyenHmac,
};
const nmi = {
  name: "gateway",
  type: "nmi",
  url: "/vendors/nmi",
  securityKey: sandboxCredentials.nmi,
};
const worldpay = {
  name: "gateway",
  type: "worldpay",
  url: "/vendors/worldpay",
  username: "tessera",
  password: sandboxCredentials.worldpay,
  entity: "default",
};
const own = { name: "own", url: "/processors/northbank", key: sandboxCredentials.northbank };

async function categoryOfNewest(world: VendorWorld, vendor: string): Promise<unknown> {
  const { body } = await world.pay(await world.createIntent(), { card: sandboxCard("visa") });
  expect(body.status).toBe("success");
  const charges = await world.charges(vendor);
  const charge = charges.find(({ idempotencyKey }) => idempotencyKey.startsWith(body.paymentId));
  return (charge as { merchantCategory?: string } | undefined)?.merchantCategory;
}

describe("the merchant category of a payment", () => {
  test.each([
    ["adyen", { ...adyen, mcc: "5999" }, "5999", "7995"],
    ["nmi", { ...nmi, mcc: "5999" }, "5999", "7995"],
    ["worldpay", { ...worldpay, mcc: "5999" }, "5999", "7995"],
    // The account may refuse a code, so none is sent.
    ["nmi", nmi, undefined, undefined],
    ["northbank", own, undefined, "7995"],
  ])("at %s is the account's, and then the operator's", async (vendor, entry, first, then) => {
    const world = await createVendorWorld([entry]);
    expect(await categoryOfNewest(world, vendor)).toBe(first);
    const settings = { merchantCategory: "7995" };
    await changeOperator(world.service.deps, world.operator.operatorId, { settings });
    expect(await categoryOfNewest(world, vendor)).toBe(then);
    await world.close();
  });

  test("decides what a refusal of the category means, even when the response was lost", async () => {
    const world = await createVendorWorld([{ ...worldpay, mcc: "7995" }]);
    const card = sandboxCard("gambling_not_allowed");
    const decline = async () => {
      const intent = await world.createIntent();
      const { body } = await world.pay(intent, { card });
      return body.status === "pending" ? world.recovered(intent) : body;
    };
    const codes = { messages: [{ code: "gambling_not_allowed" }] };
    expect(await decline()).toMatchObject(codes);
    const settings = { merchantCategory: "5999" };
    await changeOperator(world.service.deps, world.operator.operatorId, { settings });
    const other = { messages: [{ code: "card_not_supported" }] };
    expect(await decline()).toMatchObject(other);
    await world.fault("worldpay", "charge", "dropped_after_charging");
    expect(await decline()).toMatchObject(other);
    await world.close();
  });
});
