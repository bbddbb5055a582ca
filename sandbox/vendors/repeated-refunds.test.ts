import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { createSandbox, type Sandbox } from "../create-sandbox.ts";
import { call } from "../testing/sandbox-client.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ port: 0, chainProgram: null });
});
afterAll(() => sandbox.close());

async function bookedAmounts(merchantReference: string): Promise<unknown[]> {
  const url = `${sandbox.url}/admin/refunds?merchantReference=${merchantReference}`;
  const { body } = await call(url);
  return (body["data"] as { amountMinor: number }[]).map(({ amountMinor }) => amountMinor);
}

describe("NMI", () => {
  async function post(path: string, fields: Record<string, string>): Promise<string> {
    const body = new URLSearchParams({ security_key: sandboxCredentials.nmi, ...fields });
    const response = await fetch(`${sandbox.url}/vendors/nmi/api/${path}`, {
      method: "POST",
      body,
    });
    return response.text();
  }
  const transact = async (fields: Record<string, string>) =>
    Object.fromEntries(new URLSearchParams(await post("transact.php", fields)));
  const sell = (orderid: string) =>
    transact({
      type: "sale",
      amount: "10.00",
      currency: "USD",
      orderid,
      payment: "creditcard",
      ccnumber: "4111111111111111",
      ccexp: "1230",
    });

  test("a refund that is sent twice returns money twice, and never more than was paid", async () => {
    const { transactionid = "" } = await sell("nmi_repeated");
    const refund = () =>
      transact({ type: "refund", transactionid, amount: "4.00", orderid: "ref_nmi" });
    const responses = [await refund(), await refund(), await refund()];
    expect(responses.map(({ response }) => response)).toEqual(["1", "1", "3"]);
    expect(await bookedAmounts("ref_nmi")).toEqual([400, 400]);
    const found = await post("query.php", { order_id: "ref_nmi" });
    expect(found.match(/<order_id>ref_nmi<\/order_id>/g)).toHaveLength(2);
  });

  test("a refund of nothing is refused", async () => {
    const { transactionid = "" } = await sell("nmi_nothing");
    const refunded = await transact({ type: "refund", transactionid, amount: "0.00" });
    expect(refunded["response"]).toBe("3");
  });
});

describe("Worldpay", () => {
  const authorization = `Basic ${Buffer.from(`tessera:${sandboxCredentials.worldpay}`).toString("base64")}`;
  async function send(path: string, body?: object) {
    const response = await fetch(`${sandbox.url}/vendors/worldpay/${path}`, {
      method: body ? "POST" : "GET",
      headers: { authorization, "wp-api-version": "2024-06-01" },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  test("a refund that is sent twice returns money twice, and never more than was paid", async () => {
    const value = { amount: 1_000, currency: "USD" };
    const paid = await send("api/payments", {
      transactionReference: "worldpay_repeated",
      merchant: { entity: "default" },
      instruction: {
        method: "card",
        settlement: { auto: true },
        paymentInstrument: {
          type: "plain",
          cardNumber: "4111111111111111",
          expiryDate: { month: 12, year: 2030 },
        },
        narrative: { line1: "Shop" },
        value,
      },
    });
    const paymentId = String(paid.body["paymentId"]);
    const path = `payments/settlements/refunds/partials/${paymentId}`;
    const refund = () =>
      send(path, { reference: "ref_worldpay", value: { ...value, amount: 400 } });
    const responses = [await refund(), await refund(), await refund()];
    expect(responses.map(({ status }) => status)).toEqual([202, 202, 400]);
    expect(await bookedAmounts("ref_worldpay")).toEqual([400, 400]);
    const { body } = await send(`paymentQueries/payments/${paymentId}`);
    expect(JSON.stringify(body).match(/"refundReference":"ref_worldpay"/g)).toHaveLength(2);
  });
});
