/** Someone tries stolen cards one after another. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import { changeOperator, type SettingsPatch } from "../../../../operators/accounts/index.ts";
import {
  browser,
  createPaymentWorld,
  goodCard,
  type PaymentWorld,
} from "../../../testing/payment-world.ts";

const defaults = {
  cardAttemptsPerIntent: 10,
  cardAttemptsPerCustomer: 20,
  cardAttemptsPerAddress: 30,
};
let world: PaymentWorld;
let serial = 0;
beforeAll(async () => {
  world = await createPaymentWorld({ env: { TRUSTED_PROXIES: "127.0.0.1" } });
});
afterAll(() => world.close());
const withLimits = (settings: SettingsPatch) =>
  changeOperator(world.service.deps, world.operator.operatorId, {
    settings: { ...defaults, ...settings },
  });
beforeEach(async () => {
  // Leaves the window of other tests' attempts.
  world.clock.advance(2 * 60 * 60_000);
  await withLimits({});
});

async function newCustomer(): Promise<string> {
  serial += 1;
  const externalCustomerId = `tester-${serial}`;
  const body = { externalCustomerId, data: { email: `tester${serial}@example.com` } };
  expect((await world.call("POST", "/v1/customers", { body })).statusCode).toBe(201);
  return externalCustomerId;
}
interface Try {
  body?: object;
  key?: string;
  from?: string;
  declined?: boolean;
}
/** The processor declines the payment unless `declined` is false. */
async function attempt(intent: CreatedPaymentIntent, given: Try = {}) {
  const { body = {}, key, from = "203.0.113.7", declined = true } = given;
  world.clock.advance(1_000);
  if (declined) world.parties.northbank.next({ becomes: { declined: "do_not_honor" } });
  const response = await world.callAsClient("POST", "/v1/client/payments", intent.clientSecretKey, {
    headers: { "x-forwarded-for": from, ...(key === undefined ? {} : { "idempotency-key": key }) },
    body: { type: "card", card: goodCard, total: intent.amount, browser, ...body },
  });
  return {
    statusCode: response.statusCode,
    retryAfter: response.headers["retry-after"],
    body: response.json() as { errorCode?: string; status?: string; paymentId?: string },
  };
}
const refusal = { statusCode: 429, body: { errorCode: "too_many_attempts" } };
const intentOf = async (externalCustomerId: string) => world.createIntent({ externalCustomerId });
async function audited(intent: CreatedPaymentIntent) {
  const rows = await world.service.deps.database.kysely
    .selectFrom("audit_entries")
    .select("details")
    .where("action", "=", "payment.card_attempts_refused")
    .where("subject_id", "=", intent.paymentIntentId)
    .execute();
  return rows.map(({ details }) => JSON.parse(details as unknown as string).limit);
}

describe("one intent", () => {
  test("allows ten attempts; the eleventh reaches no processor, even with a good card", async () => {
    const intent = await intentOf(await newCustomer());
    for (let count = 0; count < 10; count += 1) {
      expect((await attempt(intent)).body.status).toBe("failed");
    }
    const charges = world.parties.northbank.charges.size;
    const refused = await attempt(intent, { declined: false });
    expect(refused).toMatchObject(refusal);
    expect(refused.retryAfter).toBeUndefined();
    await attempt(intent, { declined: false });
    expect(world.parties.northbank.charges.size).toBe(charges);
    expect(await audited(intent)).toEqual(["intent"]);
    const metrics = await world.service.deps.metrics.expose();
    expect(metrics.text).toContain('tessera_card_attempts_refused_total{limit="intent"} 2');
  });

  test("counts a repeated idempotency key once, and refused submissions never", async () => {
    await withLimits({ cardAttemptsPerIntent: 2, cardAttemptsPerCustomer: 2 });
    const intent = await intentOf(await newCustomer());
    const first = await attempt(intent, { key: "k-1" });
    for (let count = 0; count < 5; count += 1) {
      const repeat = await attempt(intent, { key: "k-1", declined: false });
      expect(repeat.body.paymentId).toBe(first.body.paymentId);
    }
    for (const body of [{ total: 1 }, { card: { ...goodCard, number: "4242424242424241" } }]) {
      expect((await attempt(intent, { body, declined: false })).statusCode).not.toBe(429);
    }
    expect((await attempt(intent, { declined: false })).body).toMatchObject({ status: "success" });
    // "Already paid" comes first, and the refusal does not count either.
    for (let count = 0; count < 3; count += 1) {
      const after = await attempt(intent, { declined: false });
      expect(after.body.errorCode).toBe("payment_already_succeeded");
    }
  });

  test("counts saved cards like typed ones", async () => {
    await withLimits({ cardAttemptsPerCustomer: 3 });
    const customer = await newCustomer();
    const saving = await attempt(await intentOf(customer), {
      body: { save: true },
      declined: false,
    });
    expect(saving.body.status).toBe("success");
    await world.runJob("payments.keep_methods");
    const shown = await world.call("GET", `/v1/customers/${customer}`);
    const [{ paymentMethodId }] = shown.json().savedPaymentMethods;
    const saved = { type: "saved", paymentMethodId, cvc: "737", card: undefined };
    const intent = await intentOf(customer);
    for (let count = 0; count < 2; count += 1) {
      expect((await attempt(intent, { body: saved })).body.status).toBe("failed");
    }
    expect(await attempt(intent, { body: saved, declined: false })).toMatchObject(refusal);
  });
});

describe("across intents", () => {
  test("one customer has twenty an hour, from any address, and then learns when to try again", async () => {
    const customer = await newCustomer();
    let intent = await intentOf(customer);
    for (let count = 0; count < 20; count += 1) {
      if (count === 10) intent = await intentOf(customer);
      expect((await attempt(intent, { from: `198.51.100.${count}` })).body.status).toBe("failed");
    }
    const third = await intentOf(customer);
    const refused = await attempt(third, { from: "198.51.100.99", declined: false });
    expect(refused).toMatchObject(refusal);
    expect(await audited(third)).toEqual(["customer"]);
    // At that time the first of the twenty leaves the window.
    expect(Number(refused.retryAfter)).toBeGreaterThan(3_500);
    world.clock.advance(Number(refused.retryAfter) * 1_000);
    expect((await attempt(third, { declined: false })).body.status).toBe("success");
  });

  test("one address has thirty an hour across customers; another address is not limited", async () => {
    const from = "203.0.113.50";
    for (let payer = 0; payer < 3; payer += 1) {
      const intent = await intentOf(await newCustomer());
      for (let count = 0; count < 10; count += 1) {
        expect((await attempt(intent, { from })).body.status).toBe("failed");
      }
    }
    const intent = await intentOf(await newCustomer());
    const refused = await attempt(intent, { from, declined: false });
    expect(refused).toMatchObject(refusal);
    expect(Number(refused.retryAfter)).toBeGreaterThan(0);
    expect(await audited(intent)).toEqual(["address"]);
    expect((await attempt(intent, { from: "203.0.113.51", declined: false })).body.status).toBe(
      "success",
    );
  });

  test("IPv6 addresses of one /64 count together", async () => {
    await withLimits({ cardAttemptsPerAddress: 2 });
    const intent = await intentOf(await newCustomer());
    await attempt(intent, { from: "2001:db8:1:2::1" });
    await attempt(intent, { from: "2001:db8:1:2:ffff::2" });
    const refused = await attempt(intent, { from: "2001:db8:1:2:aaaa::3", declined: false });
    expect(refused).toMatchObject(refusal);
    expect((await attempt(intent, { from: "2001:db8:1:3::1" })).statusCode).toBe(201);
  });

  test("another operator has its own counts", async () => {
    await withLimits({ cardAttemptsPerAddress: 1 });
    const intent = await intentOf(await newCustomer());
    await attempt(intent, { from: "203.0.113.60" });
    const refused = await attempt(intent, { from: "203.0.113.60", declined: false });
    expect(refused).toMatchObject(refusal);
    const other = await world.createOperator(defaults);
    const token = other.secretKey;
    const body = { externalCustomerId: "other", data: { email: "other@example.com" } };
    await world.call("POST", "/v1/customers", { token, body });
    const response = await world.call("POST", "/v1/payment-intents", {
      token,
      body: {
        externalPaymentIntentId: "other",
        amount: 1,
        currency: "USD",
        externalCustomerId: "other",
      },
    });
    const paid = await world.callAsClient(
      "POST",
      "/v1/client/payments",
      response.json().clientSecretKey,
      {
        publishableKey: other.publishableKey,
        headers: { "x-forwarded-for": "203.0.113.60" },
        body: { type: "card", card: goodCard, total: 1, browser },
      },
    );
    expect(paid.json().status).toBe("success");
  });
});

test("stores no IP address or customer id, and deletes counts after an hour", async () => {
  const customer = await newCustomer();
  await attempt(await intentOf(customer), { from: "203.0.113.77" });
  const { kysely } = world.service.deps.database;
  const stored = await kysely.selectFrom("card_attempt_counts").selectAll().execute();
  expect(stored.length).toBeGreaterThan(0);
  expect(JSON.stringify(stored)).not.toMatch(new RegExp(`203\\.0\\.113\\.77|${customer}`));
  world.clock.advance(61 * 60_000);
  await world.runJob("payments.forget_card_attempts");
  expect(await kysely.selectFrom("card_attempt_counts").selectAll().execute()).toEqual([]);
});
