import { describe, expect, test } from "vitest";
import type { OutgoingCallFailed, OutgoingHttp } from "../../../platform/outgoing-http.ts";
import { createPayoutProvider } from "../kit/payout-connector.ts";
import type { PayoutOrder } from "../payout-provider.ts";
import {
  destinations,
  exampleOrder,
  examplePayout,
  payoutKey,
  type Sent,
  scripted,
  testPayoutConformance,
} from "../testing/conformance.ts";
import { tabapayPayouts } from "./tabapay-payouts.ts";
import { tabapaySettings } from "./tabapay-settings.ts";

const url = "https://fqdn.tabapay.example:10443";
const token = "tabapay-token-5f2c91aa7e";
const clientId = "7bGk2QxWv9Lr4KcZ8sBfTn";
const settlementAccountId = "Nkd2UKfhVcQW6AJAvmhv4v";
const reference = "k3v9x0c1q8z7m2a";
const path = `${url}/v1/clients/${clientId}/transactions`;
const transactionID = "A0oH0E4EiWloxnwr75liQg";

const findReference = async (): Promise<string | undefined> => reference;
const create = (http: OutgoingHttp, change: object = {}, find = findReference) =>
  createPayoutProvider(
    { name: "cards", url },
    tabapayPayouts(tabapaySettings.parse({ clientId, token, settlementAccountId, ...change }), {
      sendDeadlineMs: 15_000,
      lookUpDeadlineMs: 5_000,
    }),
    http,
    { reserve: async () => reference, find },
  );

const created = {
  SC: 200,
  EC: "0",
  transactionID,
  network: "Visa",
  networkRC: "00",
  status: "COMPLETED",
};
const found = {
  SC: 200,
  EC: "0",
  referenceID: reference,
  network: "Visa",
  networkRC: "00",
  status: "COMPLETED",
  amount: "49.99",
};
const byReference = { SC: 200, EC: "0", transactionID, status: "COMPLETED" };

testPayoutConformance("tabapay", {
  create,
  secrets: [token],
  url,
  method: "card",
  good: {
    send: [{ status: 200, body: created }],
    lookUp: [
      { status: 200, body: byReference },
      { status: 200, body: found },
    ],
  },
  outcomes: { send: "paid", lookUp: "paid" },
  refusals: [400, 401, 404, 406, 415, 422],
  aboutUs: [401, 404],
  open: [
    { status: 207, body: { SC: 207, EC: "3C5E", status: "UNKNOWN", transactionID: "" } },
    { status: 207, body: { SC: 207, EC: "3C5E", status: "UNKNOWN", transactionID } },
    { status: 207, body: { ...created, SC: 207 } },
    { status: 200, body: { ...created, status: "UNKNOWN" } },
    { status: 200, body: { ...created, status: "SOMETHING" } },
    { status: 200, body: { ...created, SC: 500 } },
    { status: 201, body: { SC: 201, EC: "0", transactionID, status: "BATCH" } },
    { status: 409, body: { SC: 409, EC: "3C5E", EM: "referenceID" } },
    { status: 421, body: { SC: 421, EC: "3C5E", EM: "ReferenceID" } },
    { status: 423, body: { SC: 423, EC: "3C5E", EM: "Client Locked" } },
  ],
});

async function sent(response: Sent, change: Partial<PayoutOrder> = {}, settings: object = {}) {
  const { http, calls } = scripted([response]);
  const order = { ...exampleOrder("card"), ...change };
  return { outcome: await create(http, settings).send(order, payoutKey), calls };
}

const lookedUp = async (
  responses: readonly (Sent | OutgoingCallFailed)[],
  payoutId: string | null = null,
) => {
  const { http, calls } = scripted(responses);
  const outcome = await create(http).lookUp(payoutKey, { ...examplePayout, payoutId });
  return { outcome, calls };
};

describe("Create Transaction", () => {
  test("pushes to a card in compact JSON, under the stored reference", async () => {
    const { calls, outcome } = await sent({ status: 200, body: created });
    expect(outcome).toEqual({ type: "paid", payoutId: transactionID, paidAtMs: null });
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({
      method: "POST",
      url: path,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    });
    expect(calls[0]?.body).toBe(
      `{"referenceID":"${reference}","type":"push","accounts":{"sourceAccountID":"${settlementAccountId}","destinationAccount":{"card":{"accountNumber":"4000056655665556","expirationDate":"203012"},"owner":{"name":{"first":"Ada","last":"Lovelace"}}}},"currency":"840","amount":"49.99"}`,
    );
  });

  const body = async (change: Partial<PayoutOrder>, settings: object = {}) =>
    JSON.parse((await sent({ status: 200, body: created }, change, settings)).calls[0]?.body ?? "");

  test.each([
    ["next-day", { achOptions: "N", achEntryType: "PPD" }],
    ["same-day", { achOptions: "S", achEntryType: "PPD" }],
    ["real-time", { achOptions: "R" }],
  ])("pays a bank account %s", async (bankSpeed, options) => {
    const request = await body({ destination: destinations.bank }, { bankSpeed });
    expect(request).toMatchObject({
      ...options,
      accounts: {
        destinationAccount: {
          bank: {
            routingNumber: "110000000",
            accountNumber: "000123456789",
            accountType: "C",
          },
        },
      },
    });
    expect("achEntryType" in request).toBe("achEntryType" in options);
  });

  test.each([
    ["Ada Lovelace", { first: "Ada", last: "Lovelace" }],
    ["Zoë  O’Brien-Łukasz", { first: "Zoe", last: "OBrien-Lukasz" }],
    ["María José de la Cruz", { first: "Maria Jose de la", last: "Cruz" }],
    ["Madonna", { company: "Madonna" }],
  ])("%s is a name that TabaPay accepts", async (holderName, name) => {
    const destination = { ...destinations.card, holderName } as PayoutOrder["destination"];
    const { accounts } = await body({ destination });
    expect(accounts.destinationAccount.owner).toEqual({ name });
  });

  test("a name without a letter that TabaPay accepts is refused without a call", async () => {
    const destination = {
      ...destinations.card,
      holderName: "李小龍",
    } as PayoutOrder["destination"];
    const { outcome, calls } = await sent({ status: 200, body: created }, { destination });
    expect(calls).toHaveLength(0);
    expect(outcome).toEqual({
      type: "rejected",
      reason: "name_not_supported",
      isAboutOurAccount: false,
    });
  });

  test("a bank account's statement has the part of the operator's text that TabaPay accepts", async () => {
    const descriptor = "DEMO*SHOP.COM & more than thirty-two letters";
    expect(await body({ descriptor })).not.toHaveProperty("memo");
    expect(await body({ descriptor, destination: destinations.bank })).toMatchObject({
      memo: "DEMOSHOPCOM more than thirty-two",
    });
  });

  test.each([
    ["51", "insufficient_funds"],
    ["14", "incorrect_number"],
    ["57", "card_not_supported"],
    ["54", "expired_card"],
    ["61", "limit_exceeded"],
    ["59", "card_refused"],
    ["ZB", "declined"],
    ["", "declined"],
    ["P04", "account_not_found"],
    ["P23", "limit_exceeded"],
  ])("the network's code %s declines as %s", async (networkRC, reasonCode) => {
    const { outcome } = await sent({
      status: 200,
      body: { ...created, status: "ERROR", networkRC },
    });
    expect(outcome).toEqual({ type: "declined", payoutId: transactionID, reasonCode });
  });

  test.each([
    [{ status: 422, body: { SC: 422, EC: "1", EM: "Destination Disabled" } }, "card_not_supported"],
    [{ status: 422, body: { SC: 422, EC: "1", EM: "Transaction Limit" } }, "limit_exceeded"],
    [{ status: 400, body: { SC: 400, EC: "1", EM: "accounts.source" } }, undefined],
  ])("%j was not sent, and the customer learns why", async (response, reasonCode) => {
    const { outcome } = await sent(response);
    expect(outcome).toMatchObject({ type: "rejected", isAboutOurAccount: false });
    expect(outcome).toHaveProperty("reason", `status_${response.status}`);
    expect("reasonCode" in outcome ? outcome.reasonCode : undefined).toBe(reasonCode);
  });

  test("a transaction for part of the amount is not our payout", async () => {
    const partial = { ...created, status: "PARTIAL_COMPLETED", partialAmount: "10.00" };
    expect((await sent({ status: 200, body: partial })).outcome).toEqual({
      type: "mismatch",
      payoutId: transactionID,
    });
  });

  test("207 with a transaction is pending; without one the outcome is unknown", async () => {
    const body = { SC: 207, EC: "1", status: "UNKNOWN", transactionID };
    expect((await sent({ status: 207, body })).outcome).toEqual({
      type: "pending",
      payoutId: transactionID,
    });
    const none = await sent({ status: 207, body: { ...body, transactionID: "" } });
    expect(none.outcome.type).toBe("unknown");
  });
});

describe("Retrieve Transaction", () => {
  test("looks up by reference first, then by the id in the response", async () => {
    const { outcome, calls } = await lookedUp([
      { status: 200, body: byReference },
      { status: 200, body: found },
    ]);
    expect(outcome.type).toBe("paid");
    expect(calls.map((call) => call.url)).toEqual([
      `${path}?referenceID=${reference}`,
      `${path}/${transactionID}`,
    ]);
  });

  test("looks up only by the id once it is known, because references are forgotten after a day", async () => {
    const { outcome, calls } = await lookedUp([{ status: 200, body: found }], transactionID);
    expect(outcome.type).toBe("paid");
    expect(calls.map((call) => call.url)).toEqual([`${path}/${transactionID}`]);
  });

  test.each([
    ["BATCH", "pending"],
    ["UNKNOWN", "pending"],
    ["COMPLETE", "paid"],
    ["ERROR", "declined"],
    ["FAILED", "unknown"],
  ])("the status %s is %s", async (status, type) => {
    const response = { status: 200, body: { ...found, status } };
    expect((await lookedUp([response], transactionID)).outcome.type).toBe(type);
  });

  test("only TabaPay itself can say that there is no transaction", async () => {
    const missing = { status: 404, body: { SC: 404, EC: "1", EM: "referenceID" } };
    expect((await lookedUp([missing])).outcome).toEqual({ type: "not_found" });
    const page = { status: 404, body: "<html>" };
    expect((await lookedUp([page])).outcome.type).toBe("unknown");
    // A transaction that TabaPay has named cannot be missing.
    expect((await lookedUp([missing], transactionID)).outcome.type).toBe("unknown");
  });

  test("after a day, a look-up by reference leaves the outcome unknown", async () => {
    const late = { status: 421, body: { SC: 421, EC: "1", EM: "ReferenceID" } };
    expect((await lookedUp([late])).outcome).toEqual({ type: "unknown", reason: "status_421" });
  });

  test.each([{ referenceID: "anotherpayout1" }, { referenceID: undefined }, { amount: undefined }])(
    "a transaction with %j is not believed",
    async (change) => {
      const response = { status: 200, body: { ...found, ...change } };
      expect((await lookedUp([response], transactionID)).outcome.type).toBe("unknown");
    },
  );

  test("a transaction with a different amount is not our payout", async () => {
    for (const change of [{ amount: "49.98" }, { amount: "49.991" }, { amountUSD: "49.99" }]) {
      const response = { status: 200, body: { ...found, ...change } };
      expect((await lookedUp([response], transactionID)).outcome.type).toBe("mismatch");
    }
  });

  test("without a stored reference nothing was ever sent, and TabaPay is not called", async () => {
    const { http, calls } = scripted([]);
    const provider = create(http, {}, async () => undefined);
    expect(await provider.lookUp(payoutKey, examplePayout)).toEqual({ type: "not_found" });
    expect(calls).toEqual([]);
  });
});
