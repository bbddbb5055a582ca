/** Long, because all tests share one chain and its payments. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { Refund } from "#contract/api/refunds";
import type { RefundQuote, RefundSession } from "#contract/client/refund";
import { sandboxChain } from "#contract/connectors/sandbox-chain";
import { cryptoAddresses } from "../../../../sandbox/catalogue/crypto-addresses.ts";
import { eventBodyPlace } from "../../../events/index.ts";
import { readPostings, readStory } from "../../../ledger/testing/read-ledger.ts";
import { checkRecords, walkHistory } from "../../../ledger/testing/restore-history.ts";
import { changeOperator } from "../../../operators/accounts/index.ts";
import { type CryptoWorld, createCryptoWorld } from "../../testing/crypto-world.ts";
import { runRefunds } from "../../testing/run-refunds.ts";
import { createRefund } from "../create-refund.ts";

let world: CryptoWorld;
beforeAll(async () => {
  world = await createCryptoWorld();
});
afterAll(() => world.close());

const wallet = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const dayMs = 24 * 60 * 60_000;
let serial = 0;

const refund = (intent: CreatedPaymentIntent, body: object = {}) => {
  serial += 1;
  return world.call("POST", `/v1/payment-intents/${intent.paymentIntentId}/refunds`, {
    body: { externalRefundId: `crypto-${serial}`, ...body },
  });
};
const refunded = async (intent: CreatedPaymentIntent, body: object = {}): Promise<Refund> => {
  const answer = await refund(intent, body);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
};
const secretOf = ({ refundUrl }: Pick<Refund, "refundUrl">) =>
  refundUrl?.slice(refundUrl.indexOf("#") + 1) ?? "";
const page = (secret: string, method = "GET", path = "", body?: object, headers = {}) =>
  // Calls go without a publishable key: our own page has none.
  world.call(method, `/v1/client/refund${path}`, {
    token: secret,
    headers,
    ...(body && { body }),
  });
const name = (secret: string, body: object, headers = {}) =>
  page(secret, "POST", "/destination", body, headers);
const quoteOf = async (secret: string): Promise<RefundQuote> => {
  const answer = await page(secret, "POST", "/quote", {});
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const shown = async ({ refundId }: Pick<Refund, "refundId">): Promise<Refund> =>
  (await world.call("GET", `/v1/refunds/${refundId}`)).json();
const paymentsOf = async (intent: CreatedPaymentIntent) =>
  (await world.statusOf(intent))["payments"] as unknown as { paymentId: string }[];
const eventsOf = async (refundId: string) => {
  const rows = await world.service.deps.database.kysely
    .selectFrom("events")
    .select("status")
    .where("resource_id", "=", refundId)
    .orderBy("sequence")
    .execute();
  return rows.map(({ status }) => status);
};
/** Names a wallet and approves the refund at the current rate. */
async function nameAndApprove(made: Refund, address = wallet) {
  const secret = secretOf(made);
  const quote = made.crypto?.amount === null ? await quoteOf(secret) : null;
  const named = await name(secret, {
    type: "crypto",
    address,
    ...(quote && { quoteId: quote.quoteId }),
  });
  expect(named.statusCode, named.body + world.logLines.slice(-4).join("\n")).toBe(200);
  await world.approve(made.refundId);
  return quote;
}
/** Follows the refund until the sandbox's network has confirmed. */
async function settle(made: Refund): Promise<Refund> {
  for (let round = 0; round < 40; round += 1) {
    world.clock.advance(5_000);
    await runRefunds(world);
    const now = await shown(made);
    if (now.status !== "pending") return now;
  }
  return shown(made);
}

test("where large refunds need a second person, the requester does not approve the destination", async () => {
  const { deps, payments } = world.service;
  const { operatorId } = world.operator;
  await changeOperator(deps, operatorId, { settings: { refundApprovalAboveMinor: { USD: 0 } } });
  try {
    const { intent } = await world.paid();
    const requestedBy = { kind: "staff", staffId: "requester" } as const;
    const requester = { operatorId, paymentIntentId: intent.paymentIntentId, requestedBy };
    const { refundId } = await createRefund(payments, requester, {});
    const made = await shown({ refundId });
    const secret = secretOf(made);
    const { quoteId } = await quoteOf(secret);
    await name(secret, { type: "crypto", address: wallet, quoteId });
    await expect(world.approve(refundId, requestedBy)).rejects.toMatchObject({
      code: "refund_approval_by_requester",
    });
    await runRefunds(world);
    expect(await world.payoutsOf(refundId)).toEqual([]);
    await world.approve(refundId, { kind: "staff", staffId: "another" });
    expect((await settle(made)).status).toBe("success");
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
    const made = await refunded(intent, { amount: 20 });
    expect(made).toMatchObject({
      status: "requires-destination",
      kind: "transfer",
      amount: 20,
      crypto: { asset: "USDC", network: "ethereum", amount: null },
    });
    expect(made.refundUrl).toMatch(
      /^http:\/\/pay\.localhost:4000\/refund\?for=op_\w{24}#ref_\w{24}_secret_[\w-]{43}$/,
    );
    const secret = secretOf(made);
    expect((await page(secret)).json<RefundSession>()).toMatchObject({
      status: "open",
      type: "crypto",
      amount: 20,
      crypto: { asset: "USDC", network: "ethereum", amount: null },
    });
    expect(await eventsOf(made.refundId)).toEqual(["created", "requires-destination"]);
    // The operator's server gets the link with the event, too.
    const { keyring, database } = world.service.deps;
    const event = await database.kysely
      .selectFrom("events")
      .select(["event_id", "body_sealed"])
      .where("resource_id", "=", made.refundId)
      .where("status", "=", "requires-destination")
      .executeTakeFirstOrThrow();
    const place = eventBodyPlace(world.operator.operatorId, event.event_id);
    const { data } = JSON.parse(keyring.decryptField(place, event.body_sealed));
    expect(data).toMatchObject({ status: "requires-destination", refundUrl: made.refundUrl });

    const quote = await quoteOf(secret);
    expect(quote).toMatchObject({ amount: "20", rate: "1", isLimited: false });
    const named = await name(secret, {
      type: "crypto",
      address: ` ${wallet.toLowerCase()}`,
      quoteId: quote.quoteId,
    });
    expect(named.json()).toMatchObject({ status: "named" });
    expect(named.body).not.toContain(wallet.slice(2, 10));
    expect(await shown(made)).toMatchObject({
      status: "pending",
      refundUrl: null,
      crypto: { amount: "20" },
    });
    await runRefunds(world);
    expect(await world.payoutsOf(made.refundId)).toEqual([]);

    await world.approve(made.refundId);
    const done = await settle(made);
    expect(done).toMatchObject({ status: "success", kind: "transfer" });
    expect(done.reference).toMatchObject({
      type: "transaction",
      value: expect.stringMatching(/^0x/),
    });
    expect(await world.payoutsOf(made.refundId)).toMatchObject([
      { assetAmount: "20", status: "paid", requests: 1 },
    ]);
    expect(await eventsOf(made.refundId)).toEqual(["created", "requires-destination", "success"]);
    expect((await world.statusOf(intent))["refundedAmount"]).toBe(20);
  });

  test("never sends more than its share of what was received", async () => {
    const made = await refunded(intent, { amount: 20 });
    await world.setRate("USDC", "0.96");
    // Prices are cached for a moment.
    await world.round(60_000);
    try {
      const quote = await quoteOf(secretOf(made));
      // 20 dollars are 20.84 USDC now, but only 20 USDC arrived.
      expect(quote).toMatchObject({ amount: "20", isLimited: true });
      await nameAndApprove(made);
      await settle(made);
      expect(await world.payoutsOf(made.refundId)).toMatchObject([{ assetAmount: "20" }]);
    } finally {
      await world.setRate("USDC", "1");
      await world.round(60_000);
    }
  });

  test("sends the quoted amount, and a quote is promised for five minutes", async () => {
    const made = await refunded(intent, { amount: 20 });
    const secret = secretOf(made);
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
    const made = await refunded(intent, { amount: 5 });
    const secret = secretOf(made);
    const { quoteId } = await quoteOf(secret);
    const body = { type: "crypto", address: wallet, quoteId };
    const key = { "idempotency-key": `once-${serial}` };
    expect((await name(secret, body, key)).statusCode).toBe(200);
    const repeated = await name(secret, body, key);
    expect([repeated.statusCode, repeated.headers["idempotent-replayed"]]).toEqual([200, "true"]);
    const again = await name(secret, { ...body, address: cryptoAddresses[0]?.address });
    expect([again.statusCode, again.json().errorCode]).toEqual([409, "refund_link_used"]);
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
    const made = await refunded(intent, { amount: 5 });
    const secret = secretOf(made);
    const { quoteId } = await quoteOf(secret);
    const answer = await name(secret, { type: "crypto", address, quoteId });
    expect([answer.statusCode, answer.json().errorCode]).toEqual([400, code]);
    expect(answer.body).not.toContain(address);
    expect((await page(secret)).json()).toMatchObject({ status: "open" });
  });

  test("a deposit address of any operator is refused", async () => {
    const made = await refunded(intent, { amount: 5 });
    const secret = secretOf(made);
    const { quoteId } = await quoteOf(secret);
    const { address } = (await world.begin()).action;
    const answer = await name(secret, {
      type: "crypto",
      address: address.toUpperCase().replace("X", "x"),
      quoteId,
    });
    expect(answer.json().errorCode).toBe("crypto_address_ours");
  });

  test("malformed, oversized and foreign bodies are refused", async () => {
    const made = await refunded(intent, { amount: 5 });
    const secret = secretOf(made);
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
    const made = await refunded(intent, { amount: 5 });
    world.clock.advance(7 * dayMs);
    expect((await page(secretOf(made))).json().errorCode).toBe("client_secret_expired");
    expect(await shown(made)).toMatchObject({ status: "requires-destination", refundUrl: null });
    const renewed = await world.call("POST", `/v1/refunds/${made.refundId}/link`);
    const fresh = renewed.json<Refund>();
    expect(fresh.refundUrl).not.toBeNull();
    expect((await page(secretOf(fresh))).json()).toMatchObject({ status: "open" });
    const next = (await world.call("POST", `/v1/refunds/${made.refundId}/link`)).json<Refund>();
    expect((await page(secretOf(fresh))).json().errorCode).toBe("client_secret_invalid");
    expect((await page(secretOf(next))).statusCode).toBe(200);
  });

  test("only keys that may refund see the link, and another operator's find nothing", async () => {
    const made = await refunded(intent, { amount: 5 });
    const path = `/v1/refunds/${made.refundId}`;
    const { operatorId } = world.operator;
    const created = await world.command("api-keys", "create", operatorId, "--scopes", "read");
    const reader = /sk_sandbox_[\w-]{43}/.exec(created.text)?.[0] ?? "";
    const read = (await world.call("GET", path, { token: reader })).json<Refund>();
    expect([read.status, read.refundUrl]).toEqual(["requires-destination", null]);
    expect((await world.call("POST", `${path}/link`, { token: reader })).statusCode).toBe(403);
    const stranger = await world.createOperator();
    for (const method of ["GET", "POST"]) {
      const url = method === "GET" ? path : `${path}/link`;
      const answer = await world.call(method, url, { token: stranger.secretKey });
      expect(answer.statusCode).toBe(404);
    }
  });

  test("a canceled refund frees its amount and closes its link", async () => {
    const made = await refunded(intent);
    const canceled = await world.call("POST", `/v1/refunds/${made.refundId}/cancel`);
    expect(canceled.json()).toMatchObject({ status: "canceled", refundUrl: null });
    expect((await page(secretOf(made))).json()).toMatchObject({ status: "closed" });
    const named = await name(secretOf(made), { type: "crypto", address: wallet, quoteId: "none" });
    expect(named.statusCode).toBe(409);
    expect((await world.statusOf(intent))["refundedAmount"]).toBe(0);
    const late = await world.call("POST", `/v1/refunds/${made.refundId}/link`);
    expect([late.statusCode, late.json().errorCode]).toEqual([409, "conflicting_state"]);
  });

  test("an address that the processor refuses fails the refund and frees its amount", async () => {
    const refused = cryptoAddresses.find((each) => each.name === "address_refused")?.address ?? "";
    const made = await refunded(intent, { amount: 20 });
    await nameAndApprove(made, refused);
    const done = await settle(made);
    expect(done).toMatchObject({ status: "failed", messages: [{ code: "address_refused" }] });
    expect((await world.statusOf(intent))["refundedAmount"]).toBe(0);
    expect(await eventsOf(made.refundId)).toEqual(["created", "requires-destination", "failed"]);
  });

  test("a declined destination fails the refund, and nothing is sent", async () => {
    const made = await refunded(intent, { amount: 20 });
    const { quoteId } = await quoteOf(secretOf(made));
    await name(secretOf(made), { type: "crypto", address: wallet, quoteId });
    await world.decline(made.refundId);
    await runRefunds(world);
    expect(await shown(made)).toMatchObject({
      status: "failed",
      messages: [{ code: "destination_declined" }],
    });
    expect(await world.payoutsOf(made.refundId)).toEqual([]);
    expect((await world.statusOf(intent))["refundedAmount"]).toBe(0);
  });

  test("is not possible for an erased customer, whose address nobody could erase", async () => {
    const gone = await world.paid("gone");
    const { kysely } = world.service.deps.database;
    await kysely.deleteFrom("customers").where("external_customer_id", "=", "gone").execute();
    const answer = await refund(gone.intent);
    expect([answer.statusCode, answer.json().errorCode]).toEqual([400, "payment_not_refundable"]);
  });
});

describe("what arrived beside an order", () => {
  test("an overpayment is returned in its asset, once, and does not count against the order", async () => {
    const { intent } = await world.paid(undefined, { times: 1.5 });
    const made = await refunded(intent, { reason: "overpaid" });
    expect(made).toMatchObject({
      amount: 0,
      breakdown: { total: 0 },
      crypto: { asset: "USDC", network: "ethereum", amount: "24.995" },
    });
    const again = await refund(intent, { reason: "overpaid" });
    expect([again.statusCode, again.json().errorCode]).toEqual([400, "payment_not_refundable"]);
    await nameAndApprove(made);
    expect(await settle(made)).toMatchObject({ status: "success" });
    expect(await world.payoutsOf(made.refundId)).toMatchObject([{ assetAmount: "24.995" }]);
    expect((await world.statusOf(intent))["refundedAmount"]).toBe(0);
    expect(await readPostings(world.service.deps.database, made.refundId)).toEqual({
      asked: { customer_funds: 24_995_000, "refunds_in_flight:crypto": -24_995_000 },
      done: { "bank:tidewater": -24_995_000, "refunds_in_flight:crypto": 24_995_000 },
    });
    // The order itself can still be refunded in full.
    const whole = await refunded(intent);
    expect(await quoteOf(secretOf(whole))).toMatchObject({ amount: "49.99", isLimited: false });
  });

  test("a return that fails can be requested again", async () => {
    const { intent } = await world.paid(undefined, { times: 1.5 });
    const made = await refunded(intent, { reason: "overpaid" });
    await world.call("POST", `/v1/refunds/${made.refundId}/cancel`);
    const { canceled } = await readPostings(world.service.deps.database, made.refundId);
    expect(canceled).toEqual({
      customer_funds: -24_995_000,
      "refunds_in_flight:crypto": 24_995_000,
    });
    expect(await refunded(intent, { reason: "overpaid" })).toMatchObject({
      crypto: { amount: "24.995" },
    });
  });

  test("an underpayment and late money are returned whole", async () => {
    const { intent, action } = await world.begin();
    await world.pay(action, { times: 0.5, mine: 3 });
    await world.round();
    await world.round(17 * 60_000);
    expect((await refund(intent)).json().errorCode).toBe("payment_not_refundable");
    expect((await refund(intent, { reason: "overpaid" })).statusCode).toBe(400);
    const amount = { reason: "underpaid", amount: 3 };
    expect((await refund(intent, amount)).json()).toMatchObject({ errors: [{ path: "amount" }] });
    expect(await refunded(intent, { reason: "underpaid" })).toMatchObject({
      crypto: { amount: "24.995" },
    });
    await world.pay(action, { times: 0.25, mine: 3 });
    await world.round(60_000);
    // 24.995 is being returned already.
    const late = await refunded(intent, { reason: "paid_late" });
    expect(late.crypto?.amount).toBe("12.4975");
  });

  test("the wrong asset is returned in that asset; an unknown token is not", async () => {
    const { intent, action } = await world.begin();
    await world.pay(action, { asset: "USDT", amount: "7", mine: 3 });
    await world.round();
    const made = await refunded(intent, { reason: "wrong_asset" });
    expect(made.crypto).toEqual({ asset: "USDT", network: "ethereum", amount: "7" });
    await nameAndApprove(made);
    await settle(made);
    await world.pay(action, { asset: "USDT", amount: "2", mine: 3 });
    await world.round();
    // Both receipts and the return are posted: the rest is the customer's.
    const [{ paymentId } = { paymentId: "" }] = await paymentsOf(intent);
    expect(await readStory(world.service.deps.database, paymentId)).toEqual({
      "bank:tidewater": -7_000_000,
      "crypto_wallet:USDT": 9_000_000,
      customer_funds: -2_000_000,
    });
    const other = await world.begin();
    await world.pay(other.action, { asset: "DAI", mine: 3 });
    await world.round();
    expect((await refund(other.intent, { reason: "wrong_asset" })).statusCode).toBe(400);
  });

  test("nothing is returned before the network has confirmed it", async () => {
    const { intent, action } = await world.begin();
    await world.pay(action, { asset: "USDT", amount: "7", mine: 1 });
    await world.round();
    expect((await refund(intent, { reason: "wrong_asset" })).statusCode).toBe(400);
  });

  test("the reasons are refused for payments by other methods", async () => {
    const card = await world.createIntent();
    for (const reason of ["underpaid", "paid_late", "wrong_asset"]) {
      const answer = await refund(card, { reason });
      expect(answer.json()).toMatchObject({
        errorCode: "invalid_value",
        errors: [{ path: "reason" }],
      });
    }
  });

  test("the check finds what every receipt and return posted", async () => {
    await walkHistory(world);
    expect(await checkRecords(world)).toEqual([]);
  });
});
