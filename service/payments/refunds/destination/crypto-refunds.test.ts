import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { Refund } from "#contract/api/refunds";
import type { RefundSession } from "#contract/client/refund";
import { sandboxChain } from "#contract/connectors/sandbox-chain";
import { cryptoAddresses } from "../../../../sandbox/catalogue/crypto-addresses.ts";
import { eventBodyPlace } from "../../../events/index.ts";
import { checkRecords, walkHistory } from "../../../ledger/testing/restore-history.ts";
import { changeOperator } from "../../../operators/accounts/index.ts";
import { insertStaff } from "../../../testing/insert-staff.ts";
import { cryptoRefundCalls, wallet } from "../../testing/crypto-refund-calls.ts";
import { type CryptoWorld, createCryptoWorld } from "../../testing/crypto-world.ts";
import { runRefunds } from "../../testing/run-refunds.ts";
import { createRefund } from "../create-refund.ts";

let world: CryptoWorld;
beforeAll(async () => {
  world = await createCryptoWorld();
});
afterAll(() => world.close());

const { refund, refunded, secretOf, page, name, quoteOf, shown, nameAndApprove, settle } =
  cryptoRefundCalls(() => world);
const dayMs = 24 * 60 * 60_000;

const unknown = { kind: "staff", staffId: "stf_unknown" } as const;

const eventsOf = async (refundId: string) => {
  const rows = await world.service.deps.database.kysely
    .selectFrom("events")
    .select("status")
    .where("resource_id", "=", refundId)
    .orderBy("sequence")
    .execute();
  return rows.map(({ status }) => status);
};
test("where large refunds need a second person, the requester does not approve the destination", async () => {
  const { deps, payments } = world.service;
  const { operatorId } = world.operator;
  await insertStaff(world, ["requester", "another"]);
  await changeOperator(deps, operatorId, { settings: { refundApprovalAboveMinor: { USD: 0 } } });
  try {
    const { intent } = await world.paid();
    const requestedBy = { kind: "staff", staffId: "requester" } as const;
    const requester = { operatorId, paymentIntentId: intent.paymentIntentId, requestedBy };
    const { refundId } = await createRefund(payments, requester, {});
    const refund = await shown({ refundId });
    const secret = secretOf(refund);
    const { quoteId } = await quoteOf(secret);
    await name(secret, { type: "crypto", address: wallet, quoteId });
    await expect(world.approve(refundId, requestedBy)).rejects.toMatchObject({
      code: "refund_approval_by_requester",
    });
    await expect(world.approve(refundId, unknown)).rejects.toMatchObject({
      code: "session_required",
    });
    await runRefunds(world);
    expect(await world.payoutsOf(refundId)).toEqual([]);
    await world.approve(refundId, { kind: "staff", staffId: "another" });
    expect((await settle(refund)).status).toBe("success");
  } finally {
    await changeOperator(deps, operatorId, { settings: { refundApprovalAboveMinor: null } });
  }
});

describe("a refund of a paid order", () => {
  let intent: CreatedPaymentIntent;
  beforeEach(async () => {
    intent = (await world.paid()).intent;
  });

  test("waits for an address, then for approval, and is sent in the asset that was paid", async () => {
    const refund = await refunded(intent, { amount: 20 });
    expect(refund).toMatchObject({
      status: "requires-destination",
      kind: "transfer",
      amount: 20,
      crypto: { asset: "USDC", network: "ethereum", amount: null },
    });
    expect(refund.refundUrl).toMatch(
      /^http:\/\/pay\.localhost:4000\/refund\?for=op_\w{24}#ref_\w{24}_secret_[\w-]{43}$/,
    );
    const secret = secretOf(refund);
    expect((await page(secret)).json<RefundSession>()).toMatchObject({
      status: "open",
      type: "crypto",
      amount: 20,
      crypto: { asset: "USDC", network: "ethereum", amount: null },
    });
    expect(await eventsOf(refund.refundId)).toEqual(["created", "requires-destination"]);
    // The operator's server gets the link with the event, too.
    const { keyring, database } = world.service.deps;
    const event = await database.kysely
      .selectFrom("events")
      .select(["event_id", "body_sealed"])
      .where("resource_id", "=", refund.refundId)
      .where("status", "=", "requires-destination")
      .executeTakeFirstOrThrow();
    const place = eventBodyPlace(world.operator.operatorId, event.event_id);
    const { data } = JSON.parse(keyring.decryptField(place, event.body_sealed));
    expect(data).toMatchObject({ status: "requires-destination", refundUrl: refund.refundUrl });

    const quote = await quoteOf(secret);
    expect(quote).toMatchObject({ amount: "20", rate: "1", isLimited: false });
    const named = await name(secret, {
      type: "crypto",
      address: ` ${wallet.toLowerCase()}`,
      quoteId: quote.quoteId,
    });
    expect(named.json()).toMatchObject({ status: "named" });
    expect(named.body).not.toContain(wallet.slice(2, 10));
    expect(await shown(refund)).toMatchObject({
      status: "pending",
      refundUrl: null,
      crypto: { amount: "20" },
    });
    await runRefunds(world);
    expect(await world.payoutsOf(refund.refundId)).toEqual([]);

    await expect(world.approve(refund.refundId, unknown)).rejects.toMatchObject({
      code: "session_required",
    });
    await world.approve(refund.refundId);
    const done = await settle(refund);
    expect(done).toMatchObject({ status: "success", kind: "transfer" });
    expect(done.reference).toMatchObject({
      type: "transaction",
      value: expect.stringMatching(/^0x/),
    });
    expect(await world.payoutsOf(refund.refundId)).toMatchObject([
      { assetAmount: "20", status: "paid", requests: 1 },
    ]);
    expect(await eventsOf(refund.refundId)).toEqual(["created", "requires-destination", "success"]);
    expect((await world.statusOf(intent))["refundedAmount"]).toBe(20);
  });

  test("never sends more than its share of what was received", async () => {
    const refund = await refunded(intent, { amount: 20 });
    await world.setRate("USDC", "0.96");
    // Prices are cached for a moment.
    await world.round(60_000);
    try {
      const quote = await quoteOf(secretOf(refund));
      // 20 dollars are 20.84 USDC now, but only 20 USDC arrived.
      expect(quote).toMatchObject({ amount: "20", isLimited: true });
      await nameAndApprove(refund);
      await settle(refund);
      expect(await world.payoutsOf(refund.refundId)).toMatchObject([{ assetAmount: "20" }]);
    } finally {
      await world.setRate("USDC", "1");
      await world.round(60_000);
    }
  });

  test("sends the quoted amount, and guarantees a quote for five minutes", async () => {
    const refund = await refunded(intent, { amount: 20 });
    const secret = secretOf(refund);
    const { quoteId } = await quoteOf(secret);
    world.clock.advance(5 * 60_000);
    const late = await name(secret, { type: "crypto", address: wallet, quoteId });
    expect(late.json().errorCode).toBe("crypto_quote_expired");
    const other = await name(secret, { type: "crypto", address: wallet });
    expect(other.json().errorCode).toBe("crypto_quote_expired");
    await world.round();
    expect((await page(secret)).json()).toMatchObject({ status: "open" });
  });

  test("a link names one address, once", async () => {
    const refund = await refunded(intent, { amount: 5 });
    const secret = secretOf(refund);
    const { quoteId } = await quoteOf(secret);
    const body = { type: "crypto", address: wallet, quoteId };
    const key = { "idempotency-key": "once" };
    expect((await name(secret, body, key)).statusCode).toBe(200);
    const repeated = await name(secret, body, key);
    expect([repeated.statusCode, repeated.headers["idempotent-replayed"]]).toEqual([200, "true"]);
    const repeat = await name(secret, { ...body, address: cryptoAddresses[0]?.address });
    expect([repeat.statusCode, repeat.json().errorCode]).toEqual([409, "refund_link_used"]);
    expect((await page(secret, "POST", "/quote", {})).json().errorCode).toBe("refund_link_used");
  });

  test.each([
    ["0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD", "crypto_address_invalid"],
    ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "crypto_address_invalid"],
    ["0x0000000000000000000000000000000000000001", "crypto_address_invalid"],
    // Cyrillic а in place of a Latin one.
    ["0x5\u0430Aeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "crypto_address_invalid"],
    ["0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed\u202e", "crypto_address_invalid"],
    [sandboxChain.tokens.USDC, "crypto_address_token"],
  ])("an address such as %s is refused, and the link stays open", async (address, code) => {
    const refund = await refunded(intent, { amount: 5 });
    const secret = secretOf(refund);
    const { quoteId } = await quoteOf(secret);
    const response = await name(secret, { type: "crypto", address, quoteId });
    expect([response.statusCode, response.json().errorCode]).toEqual([400, code]);
    expect(response.body).not.toContain(address);
    expect((await page(secret)).json()).toMatchObject({ status: "open" });
  });

  test("a deposit address of any operator is refused", async () => {
    const refund = await refunded(intent, { amount: 5 });
    const secret = secretOf(refund);
    const { quoteId } = await quoteOf(secret);
    const { address } = (await world.begin()).action;
    const response = await name(secret, {
      type: "crypto",
      address: address.toUpperCase().replace("X", "x"),
      quoteId,
    });
    expect(response.json().errorCode).toBe("crypto_address_ours");
  });

  test("malformed, oversized and foreign bodies are refused", async () => {
    const refund = await refunded(intent, { amount: 5 });
    const secret = secretOf(refund);
    for (const body of [
      {},
      { type: "crypto" },
      { type: "crypto", address: "" },
      { type: "crypto", address: "0x".padEnd(200, "a") },
      { type: "crypto", address: wallet, quoteId: "q".repeat(65) },
      { type: "crypto", address: wallet, asset: "ETH" },
      { type: "bank", bank: {} },
      { type: "card" },
      {
        type: "bank",
        bank: {
          routingNumber: "110000000",
          accountNumber: "000123456789",
          accountType: "checking",
          holderName: "A",
        },
      },
    ]) {
      expect((await name(secret, body)).statusCode, JSON.stringify(body)).toBe(400);
    }
    const huge = await name(secret, { type: "crypto", address: "x".repeat(2_000_000) });
    expect(huge.statusCode).toBe(413);
    expect((await page(secret)).json()).toMatchObject({ status: "open" });
  });

  test("the link expires after seven days, and a new one ends the old one", async () => {
    const refund = await refunded(intent, { amount: 5 });
    world.clock.advance(7 * dayMs);
    expect((await page(secretOf(refund))).json().errorCode).toBe("client_secret_expired");
    expect(await shown(refund)).toMatchObject({ status: "requires-destination", refundUrl: null });
    const renewed = await world.call("POST", `/v1/refunds/${refund.refundId}/link`);
    const fresh = renewed.json<Refund>();
    expect(fresh.refundUrl).not.toBeNull();
    expect((await page(secretOf(fresh))).json()).toMatchObject({ status: "open" });
    const next = (await world.call("POST", `/v1/refunds/${refund.refundId}/link`)).json<Refund>();
    expect((await page(secretOf(fresh))).json().errorCode).toBe("client_secret_invalid");
    expect((await page(secretOf(next))).statusCode).toBe(200);
  });

  test("only keys that may refund see the link, and another operator's find nothing", async () => {
    const refund = await refunded(intent, { amount: 5 });
    const path = `/v1/refunds/${refund.refundId}`;
    const { operatorId } = world.operator;
    const created = await world.command("api-keys", "create", operatorId, "--scopes", "read");
    const reader = /sk_sandbox_[\w-]{43}/.exec(created.text)?.[0] ?? "";
    const read = (await world.call("GET", path, { token: reader })).json<Refund>();
    expect([read.status, read.refundUrl]).toEqual(["requires-destination", null]);
    expect((await world.call("POST", `${path}/link`, { token: reader })).statusCode).toBe(403);
    const otherOperator = await world.createOperator();
    for (const method of ["GET", "POST"]) {
      const url = method === "GET" ? path : `${path}/link`;
      const response = await world.call(method, url, { token: otherOperator.secretKey });
      expect(response.statusCode).toBe(404);
    }
  });

  test("a canceled refund frees its amount and closes its link", async () => {
    const refund = await refunded(intent);
    const canceled = await world.call("POST", `/v1/refunds/${refund.refundId}/cancel`);
    expect(canceled.json()).toMatchObject({ status: "canceled", refundUrl: null });
    expect((await page(secretOf(refund))).json()).toMatchObject({ status: "closed" });
    const named = await name(secretOf(refund), {
      type: "crypto",
      address: wallet,
      quoteId: "none",
    });
    expect(named.statusCode).toBe(409);
    expect((await world.statusOf(intent))["refundedAmount"]).toBe(0);
    const late = await world.call("POST", `/v1/refunds/${refund.refundId}/link`);
    expect([late.statusCode, late.json().errorCode]).toEqual([409, "conflicting_state"]);
  });

  test("an address that the processor refuses fails the refund and frees its amount", async () => {
    const refused =
      cryptoAddresses.find((cryptoAddress) => cryptoAddress.name === "address_refused")?.address ??
      "";
    const refund = await refunded(intent, { amount: 20 });
    await nameAndApprove(refund, refused);
    const done = await settle(refund);
    expect(done).toMatchObject({ status: "failed", messages: [{ code: "address_refused" }] });
    expect((await world.statusOf(intent))["refundedAmount"]).toBe(0);
    expect(await eventsOf(refund.refundId)).toEqual(["created", "requires-destination", "failed"]);
  });

  test("a declined destination fails the refund, and nothing is sent", async () => {
    const refund = await refunded(intent, { amount: 20 });
    const { quoteId } = await quoteOf(secretOf(refund));
    await name(secretOf(refund), { type: "crypto", address: wallet, quoteId });
    await world.decline(refund.refundId);
    await runRefunds(world);
    expect(await shown(refund)).toMatchObject({
      status: "failed",
      messages: [{ code: "destination_declined" }],
    });
    expect(await world.payoutsOf(refund.refundId)).toEqual([]);
    expect((await world.statusOf(intent))["refundedAmount"]).toBe(0);
  });

  test("is not possible for an erased customer, whose address nobody could erase", async () => {
    const gone = await world.paid("gone");
    const { kysely } = world.service.deps.database;
    await kysely.deleteFrom("customers").where("external_customer_id", "=", "gone").execute();
    const response = await refund(gone.intent);
    expect([response.statusCode, response.json().errorCode]).toEqual([
      400,
      "payment_not_refundable",
    ]);
  });
});

test("the ledger check agrees with all postings", async () => {
  await walkHistory(world);
  expect(await checkRecords(world)).toEqual([]);
});
