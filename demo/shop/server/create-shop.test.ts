import { createHmac } from "node:crypto";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTesseraClient } from "tessera/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createShop } from "./create-shop.ts";
import { orderIdOf } from "./orders.ts";
import { ensureWebhookEndpoint } from "./webhook-endpoint.ts";

const key = Buffer.alloc(32, 7);
const webhookSecret = `whsec_${key.toString("base64")}`;
const dist = mkdtempSync(join(tmpdir(), "shop-dist-"));
mkdirSync(join(dist, "shop", "assets"), { recursive: true });
mkdirSync(join(dist, "gallery"), { recursive: true });
writeFileSync(
  join(dist, "shop", "manifest.json"),
  JSON.stringify({
    "demo/shop/page/main.ts": { file: "assets/main-1.js", css: ["assets/main-1.css"] },
  }),
);
writeFileSync(join(dist, "shop", "assets", "main-1.js"), "export {}");
writeFileSync(join(dist, "gallery", "index.html"), "<title>Gallery</title>");

let intents: Record<string, unknown>[];
let payouts: Record<string, unknown>[];
let decided: string[];
let shop: ReturnType<typeof createShop>;
let registered: { webhookId: string; url: string; status: string }[];

function answerOf(method: string, path: string, body: Record<string, unknown>): [number, object] {
  switch (`${method} ${path}`) {
    case "POST /v1/customers":
      return [400, { errorCode: "duplicate_external_customer_id", message: "It exists." }];
    case "POST /v1/payment-intents":
      if (body["currency"] === "XXX") {
        return [400, { errorCode: "currency_unknown", message: "No such." }];
      }
      intents.push(body);
      return [201, createdIntent("paymentIntentId", "pi", intents.length)];
    case "POST /v1/disbursement-intents":
      payouts.push(body);
      return [201, createdIntent("disbursementIntentId", "di", payouts.length)];
    case "POST /v1/operators/webhooks": {
      const webhookId = `we_${registered.length + 1}`;
      registered.push({ webhookId, url: String(body["url"]), status: "enabled" });
      return [201, { webhookId, secretKey: webhookSecret }];
    }
    case "GET /v1/operators/webhooks":
      return [200, { data: registered }];
  }
  const [, customer] = /^\/v1\/customers\/(.+)\/kyc-info$/.exec(path) ?? [];
  if (customer) return [200, { status: "pending", clientSecret: `kyc_${customer}_secret` }];
  const [, payout = "", allow] = /^\/v1\/disbursements\/(.+)\/proceed\/(.+)$/.exec(path) ?? [];
  if (allow !== "true") {
    return [409, { errorCode: "conflicting_state", message: "It is decided already." }];
  }
  decided.push(payout);
  return [200, {}];
}
const createdIntent = (idName: string, prefix: string, number: number) => ({
  [idName]: `${prefix}_${number}`,
  clientSecretKey: `${prefix}_${number}_secret`,
});

const tessera = createTesseraClient({
  secretKey: "sk_sandbox_demo",
  serviceUrl: "http://127.0.0.1:4000",
  fetch: async (input, init) => {
    const body = init?.body ? JSON.parse(String(init.body)) : {};
    const path = new URL(String(input)).pathname;
    const [status, answer] = answerOf(init?.method ?? "GET", path, body);
    return Response.json(answer, { status });
  },
});

beforeEach(() => {
  intents = [];
  payouts = [];
  decided = [];
  registered = [];
  shop = createShop({
    settings: {
      port: 4100,
      serviceUrl: "http://127.0.0.1:4000",
      payUrl: "http://pay.localhost:4000",
      sandboxUrl: "http://sandbox.localhost:4200",
      dataDir: dist,
      distDir: dist,
    },
    tessera,
    publishableKey: "pk_sandbox_demo",
    webhookSecret,
  });
});
afterEach(() => shop.close());

const place = async (payload: object) =>
  (await shop.inject({ method: "POST", url: "/api/orders", payload })).json();

/** Sends a delivery signed like the service's. */
function deliver(
  data: object,
  { secret = key, eventId = "evt_1", sequence = 1, type = "payment" } = {},
) {
  const body = JSON.stringify({
    eventId,
    type,
    status: "success",
    createdAt: "2026-11-22T02:00:00.000Z",
    sequence,
    data,
  });
  const seconds = Math.floor(Date.now() / 1000);
  const signature = createHmac("sha512", secret)
    .update(`${eventId}.${seconds}.${body}`)
    .digest("hex");
  return shop.inject({
    method: "POST",
    url: "/webhooks",
    headers: {
      "content-type": "application/json",
      "webhook-id": eventId,
      "tessera-signature": `t=${seconds},v1=${signature}`,
    },
    payload: body,
  });
}

test("a product costs the listed price, whatever the page requests", async () => {
  const order = await place({ productId: "jackpot-card", amount: 0.01 });
  expect(order).toMatchObject({ title: "Golden jackpot card", amount: 52.48, currency: "USD" });
  expect(order.clientSecretKey).toBe("pi_1_secret");
  expect(intents[0]).toMatchObject({ amount: 52.48, externalCustomerId: order.externalCustomerId });
});

test("a cookie that scripts cannot read identifies the customer", async () => {
  const first = await shop.inject({ method: "POST", url: "/api/orders", payload: { amount: 5 } });
  const cookie = String(first.headers["set-cookie"]);
  expect(cookie).toContain("HttpOnly");
  const repeat = await shop.inject({
    method: "POST",
    url: "/api/orders",
    headers: { cookie: cookie.split(";")[0] ?? "" },
    payload: { amount: 6 },
  });
  expect(repeat.json().externalCustomerId).toBe(first.json().externalCustomerId);
});

test("unknown products, unknown fields and the service's refusals have their own status", async () => {
  const answer = (payload: object) => shop.inject({ method: "POST", url: "/api/orders", payload });
  expect((await answer({ productId: "yacht" })).statusCode).toBe(404);
  expect((await answer({ price: 1 })).statusCode).toBe(400);
  const refused = await answer({ amount: 1, currency: "XXX" });
  expect([refused.statusCode, refused.json()]).toEqual([502, { message: "No such." }]);
});

test("an order is found after a reload, and renewed with a new intent", async () => {
  const { orderId } = await place({ amount: 10 });
  const response = await shop.inject(`/api/orders/${orderId}`);
  expect(response.json()).toMatchObject({ orderId, clientSecretKey: "pi_1_secret" });
  const renewed = await shop.inject({ method: "POST", url: `/api/orders/${orderId}/renew` });
  expect(renewed.json().clientSecretKey).toBe("pi_2_secret");
  expect(intents.map(({ externalPaymentIntentId }) => orderIdOf(externalPaymentIntentId))).toEqual([
    orderId,
    orderId,
  ]);
});

async function firstWebhookOf(path: string): Promise<unknown> {
  if (!shop.server.listening) await shop.listen({ port: 0, host: "127.0.0.1" });
  const { port } = shop.server.address() as { port: number };
  const response = await fetch(`http://127.0.0.1:${port}/api/${path}/events`);
  let text = "";
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += Buffer.from(chunk).toString();
    if (text.includes("data: ")) break;
  }
  return JSON.parse(/data: (.*)\n/.exec(text)?.[1] ?? "{}");
}

test("verified webhooks stream to the order's page, one entry per event", async () => {
  const { orderId } = await place({ amount: 10 });
  const data = { paymentIntentId: "pi_1", externalPaymentIntentId: `${orderId}-1` };
  expect((await deliver(data)).statusCode).toBe(204);
  expect((await deliver(data)).statusCode).toBe(204);
  expect(await firstWebhookOf(`orders/${orderId}`)).toMatchObject({
    eventId: "evt_1",
    type: "payment",
    status: "success",
    deliveries: 2,
  });
});

test("a refund reaches the page of the order that its intent paid, and no payout's page", async () => {
  const posted = await shop.inject({ method: "POST", url: "/api/payouts", payload: { amount: 5 } });
  const cookie = String(posted.headers["set-cookie"]).split(";")[0] ?? "";
  const [, externalCustomerId] = cookie.split("=");
  await place({ amount: 10 });
  const { orderId } = await place({ amount: 20 });
  const data = { refundId: "ref_1", paymentIntentId: "pi_2", externalCustomerId };
  expect((await deliver(data, { type: "refund" })).statusCode).toBe(204);
  expect(await firstWebhookOf(`orders/${orderId}`)).toMatchObject({ type: "refund", data });

  const unknown = { ...data, paymentIntentId: "pi_of_another_system" };
  await deliver(unknown, { type: "refund", eventId: "evt_2" });
  const w9 = { w9Id: "w9_1", externalCustomerId };
  await deliver(w9, { type: "customer_w9_required", eventId: "evt_3" });
  const { payoutId } = posted.json();
  expect(await firstWebhookOf(`payouts/${payoutId}`)).toMatchObject({ eventId: "evt_3" });
});

test("a delivery with a wrong signature is refused", async () => {
  const { orderId } = await place({ amount: 10 });
  const forged = await deliver(
    { externalPaymentIntentId: `${orderId}-1` },
    { secret: Buffer.alloc(32, 8) },
  );
  expect([forged.statusCode, forged.json()]).toEqual([400, { message: "signature_mismatch" }]);
});

test("the page's policy allows the service's scripts and nothing inline", async () => {
  const { headers, body } = await shop.inject("/orders/any");
  const policy = String(headers["content-security-policy"]);
  expect(policy).toContain("script-src 'self' http://pay.localhost:4000;");
  expect(policy).not.toContain("unsafe");
  expect(body).not.toMatch(/<script>|<style|style=|onclick=/);
  expect(body).toContain("/shop/assets/main-1.js");
  expect(body).not.toContain("sk_");
});

test("files are served only from their folders", async () => {
  const asset = await shop.inject("/shop/assets/main-1.js");
  expect(asset.headers["cache-control"]).toContain("immutable");
  expect((await shop.inject("/gallery/")).body).toContain("Gallery");
  expect((await shop.inject("/shop/..%2fgallery%2findex.html")).statusCode).toBe(404);
  expect((await shop.inject("/gallery/..%2fshop%2fmanifest.json")).statusCode).toBe(404);
});

test("the endpoint is registered once, and again if it was removed or the shop moved", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "shop-data-"));
  const here = "http://127.0.0.1:4100/webhooks";
  const first = await ensureWebhookEndpoint(tessera, here, dataDir);
  expect(await ensureWebhookEndpoint(tessera, here, dataDir)).toEqual(first);
  registered = [];
  await ensureWebhookEndpoint(tessera, here, dataDir);
  await ensureWebhookEndpoint(tessera, "http://127.0.0.1:5100/webhooks", dataDir);
  expect(registered.map(({ url }) => url)).toEqual([here, "http://127.0.0.1:5100/webhooks"]);
});

test("winnings have the listed amount, and an expired payout gets a new intent", async () => {
  const collect = (payload: object) =>
    shop.inject({ method: "POST", url: "/api/payouts", payload });
  const payout = (await collect({ winningId: "full-house", amount: 9 })).json();
  expect(payout).toMatchObject({ title: "Friday full house", amount: 1250 });
  expect(payouts[0]).toMatchObject({
    externalDisbursementIntentId: `${payout.payoutId}-1`,
    currency: "USD",
  });
  const renewed = await shop.inject({
    method: "POST",
    url: `/api/payouts/${payout.payoutId}/renew`,
  });
  expect(renewed.json().clientSecretKey).toBe("di_2_secret");
  expect((await collect({ winningId: "moon" })).statusCode).toBe(404);
  expect((await collect({ prize: 1 })).statusCode).toBe(400);
  expect((await shop.inject("/api/payouts/none")).statusCode).toBe(404);
});

test("the operator's decision and the service's refusal are passed on", async () => {
  const { payoutId } = (
    await shop.inject({ method: "POST", url: "/api/payouts", payload: { amount: 5 } })
  ).json();
  const decide = (payload: object) =>
    shop.inject({ method: "POST", url: `/api/payouts/${payoutId}/decide`, payload });
  expect((await decide({ allow: true })).statusCode).toBe(204);
  expect(decided).toEqual(["di_1"]);
  const refused = await decide({ allow: false });
  expect([refused.statusCode, refused.json().message]).toEqual([502, "It is decided already."]);
  expect((await decide({})).statusCode).toBe(400);
});

test("verifies the customer whom the cookie identifies", async () => {
  const first = await shop.inject({ method: "POST", url: "/api/identity" });
  expect(first.statusCode).toBe(200);
  const cookie = String(first.headers["set-cookie"]).split(";")[0] ?? "";
  const [, customer] = cookie.split("=");
  expect(first.json()).toEqual({ status: "pending", clientSecret: `kyc_${customer}_secret` });
  const repeat = await shop.inject({ method: "POST", url: "/api/identity", headers: { cookie } });
  expect(repeat.json()).toEqual(first.json());
});
