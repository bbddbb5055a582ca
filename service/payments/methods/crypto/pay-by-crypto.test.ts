import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { ClientPayment, CryptoDepositAction } from "#contract/client/payments";
import type { ClientSession, Quote } from "#contract/client/session";
import { createSandbox, type Sandbox } from "../../../../sandbox/create-sandbox.ts";
import { browser, createPaymentWorld, type PaymentWorld } from "../../testing/payment-world.ts";

let sandbox: Sandbox;
let world: PaymentWorld;
beforeAll(async () => {
  sandbox = await createSandbox({ port: 0 });
  world = await createPaymentWorld({
    settings: { paymentMethodTypes: ["card", "crypto"] },
    env: { SANDBOX_URL: sandbox.url },
  });
  await control("PUT", "mining", { automatic: false });
});
afterAll(async () => {
  await world.close();
  await sandbox.close();
});

async function control(method: string, path: string, body: object): Promise<void> {
  const response = await fetch(`${sandbox.url}/chain/${path}`, {
    method,
    body: JSON.stringify(body),
  });
  expect(response.ok, await response.text()).toBe(true);
}

/** Runs the watcher, and reports to the payments. */
async function round(ms = 1_000): Promise<void> {
  world.clock.advance(ms);
  await world.runJob("crypto.watch.ethereum");
  await world.runJob("crypto.report_deposits");
}

const asClient = async <Body>(
  { clientSecretKey }: CreatedPaymentIntent,
  method: string,
  path: string,
  body?: object,
) => {
  const url = `/v1/client/${path}`;
  const response = await world.callAsClient(method, url, clientSecretKey, body ? { body } : {});
  return { status: response.statusCode, body: response.json() as Body & { errorCode?: string } };
};
const usdc = { type: "crypto", asset: "USDC", network: "ethereum" } as const;

async function quoteFor(intent: CreatedPaymentIntent): Promise<string> {
  const { body } = await asClient<Quote>(intent, "POST", "quote", usdc);
  return body.crypto?.quoteId ?? "";
}

function submit(intent: CreatedPaymentIntent, quoteId: string, total = intent.amount) {
  const body = { ...usdc, quoteId, total, browser };
  return asClient<ClientPayment>(intent, "POST", "payments", body);
}

/** Begins a payment, until the customer sees a deposit address. */
async function begin(): Promise<{ intent: CreatedPaymentIntent; action: CryptoDepositAction }> {
  await round();
  const intent = await world.createIntent();
  const { status, body } = await submit(intent, await quoteFor(intent));
  expect(status, JSON.stringify(body)).toBe(201);
  return { intent, action: body.nextAction as CryptoDepositAction };
}

const pay = (action: CryptoDepositAction, order: object = {}) =>
  control("POST", "payments", { to: action.uri, ...order });

async function paymentOf(intent: CreatedPaymentIntent) {
  const { payments } = (await world.statusOf(intent)) as unknown as {
    payments: { status: string; messages: { code: string }[]; paymentMethod: object }[];
  };
  const newest = payments.at(-1);
  return { ...newest, messages: newest?.messages.map(({ code }) => code) };
}

test("is offered once the network is watched, with a quote of its cost", async () => {
  const intent = await world.createIntent();
  const before = await asClient<ClientSession>(intent, "GET", "session");
  expect(before.body).toMatchObject({ paymentMethodTypes: ["card"], cryptoAssets: [] });
  expect((await asClient(intent, "POST", "quote", usdc)).body.errorCode).toBe(
    "payment_method_type_not_enabled",
  );
  await round();
  const { body } = await asClient<ClientSession>(intent, "GET", "session");
  expect(body.paymentMethodTypes).toEqual(["card", "crypto"]);
  expect(body.cryptoAssets[0]).toEqual({ asset: "USDC", networks: ["ethereum"] });
  const quote = await asClient<Quote>(intent, "POST", "quote", usdc);
  expect(quote.body).toMatchObject({
    breakdown: { total: 49.99 },
    crypto: { amount: "49.99", rate: "1" },
  });
});

test("shows waiting, detected, confirming and success; the operator sees asset and address", async () => {
  const { intent, action } = await begin();
  expect(action).toMatchObject({ state: "waiting", amount: "49.99", requiredConfirmations: 3 });
  await pay(action);
  await round();
  const seen = await asClient<{ payment: ClientPayment }>(intent, "GET", "status");
  expect(seen.body.payment).toMatchObject({ status: "pending", nextAction: { state: "detected" } });
  await control("POST", "blocks", { count: 2 });
  await round(2_000);
  const deeper = await asClient<{ payment: ClientPayment }>(intent, "GET", "status");
  expect(deeper.body.payment.nextAction).toMatchObject({ state: "confirming", confirmations: 2 });
  await control("POST", "blocks", { count: 1 });
  await round();
  const { asset, network, address } = action;
  expect(await paymentOf(intent)).toMatchObject({
    status: "success",
    messages: [],
    paymentMethod: { asset, network, address },
  });
  expect(await world.eventsOf(intent)).toEqual(["created", "pending", "success"]);
});

describe("a deposit", () => {
  test("that is too large is a success with a message", async () => {
    const { intent, action } = await begin();
    await pay(action, { times: 2, mine: 3 });
    await round();
    expect(await paymentOf(intent)).toMatchObject({ status: "success", messages: ["overpaid"] });
  });

  test("that is incomplete at the deadline fails the payment, and the rest counts as late", async () => {
    const { intent, action } = await begin();
    await pay(action, { times: 0.5, mine: 3 });
    await round();
    await round(17 * 60_000);
    expect(await paymentOf(intent)).toMatchObject({ status: "failed", messages: ["underpaid"] });
    await pay(action, { times: 0.5, mine: 3 });
    await round(60_000);
    expect(await paymentOf(intent)).toMatchObject({ messages: ["underpaid", "paid_late"] });
  });

  test("in another token leaves the payment waiting, with a message for operator and customer", async () => {
    const { intent, action } = await begin();
    await pay(action, { asset: "DAI", mine: 1 });
    await round();
    const { body } = await asClient<{ payment: ClientPayment }>(intent, "GET", "status");
    expect(body.payment.nextAction).toMatchObject({ state: "wrong_asset", missing: "49.99" });
    expect(await paymentOf(intent)).toMatchObject({ status: "pending", messages: ["wrong_asset"] });
  });

  test("that a reorganization removes after the success fails the payment, once", async () => {
    const { intent, action } = await begin();
    await pay(action, { mine: 3 });
    await round();
    expect(await paymentOf(intent)).toMatchObject({ status: "success" });
    await control("POST", "reorganisations", { depth: 5 });
    for (const _ of [1, 2, 3, 4]) await round();
    expect(await paymentOf(intent)).toMatchObject({ status: "success" });
    await control("POST", "blocks", { count: 3 });
    await round();
    expect(await paymentOf(intent)).toMatchObject({
      status: "failed",
      messages: ["chain_reorganised"],
    });
    expect(await world.eventsOf(intent)).toEqual(["created", "pending", "success", "failed"]);
  });
});

describe("a submission", () => {
  test("needs a valid quote of this intent for its present price", async () => {
    await round();
    const [intent, other] = [await world.createIntent(), await world.createIntent()];
    const refused = { status: 409, body: { errorCode: "crypto_quote_expired" } };
    expect(await submit(intent, await quoteFor(other))).toMatchObject(refused);
    expect(await submit(intent, "cqt_none")).toMatchObject(refused);
    const quoteId = await quoteFor(intent);
    expect((await submit(intent, quoteId, 1)).body.errorCode).toBe("amount_changed");
    await round(5 * 60_000);
    expect(await submit(intent, quoteId)).toMatchObject(refused);
    expect(await submit(intent, await quoteFor(intent))).toMatchObject({ status: 201 });
    expect((await submit(intent, await quoteFor(intent))).body.errorCode).toBe(
      "payment_in_progress",
    );
  });

  test("can be canceled while nothing has arrived, so that the customer can choose another method", async () => {
    const { intent, action } = await begin();
    const paymentId = (await asClient<ClientSession>(intent, "GET", "session")).body.payment
      ?.paymentId;
    const cancel = () =>
      asClient<ClientPayment>(intent, "POST", `payments/${paymentId}/continue`, {
        after: "redirect",
        outcome: "canceled",
      });
    expect((await cancel()).body).toMatchObject({
      status: "failed",
      messages: [{ code: "deposit_canceled" }],
      nextAction: null,
    });
    expect((await cancel()).status).toBe(200);
    expect((await world.pay(intent)).statusCode).toBe(201);
    await pay(action, { mine: 3 });
    await round(60_000);
    const { payments } = (await world.statusOf(intent)) as unknown as {
      payments: { messages: { code: string }[] }[];
    };
    expect(payments[0]?.messages.map(({ code }) => code)).toEqual([
      "deposit_canceled",
      "paid_late",
    ]);
  });

  test("can be canceled by the operator until money is seen, and late money is still noticed", async () => {
    const { intent, action } = await begin();
    const cancel = (paymentId?: string) => world.call("POST", `/v1/payments/${paymentId}/cancel`);
    const idOf = async (of: CreatedPaymentIntent) =>
      (await asClient<ClientSession>(of, "GET", "session")).body.payment?.paymentId;
    const canceled = await cancel(await idOf(intent));
    expect(canceled.json()).toMatchObject({
      status: "failed",
      payments: [{ messages: [{ code: "payment_canceled" }] }],
    });
    const { body } = await asClient<{ payment: ClientPayment }>(intent, "GET", "status");
    expect(body.payment).toMatchObject({ status: "failed", nextAction: null });
    await pay(action, { mine: 3 });
    await round(60_000);
    expect(await paymentOf(intent)).toMatchObject({
      status: "failed",
      messages: ["payment_canceled", "paid_late"],
    });
    // The same response, although another message followed.
    expect((await cancel(await idOf(intent))).statusCode).toBe(200);

    const seen = await begin();
    await pay(seen.action, { times: 0.5 });
    // The money counts whether or not the service has read this block.
    await round();
    const refused = await cancel(await idOf(seen.intent));
    expect(refused.json().errorCode).toBe("payment_not_cancelable");
    expect(await paymentOf(seen.intent)).toMatchObject({ status: "pending" });
  });

  describe("that was cut off before its address was shown", () => {
    /** The state after a crash: the deposit exists, but the attempt does not know it. */
    const cutOff = async ({ paymentIntentId }: CreatedPaymentIntent) => {
      const { kysely } = world.service.deps.database;
      await kysely
        .updateTable("payments")
        .set({ step: "started", next_check_at: new Date(0) })
        .where("payment_intent_id", "=", paymentIntentId)
        .execute();
      await kysely
        .updateTable("payment_intents")
        .set((eb) => ({ version: eb("version", "+", 1) }))
        .where("payment_intent_id", "=", paymentIntentId)
        .execute();
    };

    test("is continued by the recovery job", async () => {
      const { intent } = await begin();
      await cutOff(intent);
      await world.runJob("payments.recover");
      const { body } = await asClient<{ payment: ClientPayment }>(intent, "GET", "status");
      expect(body.payment.nextAction).toMatchObject({ type: "crypto_deposit", state: "waiting" });
    });

    test("fails when it still has no address later, because the rate has expired", async () => {
      const { intent, action } = await begin();
      await cutOff(intent);
      const { kysely } = world.service.deps.database;
      const { crypto_deposit_id: id } = await kysely
        .selectFrom("crypto_deposits")
        .select("crypto_deposit_id")
        .where("address", "=", action.address.toLowerCase())
        .executeTakeFirstOrThrow();
      await kysely.deleteFrom("crypto_watches").where("crypto_deposit_id", "=", id).execute();
      await kysely.deleteFrom("crypto_deposits").where("crypto_deposit_id", "=", id).execute();
      world.clock.advance(3 * 60_000);
      await world.runJob("payments.recover");
      expect(await paymentOf(intent)).toMatchObject({
        status: "failed",
        messages: ["network_unavailable"],
      });
    });

    test("fails when the deposit has expired in the meantime", async () => {
      const { intent } = await begin();
      await cutOff(intent);
      await round(17 * 60_000);
      expect(await paymentOf(intent)).toMatchObject({ status: "pending" });
      await world.runJob("payments.recover");
      expect(await paymentOf(intent)).toMatchObject({
        status: "failed",
        messages: ["deposit_not_received"],
      });
    });
  });
});
