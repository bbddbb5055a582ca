import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPayoutWorld, methods, type PayoutWorld } from "./testing/payout-world.ts";

let world: PayoutWorld;
beforeAll(async () => {
  world = await createPayoutWorld();
});
afterAll(() => world.close());

describe("a payout from creation to arrival", () => {
  test("is created, chosen, approved, sent once, and arrives", async () => {
    const intent = await world.newIntent({ amount: 125.5, customData: { round: "7" } });
    expect(intent).toMatchObject({
      disbursementIntentId: expect.stringMatching(/^di_\w{24}$/),
      status: "pending",
      amount: 125.5,
      currency: "USD",
      taxCategory: "prize",
      customData: { round: "7" },
      clientSecretKey: expect.stringMatching(/^di_\w{24}_secret_/),
    });
    expect(intent).not.toHaveProperty("disbursement");
    expect(await world.statusOf(intent)).not.toHaveProperty("disbursement");

    const chosen = await world.choose(intent);
    expect(chosen).toMatchObject({
      statusCode: 201,
      body: {
        status: "pending-validation",
        intentStatus: "pending-validation",
        type: "bank",
        payoutMethod: { bankName: null, accountType: "checking", last4: "6789" },
        amounts: { amount: 125.5, withheldAmount: 0, netAmount: 125.5, currency: "USD" },
        arrival: { unit: "business_days", least: 1, most: 3 },
      },
    });
    expect(world.payouts.calls).toEqual([]);

    const decided = await world.proceed(intent, true);
    expect(decided).toMatchObject({
      statusCode: 200,
      body: {
        status: "pending",
        disbursement: { status: "pending", decidedBy: "api", decidedAt: expect.any(String) },
      },
    });
    await world.idle();
    const key = decided.body.disbursement?.disbursementId ?? "";
    expect(world.payouts.calls).toEqual([key]);
    expect(world.payouts.payouts.get(key)?.request).toMatchObject({
      merchantReference: key,
      amountMinor: 12_550,
      currency: "USD",
      destination: methods.bank.bank && { type: "bank", ...methods.bank.bank },
    });
    expect(await world.statusOf(intent)).toMatchObject({
      status: "success",
      disbursement: { status: "success", paidAt: expect.any(String) },
    });
    expect(await world.eventsOf(intent)).toEqual([
      "created",
      "pending-validation",
      "approved",
      "success",
    ]);
  });

  test("can go to a debit card or a crypto address", async () => {
    for (const method of [methods.card, methods.crypto]) {
      const intent = await world.approved({}, method);
      const { disbursement, status } = await world.statusOf(intent);
      expect([status, disbursement?.type]).toEqual(["success", method.type]);
    }
    const destinations = [...world.payouts.payouts.values()].map(({ request }) => request);
    expect(destinations.slice(-2).map(({ destination }) => destination)).toEqual([
      { type: "card", ...methods.card.card },
      { type: "crypto", ...methods.crypto.crypto },
    ]);
  });

  test("is voided when it is rejected, and nothing is sent", async () => {
    const intent = await world.submitted();
    const before = world.payouts.calls.length;
    expect((await world.proceed(intent, false)).body).toMatchObject({
      status: "rejected",
      disbursement: { status: "voided" },
    });
    await world.recover();
    expect(world.payouts.calls).toHaveLength(before);
    expect(await world.eventsOf(intent)).toEqual(["created", "pending-validation", "rejected"]);
    expect((await world.proceed(intent, true)).body.errorCode).toBe("conflicting_state");
  });

  test("expires without a choice, even if another one cannot be expired", async () => {
    const [broken, other] = [await world.newIntent(), await world.newIntent()];
    const { kysely } = world.service.deps.database;
    const history = () =>
      kysely
        .selectFrom("disbursement_history")
        .selectAll()
        .where("disbursement_intent_id", "=", broken.disbursementIntentId);
    // The change's version is taken.
    const { version, ...first } = await history().executeTakeFirstOrThrow();
    const taken = { ...first, version: version + 1 };
    await kysely.insertInto("disbursement_history").values(taken).execute();
    world.clock.advance(2 * 60 * 60_000);
    await world.runJob("disbursements.expire");
    expect(await world.eventsOf(broken)).toEqual(["created"]);
    expect(await world.eventsOf(other)).toEqual(["created", "expired"]);
    await kysely
      .deleteFrom("disbursement_history")
      .where("disbursement_intent_id", "=", broken.disbursementIntentId)
      .where("version", "=", taken.version)
      .execute();
    await world.runJob("disbursements.expire");
    expect(await world.eventsOf(broken)).toEqual(["created", "expired"]);
  });

  test("expires after two hours without a choice, by the job and on reads", async () => {
    const [one, other] = [await world.newIntent(), await world.newIntent()];
    world.clock.advance(2 * 60 * 60_000);
    expect((await world.statusOf(one)).status).toBe("expired");
    await world.runJob("disbursements.expire");
    expect((await world.statusOf(other)).status).toBe("expired");
    for (const intent of [one, other]) {
      expect(await world.eventsOf(intent)).toEqual(["created", "expired"]);
    }
    const late = { statusCode: 409, body: { errorCode: "disbursement_intent_expired" } };
    expect(await world.choose(one)).toMatchObject(late);
    expect(
      await world.choose(other, {
        type: "bank",
        bank: { ...methods.bank.bank, routingNumber: "123456789" },
      }),
    ).toMatchObject(late);
    expect((await world.session(one)).intent.status).toBe("expired");
  });

  test("can be approved days later if it was chosen within the window", async () => {
    const intent = await world.submitted();
    world.clock.advance(72 * 60 * 60_000);
    await world.runJob("disbursements.expire");
    expect((await world.proceed(intent, true)).statusCode).toBe(200);
    await world.idle();
    expect((await world.statusOf(intent)).status).toBe("success");
  });
});

describe("approval", () => {
  test("with an outdated version is 409 and changes nothing", async () => {
    const intent = await world.submitted();
    const { version = 0 } = (await world.statusOf(intent)).disbursement ?? {};
    const stale = await world.proceed(intent, true, { "if-match": `"${version - 1}"` });
    expect(stale).toMatchObject({ statusCode: 409, body: { errorCode: "disbursement_changed" } });
    const nonsense = await world.proceed(intent, true, { "if-match": "yesterday" });
    expect(nonsense).toMatchObject({ statusCode: 400, body: { errorCode: "invalid_value" } });
    expect((await world.statusOf(intent)).status).toBe("pending-validation");
    const fresh = await world.proceed(intent, true, { "if-match": `"${version}"` });
    expect(fresh.statusCode).toBe(200);
    await world.idle();
  });

  test("repeated with its key is replayed; without a key it is 409", async () => {
    const intent = await world.submitted();
    const headers = { "idempotency-key": `approve-${intent.disbursementIntentId}` };
    const first = await world.proceed(intent, true, headers);
    await world.idle();
    const repeat = await world.proceed(intent, true, headers);
    expect(repeat).toEqual({ ...first, replayed: true });
    expect((await world.proceed(intent, true)).body.errorCode).toBe("conflicting_state");
    expect((await world.proceed(intent, false, headers)).statusCode).toBe(409);
    const { disbursementId } = first.body.disbursement ?? {};
    expect(world.payouts.calls.filter((key) => key === disbursementId)).toHaveLength(1);
  });

  test("is refused for an intent without a choice, an unknown intent and another operator's intent", async () => {
    const intent = await world.newIntent();
    expect((await world.proceed(intent, true)).body.errorCode).toBe("conflicting_state");
    const nobodys = { disbursementIntentId: "di_nobody" };
    expect((await world.proceed(nobodys, true)).statusCode).toBe(404);
    const other = await world.createOperator();
    const url = `/v1/disbursements/${intent.disbursementIntentId}/proceed/true`;
    expect((await world.call("POST", url, { token: other.secretKey })).statusCode).toBe(404);
    const maybe = `/v1/disbursements/${intent.disbursementIntentId}/proceed/maybe`;
    expect((await world.call("POST", maybe)).statusCode).toBe(400);
  });
});

describe("lists", () => {
  test("show the queue with its customers, and one customer's disbursements", async () => {
    const lister = await world.createOperator({
      paymentMethodTypes: ["bank"],
      w9Policy: "over-threshold",
      smsVerification: "off",
      verifyOnFirstDisbursement: false,
    });
    const call = (method: string, url: string, body?: object) =>
      world.call(method, url, { token: lister.secretKey, ...(body ? { body } : {}) });
    await call("POST", "/v1/customers", {
      externalCustomerId: "lia",
      data: { email: "lia@example.com", firstName: "Lia" },
    });
    for (const serial of [1, 2, 3]) {
      const response = await call("POST", "/v1/disbursement-intents", {
        externalDisbursementIntentId: `list-${serial}`,
        amount: serial,
        currency: "USD",
        externalCustomerId: "lia",
      });
      // A newer payout must have a later id.
      world.clock.advance(1);
      if (serial === 3) continue;
      await world.callAsClient(
        "POST",
        "/v1/client/disbursements",
        response.json().clientSecretKey,
        {
          publishableKey: lister.publishableKey,
          body: { ...methods.bank, netAmount: serial },
        },
      );
    }
    const waiting = (await call("GET", "/v1/disbursements/pending-validation?size=1")).json();
    expect(waiting).toMatchObject({
      page: 1,
      size: 1,
      total: 2,
      data: [{ amount: 2, status: "pending-validation", customer: { externalCustomerId: "lia" } }],
    });
    expect(waiting.data[0].customer.data.firstName).toBe("Lia");
    const own = (await call("GET", "/v1/customers/lia/disbursements")).json();
    expect(own.total).toBe(2);
    expect(own.data.map((each: { amount: number }) => each.amount)).toEqual([2, 1]);
    const intents = (await call("GET", "/v1/disbursement-intents?size=2")).json();
    expect(intents).toMatchObject({
      page: 1,
      size: 2,
      total: 3,
      data: [
        { externalDisbursementIntentId: "list-3", status: "pending" },
        { externalDisbursementIntentId: "list-2", disbursement: { amount: 2 } },
      ],
    });
    expect(JSON.stringify(intents)).not.toContain("_secret_");
    expect((await call("GET", "/v1/customers/nobody/disbursements")).statusCode).toBe(404);
    expect((await world.call("GET", "/v1/customers/lia/disbursements")).statusCode).toBe(404);
    expect((await call("GET", "/v1/customers/lia/disbursements?size=101")).statusCode).toBe(400);
  });
});

describe("creating an intent", () => {
  const create = async (body: object, headers = {}) => {
    const externalCustomerId = await world.newCustomer();
    const whole = {
      externalDisbursementIntentId: `made-${externalCustomerId}`,
      amount: 10,
      currency: "USD",
      externalCustomerId,
      ...body,
    };
    const response = await world.call("POST", "/v1/disbursement-intents", { body: whole, headers });
    return { statusCode: response.statusCode, body: response.json(), whole };
  };

  test.each([
    [{ amount: 10.005 }, "amount_precision"],
    [{ amount: 0 }, "amount_not_positive"],
    [{ currency: "usd" }, "currency_unknown"],
    [{ externalCustomerId: "nobody" }, "customer_not_found"],
    [{ taxCategory: "gift" }, "invalid_value"],
    [{ paymentMethodTypes: ["bank"] }, "unknown_field"],
    [{ customData: { a: "1", b: "2", c: "3", d: "4" } }, "invalid_value"],
  ])("%j is refused: %s", async (body, errorCode) => {
    const response = await create(body);
    expect(response.statusCode).toBe(400);
    expect(JSON.stringify(response.body)).toContain(errorCode);
  });

  test("refuses an id that was used; replays the same request under its key", async () => {
    const headers = { "idempotency-key": "make-1" };
    const first = await create({}, headers);
    expect(first.statusCode).toBe(201);
    const repeat = await world.call("POST", "/v1/disbursement-intents", {
      body: first.whole,
      headers,
    });
    expect(repeat.json()).toEqual(first.body);
    const used = await world.call("POST", "/v1/disbursement-intents", { body: first.whole });
    expect(used.json().errorCode).toBe("duplicate_external_disbursement_intent_id");
  });
});

describe("the client secret", () => {
  test("opens one payout and no payments", async () => {
    const intent = await world.newIntent();
    const secret = intent.clientSecretKey;
    const pay = await world.callAsClient("POST", "/v1/client/quote", secret, {
      body: { type: "card" },
    });
    expect(pay.statusCode).toBe(404);
    const wrong = `${secret.slice(0, -1)}${secret.endsWith("A") ? "B" : "A"}`;
    expect((await world.callAsClient("GET", "/v1/client/session", wrong)).statusCode).toBe(401);
    const status = await world.callAsClient("GET", "/v1/client/status", secret);
    expect(status.json()).toEqual({ status: "pending", disbursement: null });
    expect((await world.callAsClient("GET", "/v1/client/status", secret)).json().errorCode).toBe(
      "polling_too_fast",
    );
  });
});
