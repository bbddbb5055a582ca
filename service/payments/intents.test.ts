import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPaymentWorld, type PaymentWorld } from "./testing/payment-world.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await createPaymentWorld();
});
afterAll(() => world.close());

let serial = 0;
function create(body: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  serial += 1;
  return world.call("POST", "/v1/payment-intents", {
    headers,
    body: {
      externalPaymentIntentId: `rule-${serial}`,
      amount: 10,
      currency: "USD",
      externalCustomerId: "ada",
      ...body,
    },
  });
}

describe("creating a payment intent", () => {
  it("returns the intent with its client secret, a two-hour window and no fees", async () => {
    const response = await create({ customData: { order: "7" }, description: "Two books" });
    expect(response.statusCode).toBe(201);
    const intent = response.json();
    expect(intent).toMatchObject({
      status: "no-payment",
      customData: { order: "7" },
      description: "Two books",
      paymentMethodTypes: ["card"],
      breakdown: { baseAmount: 10, processingFees: 0, salesTax: 0, total: 10, currency: "USD" },
    });
    expect(intent.clientSecretKey).toMatch(/^pi_\w{24}_secret_[\w-]{43}$/);
    expect(Date.parse(intent.expiresAt) - Date.parse(intent.createdAt)).toBe(2 * 60 * 60_000);
  });

  it.each([
    ["too fine for its currency", { amount: 10.005 }, "amount_precision"],
    ["zero", { amount: 0 }, "amount_not_positive"],
    ["negative", { amount: -1 }, "amount_not_positive"],
    ["too large", { amount: 1_000_000_000 }, "amount_too_large"],
    ["with decimals in yen", { amount: 1.5, currency: "JPY" }, "amount_precision"],
    ["of an unknown currency", { currency: "XXX" }, "currency_unknown"],
    ["of a currency in lower case", { currency: "usd" }, "currency_unknown"],
  ])("refuses an amount %s", async (_, body, errorCode) => {
    const response = await create(body);
    expect(response.statusCode).toBe(400);
    expect(response.json().errorCode).toBe(errorCode);
  });

  it.each([
    ["text for an amount", { amount: "10" }, "amount"],
    ["a field that does not exist", { amout: 10 }, "amout"],
    ["four pairs of customData", { customData: { a: "", b: "", c: "", d: "" } }, "customData"],
    ["a key of 41 characters", { customData: { ["k".repeat(41)]: "" } }, "customData"],
    ["a value of 501 characters", { customData: { a: "v".repeat(501) } }, "customData.a"],
    ["a number as a value", { customData: { a: 1 } }, "customData.a"],
    ["an id with spaces", { externalPaymentIntentId: "a b" }, "externalPaymentIntentId"],
    ["a method that does not exist", { paymentMethodTypes: ["cash"] }, "paymentMethodTypes.0"],
  ])("refuses %s and names it", async (_, body, path) => {
    const response = await create(body);
    expect(response.statusCode).toBe(400);
    expect(response.json().errors[0].path.startsWith(path)).toBe(true);
  });

  it("accepts three pairs of customData at their longest", async () => {
    const customData = { ["k".repeat(40)]: "v".repeat(500), b: "", c: "ü" };
    const response = await create({ customData });
    expect(response.json().customData).toEqual(customData);
  });

  it("refuses a payment method that the operator has not enabled", async () => {
    const response = await create({ paymentMethodTypes: ["card", "crypto"] });
    expect(response.json()).toMatchObject({
      errorCode: "payment_method_type_not_enabled",
      errors: [{ path: "paymentMethodTypes.1" }],
    });
  });

  it("refuses a customer that does not exist, or is another operator's", async () => {
    expect((await create({ externalCustomerId: "nobody" })).json().errorCode).toBe(
      "customer_not_found",
    );
    const other = await world.createOperator();
    const response = await world.call("POST", "/v1/payment-intents", {
      token: other.secretKey,
      body: {
        externalPaymentIntentId: "x",
        amount: 1,
        currency: "USD",
        externalCustomerId: "ada",
      },
    });
    expect(response.json().errorCode).toBe("customer_not_found");
  });

  it("refuses an external id that was used before", async () => {
    expect((await create({ externalPaymentIntentId: "twice" })).statusCode).toBe(201);
    const repeat = await create({ externalPaymentIntentId: "twice" });
    expect(repeat.statusCode).toBe(400);
    expect(repeat.json().errorCode).toBe("duplicate_external_payment_intent_id");
  });

  it("replays its response for the same Idempotency-Key, including the secret", async () => {
    const body = { externalPaymentIntentId: "idem" };
    const first = await create(body, { "idempotency-key": "k1" });
    const repeat = await create(body, { "idempotency-key": "k1" });
    expect(repeat.headers["idempotent-replayed"]).toBe("true");
    expect(repeat.json()).toEqual(first.json());
    const other = await create({ ...body, amount: 11 }, { "idempotency-key": "k1" });
    expect(other.json().errorCode).toBe("idempotency_key_reused");
  });
});

describe("the list of intents", () => {
  it("shows only the operator's intents, newest first, without secrets", async () => {
    const operator = await world.createOperator();
    const token = operator.secretKey;
    await world.call("POST", "/v1/customers", {
      token,
      body: { externalCustomerId: "bob", data: { email: "bob@example.com" } },
    });
    const body = { amount: 1, currency: "USD", externalCustomerId: "bob" };
    for (const externalPaymentIntentId of ["a", "b", "c"]) {
      await world.call("POST", "/v1/payment-intents", {
        token,
        body: { ...body, externalPaymentIntentId },
      });
      world.clock.advance(1);
    }
    const list = (query: string) => world.call("GET", `/v1/payment-intents${query}`, { token });
    const first = await list("?size=2");
    expect(first.json()).toMatchObject({
      page: 1,
      size: 2,
      total: 3,
      data: [{ externalPaymentIntentId: "c" }, { externalPaymentIntentId: "b" }],
    });
    expect(first.body).not.toContain("clientSecretKey");
    expect((await list("?size=2&page=2")).json().data).toMatchObject([
      { externalPaymentIntentId: "a", status: "no-payment" },
    ]);
    expect((await list("?size=101")).statusCode).toBe(400);

    // Older intents come from the remembered count, newer ones are counted.
    for (const externalPaymentIntentId of ["d", "e"]) {
      world.clock.advance(90_000);
      await world.call("POST", "/v1/payment-intents", {
        token,
        body: { ...body, externalPaymentIntentId },
      });
      expect((await list("")).json().total).toBe(externalPaymentIntentId === "d" ? 4 : 5);
    }
    world.clock.advance(600_000);
    expect((await list("?size=1")).json()).toMatchObject({
      total: 5,
      data: [{ externalPaymentIntentId: "e" }],
    });
  });
});

describe("an intent's status", () => {
  it("is hidden from other operators: 404, as for an intent that does not exist", async () => {
    const intent = await world.createIntent();
    const other = await world.createOperator();
    for (const [token, id] of [
      [other.secretKey, intent.paymentIntentId],
      [world.operator.secretKey, "pi_nothing"],
    ] as const) {
      const response = await world.call("GET", `/v1/payment-intents/${id}/status`, { token });
      expect(response.statusCode).toBe(404);
      expect(response.json().errorCode).toBe("resource_not_found");
    }
  });

  it("gets a response at once when it is new, and once in two seconds when it is unchanged", async () => {
    const intent = await world.createIntent();
    const ask = () => world.call("GET", `/v1/payment-intents/${intent.paymentIntentId}/status`);
    expect((await ask()).statusCode).toBe(200);
    const tooFast = await ask();
    expect(tooFast.statusCode).toBe(429);
    expect(tooFast.json().errorCode).toBe("polling_too_fast");
    expect(tooFast.headers["retry-after"]).toBe("2");
    await world.pay(intent);
    expect((await ask()).json().status).toBe("success");
    expect((await ask()).statusCode).toBe(429);
    world.clock.advance(2_000);
    expect((await ask()).statusCode).toBe(200);
  });

  it("has a separate polling limit for the frame", async () => {
    const intent = await world.createIntent();
    const ask = () => world.callAsClient("GET", "/v1/client/status", intent.clientSecretKey);
    await world.call("GET", `/v1/payment-intents/${intent.paymentIntentId}/status`);
    expect((await ask()).json()).toEqual({ status: "no-payment", payment: null });
    expect((await ask()).statusCode).toBe(429);
  });

  it("expires without an attempt, with one event", async () => {
    const [byJob, onRead] = [await world.createIntent(), await world.createIntent()];
    world.clock.advance(2 * 60 * 60_000 - 2_001);
    expect(await world.statusOf(onRead)).toMatchObject({ status: "no-payment" });
    expect(await world.statusOf(onRead)).toMatchObject({ status: "expired" });
    await world.runJob("payments.expire");
    await world.runJob("payments.expire");
    expect(await world.eventsOf(byJob)).toEqual(["created", "expired"]);
    expect(await world.eventsOf(onRead)).toEqual(["created", "expired"]);
    expect(await world.statusOf(byJob)).toMatchObject({ status: "expired", payments: [] });
  });
});

describe("a client secret", () => {
  const session = (secret: string, options = {}) =>
    world.callAsClient("GET", "/v1/client/session", secret, options);

  it("opens the session of its intent", async () => {
    const intent = await world.createIntent({ description: "Two books" });
    const response = await session(intent.clientSecretKey);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      intent: { paymentIntentId: intent.paymentIntentId, amount: 49.99, description: "Two books" },
      operator: { name: "Test operator" },
      breakdown: { total: 49.99, processingFees: 0 },
      paymentMethodTypes: ["card"],
      savedPaymentMethods: [],
      requirements: [],
      payment: null,
    });
    expect(response.body).not.toContain("secret");
  });

  it("quotes the price of a card", async () => {
    const intent = await world.createIntent();
    const quote = (body: object) =>
      world.callAsClient("POST", "/v1/client/quote", intent.clientSecretKey, { body });
    const response = await quote({ type: "card", card: { prefix: "424242" } });
    expect(response.json()).toEqual({
      breakdown: {
        baseAmount: 49.99,
        processingFees: 0,
        salesTax: 0,
        total: 49.99,
        currency: "USD",
      },
    });
    expect((await quote({ type: "card", card: { prefix: "4242424242424242" } })).statusCode).toBe(
      400,
    );
  });

  it("is refused when it is wrong, of another intent, or sent with another operator's key", async () => {
    const [one, other] = [await world.createIntent(), await world.createIntent()];
    const swapped = `${one.paymentIntentId}${other.clientSecretKey.slice(one.paymentIntentId.length)}`;
    expect((await session(swapped)).json().errorCode).toBe("client_secret_invalid");
    expect((await session("pi_x_secret_y")).json().errorCode).toBe("client_secret_invalid");
    const otherOperator = await world.createOperator();
    const response = await session(one.clientSecretKey, {
      publishableKey: otherOperator.publishableKey,
    });
    expect(response.json().errorCode).toBe("publishable_key_invalid");
  });

  it("allows reads until a day after the final state", async () => {
    const intent = await world.createIntent();
    await world.pay(intent);
    world.clock.advance(24 * 60 * 60_000 - 1);
    expect((await session(intent.clientSecretKey)).statusCode).toBe(200);
    world.clock.advance(1);
    const late = await session(intent.clientSecretKey);
    expect(late.statusCode).toBe(401);
    expect(late.json().errorCode).toBe("client_secret_expired");
  });
});
