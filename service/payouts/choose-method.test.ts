import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { changeOperator } from "../operators/accounts/index.ts";
import {
  createPayoutWorld,
  methods,
  minimalSettings,
  type PayoutWorld,
} from "./testing/payout-world.ts";

let world: PayoutWorld;
beforeAll(async () => {
  world = await createPayoutWorld();
});
afterAll(() => world.close());
const withSettings = (settings: object) =>
  changeOperator(world.service.deps, world.operator.operatorId, {
    settings: { ...minimalSettings, locationRules: [], ...settings },
  });
beforeEach(() => withSettings({}));

describe("the session", () => {
  test("contains everything that the widget starts with", async () => {
    const intent = await world.newIntent({ amount: 1_999.99, description: "Bingo, round 7" });
    expect(await world.session(intent)).toEqual({
      intent: {
        disbursementIntentId: intent.disbursementIntentId,
        status: "pending",
        amount: 1_999.99,
        currency: "USD",
        description: "Bingo, round 7",
        expiresAt: intent.expiresAt,
      },
      operator: { name: "Test operator" },
      amounts: { amount: 1_999.99, withheldAmount: 0, netAmount: 1_999.99, currency: "USD" },
      payoutOptions: [
        { type: "bank", arrival: { unit: "business_days", least: 1, most: 3 } },
        { type: "card", arrival: { unit: "minutes", least: 1, most: 30 } },
        {
          type: "crypto",
          arrival: { unit: "minutes", least: 5, most: 60 },
          assets: expect.arrayContaining([{ asset: "BTC", networks: ["bitcoin"] }]),
        },
      ],
      savedPayoutMethods: [],
      requirements: [],
      yearToDate: { year: 2026, totalAfter: 1_999.99, threshold: 2_000, asks: [] },
      disbursement: null,
      serverTime: expect.any(String),
    });
  });

  test("shows only what the operator has enabled", async () => {
    const intent = await world.newIntent();
    await withSettings({ paymentMethodTypes: ["crypto"] });
    const { payoutOptions } = await world.session(intent);
    expect(payoutOptions.map(({ type }) => type)).toEqual(["crypto"]);
    expect((await world.choose(intent)).body.errorCode).toBe("payout_method_type_not_enabled");
  });

  test("creation is refused if the operator has no payout rail", async () => {
    const unable = await createPayoutWorld({ env: { PAYOUT_PROCESSOR: "[]" } });
    await expect(unable.newIntent()).rejects.toThrow("feature_not_enabled");
    await unable.close();
  });

  test("currencies other than US dollars do not count towards the year", async () => {
    const intent = await world.newIntent({ currency: "EUR", amount: 9_000 });
    expect((await world.session(intent)).yearToDate).toBeNull();
  });
});

describe("checks of typed methods", () => {
  const bank = (changes: object) => ({ type: "bank", bank: { ...methods.bank.bank, ...changes } });
  const card = (changes: object) => ({ type: "card", card: { ...methods.card.card, ...changes } });
  const crypto = (changes: object) => ({
    type: "crypto",
    crypto: { ...methods.crypto.crypto, ...changes },
  });

  test.each([
    [bank({ routingNumber: "123456789" }), "bank.routingNumber", "routing_number_invalid"],
    [bank({ routingNumber: "12345" }), "bank.routingNumber", "invalid_value"],
    [bank({ accountNumber: "123" }), "bank.accountNumber", "invalid_value"],
    [bank({ accountType: "current" }), "bank.accountType", "invalid_value"],
    [bank({ holderName: "" }), "bank.holderName", "invalid_value"],
    [card({ number: "4000056655665555" }), "card.number", "card_number_invalid"],
    [card({ number: "378282246310005" }), "card.number", "card_brand_unsupported"],
    [card({ expiryYear: 2020 }), "card.expiryMonth", "card_expired"],
    [crypto({ network: "bitcoin" }), "crypto.network", "crypto_network_unsupported"],
    [
      crypto({ address: "0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed" }),
      "crypto.address",
      "crypto_address_invalid",
    ],
    [{ type: "cheque" }, "type", "invalid_value"],
    [
      { type: "saved", savedPayoutMethodId: "pm_nobody" },
      "savedPayoutMethodId",
      "payout_method_not_found",
    ],
  ])("%j: %s", async (method, path, errorCode) => {
    const intent = await world.newIntent();
    const refused = await world.choose(intent, method);
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toMatchObject({ errors: [{ path, errorCode }] });
    expect((await world.statusOf(intent)).status).toBe("pending");
  });

  test("refuses an unknown field and names it", async () => {
    const refused = await world.choose(await world.newIntent(), { ...methods.bank, iban: "DE1" });
    expect(JSON.stringify(refused.body)).toContain("iban");
    expect(refused.statusCode).toBe(400);
  });

  test("the store, the logs and the responses never contain typed data in plain text", async () => {
    const secrets = [
      methods.bank.bank.accountNumber,
      methods.card.card.number,
      methods.crypto.crypto.address,
    ];
    for (const method of [methods.bank, methods.card, methods.crypto]) {
      const intent = await world.submitted({}, method);
      const session = JSON.stringify(await world.session(intent));
      for (const secret of secrets) expect(session).not.toContain(secret);
    }
    const { kysely } = world.service.deps.database;
    const stored = await Promise.all(
      (["disbursement_intents", "disbursement_history", "payout_methods", "events"] as const).map(
        (table) => kysely.selectFrom(table).selectAll().execute(),
      ),
    );
    const text = JSON.stringify(stored) + world.logLines.join("\n");
    for (const secret of [...secrets, "Ada Lovelace"]) expect(text).not.toContain(secret);
  });
});

describe("choosing", () => {
  test("returns the new amounts unless the customer saw the current net amount", async () => {
    const intent = await world.newIntent({ amount: 50 });
    const refused = await world.choose(intent, { ...methods.bank, netAmount: 49.99 });
    expect(refused).toMatchObject({
      statusCode: 409,
      body: { errorCode: "amount_changed", amounts: { netAmount: 50 } },
    });
  });

  test("replays the response under the same key and refuses a second choice", async () => {
    const intent = await world.newIntent();
    const headers = { "idempotency-key": `choose-${intent.disbursementIntentId}` };
    const first = await world.choose(intent, methods.bank, headers);
    expect(await world.choose(intent, methods.bank, headers)).toEqual({ ...first, replayed: true });
    expect((await world.choose(intent, methods.card)).body.errorCode).toBe(
      "disbursement_already_submitted",
    );
    const other = await world.choose(intent, methods.crypto, headers);
    expect(other.body.errorCode).toBe("idempotency_key_reused");
  });

  test("is refused in a location that the operator denies, as a payment is", async () => {
    // Injected requests come from 127.0.0.1, which the sandbox's data places in New York.
    await withSettings({ locationRules: [{ place: "US-NY", rule: "deny" }] });
    const intent = await world.newIntent();
    expect((await world.choose(intent)).body.errorCode).toBe("location_not_allowed");
    await withSettings({ locationRules: [{ place: "US", rule: "allow" }] });
    expect((await world.choose(intent)).statusCode).toBe(201);
  });
});

describe("a saved method", () => {
  test("is offered once, masked, the most recently used first, and can be chosen", async () => {
    const externalCustomerId = await world.newCustomer();
    for (const method of [methods.bank, methods.crypto, methods.bank]) {
      await world.submitted({ externalCustomerId }, method);
      world.clock.advance(1_000);
    }
    const intent = await world.newIntent({ externalCustomerId });
    const { savedPayoutMethods: saved } = await world.session(intent);
    expect(saved).toMatchObject([
      { type: "bank", payoutMethod: { accountType: "checking", last4: "6789" } },
      { type: "crypto", payoutMethod: { asset: "USDC", network: "base", address: "0x5aAe…eAed" } },
    ]);
    expect(JSON.stringify(saved)).not.toContain(methods.bank.bank.accountNumber);

    const id = saved[1]?.savedPayoutMethodId;
    const chosen = await world.choose(intent, { type: "saved", savedPayoutMethodId: id });
    expect(chosen).toMatchObject({ statusCode: 201, body: { type: "crypto" } });
    await world.proceed(intent, true);
    await world.idle();
    const { disbursement } = await world.statusOf(intent);
    const sent = world.payouts.payouts.get(disbursement?.disbursementId ?? "");
    expect(sent?.request.destination).toEqual({ type: "crypto", ...methods.crypto.crypto });
    // Staff see the complete address that they approve.
    expect(disbursement?.payoutMethod).toEqual(methods.crypto.crypto);
  });

  test("beyond the ten that the form offers is still in the customer's export", async () => {
    const externalCustomerId = await world.newCustomer();
    for (let number = 10; number <= 20; number += 1) {
      const bank = { ...methods.bank.bank, accountNumber: `0001234567${number}` };
      await world.submitted({ externalCustomerId }, { type: "bank", bank, save: true });
      world.clock.advance(1_000);
    }
    const intent = await world.newIntent({ externalCustomerId });
    expect((await world.session(intent)).savedPayoutMethods).toHaveLength(10);
    const response = await world.call("GET", `/v1/customers/${externalCustomerId}/export`);
    expect(response.json().keptPayoutMethods).toHaveLength(11);
  });

  test("is saved only with the customer's consent and only for that customer", async () => {
    const externalCustomerId = await world.newCustomer();
    await world.submitted({ externalCustomerId }, { ...methods.bank, save: false });
    const own = await world.newIntent({ externalCustomerId });
    expect((await world.session(own)).savedPayoutMethods).toEqual([]);
    await world.choose(own, methods.bank);

    const next = await world.newIntent({ externalCustomerId });
    const [saved] = (await world.session(next)).savedPayoutMethods;
    const other = await world.newIntent();
    const method = { type: "saved", savedPayoutMethodId: saved?.savedPayoutMethodId };
    expect((await world.choose(other, method)).body.errorCode).toBe("payout_method_not_found");
  });

  test("can be removed by its customer only, and is deleted completely", async () => {
    const externalCustomerId = await world.newCustomer();
    await world.submitted({ externalCustomerId });
    const intent = await world.newIntent({ externalCustomerId });
    const [saved] = (await world.session(intent)).savedPayoutMethods;
    const id = saved?.savedPayoutMethodId ?? "";
    const remove = (by: { clientSecretKey: string }) =>
      world.callAsClient("DELETE", `/v1/client/payment-methods/${id}`, by.clientSecretKey);
    expect((await remove(await world.newIntent())).statusCode).toBe(404);

    expect((await remove(intent)).json()).toEqual({ paymentMethodId: id, removed: true });
    expect((await remove(intent)).statusCode).toBe(404);
    expect((await world.session(intent)).savedPayoutMethods).toEqual([]);
    const { kysely } = world.service.deps.database;
    const rows = kysely.selectFrom("payout_methods").selectAll();
    expect(await rows.where("payout_method_id", "=", id).execute()).toEqual([]);
    const audit = await kysely
      .selectFrom("audit_entries")
      .select(["action", "details"])
      .where("subject_id", "=", id)
      .execute();
    expect(audit).toMatchObject([{ action: "payout_method.removed" }]);
    expect(JSON.parse(audit[0]?.details ?? "")).toMatchObject({ by: "customer" });
  });

  test("is refused if it is a card that has expired", async () => {
    const externalCustomerId = await world.newCustomer();
    const soon = { type: "card", card: { ...methods.card.card, expiryMonth: 3, expiryYear: 2026 } };
    await world.submitted({ externalCustomerId }, soon);
    world.clock.advance(60 * 24 * 60 * 60_000);
    const intent = await world.newIntent({ externalCustomerId });
    const [saved] = (await world.session(intent)).savedPayoutMethods;
    const method = { type: "saved", savedPayoutMethodId: saved?.savedPayoutMethodId };
    expect((await world.choose(intent, method)).body.errorCode).toBe("card_expired");
  });
});
