import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sandboxChain } from "#contract/connectors/sandbox-chain";
import { readResourceBalances } from "../../ledger/testing/read-ledger.ts";
import { checkRecords, restoreHistory } from "../../ledger/testing/restore-history.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { addressAt } from "./addresses.ts";
import type { DepositView } from "./deposit-view.ts";
import { type CoinsWorld, createCoinsWorld } from "./testing/coins-world.ts";

let world: CoinsWorld;
beforeAll(async () => {
  world = await createCoinsWorld();
});
afterAll(() => world.close());

const minutes = (count: number) => count * 60_000;
/** What the ledger holds for the deposit. */
const posted = async (deposit: DepositView) =>
  readResourceBalances(world.service.deps.database, (await world.rowOf(deposit)).crypto_deposit_id);

describe("a quote", () => {
  const owner = { operatorId: "", subject: "pi_a", asset: "ETH", network: "ethereum" } as const;
  const of = (changes: object = {}) => ({
    ...owner,
    operatorId: world.operator.operatorId,
    amountMinor: 5_000,
    currency: "USD",
    ...changes,
  });

  test("converts a total, and is accepted only for its own intent, asset and network, while it holds", async () => {
    const quote = await world.coins.quote(of());
    expect(quote).toMatchObject({ amount: "0.02", rate: "2500" });
    expect(await world.coins.acceptQuote(quote.quoteId, of())).toMatchObject({ currency: "USD" });
    for (const other of [{ subject: "pi_b" }, { asset: "USDC" }, { network: "base" }]) {
      const taken = world.coins.acceptQuote(quote.quoteId, of(other) as never);
      await expect(taken).rejects.toThrow(ApiError);
    }
    world.clock.advance(minutes(5));
    await expect(world.coins.acceptQuote(quote.quoteId, of())).rejects.toMatchObject({
      code: "crypto_quote_expired",
    });
    await world.round();
  });

  test("is refused without a rate or when the network is not watched", async () => {
    await expect(world.coins.quote(of({ currency: "VND" }))).rejects.toMatchObject({
      code: "crypto_currency_unsupported",
    });
    await expect(world.coins.quote(of({ network: "base" }))).rejects.toMatchObject({
      code: "crypto_not_offered",
    });
  });
});

test("only watched networks are offered, and only while they are followed", async () => {
  const all = [
    { asset: "USDC", networks: ["ethereum"] },
    { asset: "USDT", networks: ["ethereum"] },
    { asset: "BTC", networks: ["bitcoin"] },
    { asset: "ETH", networks: ["ethereum"] },
  ];
  expect(world.coins.offered()).toEqual(all);
  world.clock.advance(minutes(2));
  expect(world.coins.offered()).toEqual([]);
  await world.round();
  expect(world.coins.offered()).toEqual(all);
});

test("each payment has its own address, derived from the public key; a repeated one keeps it", async () => {
  const [one, other] = [await world.open(1_000), await world.open(1_000)];
  expect(one.address).not.toBe(other.address);
  const { address_index, address, payment_id } = await world.rowOf(one);
  const { network, xpub } = sandboxChain;
  expect(addressAt({ network, chainId: "eip155:31337", xpub }, address_index)).toBe(address);
  const repeat = await world.coins.openDeposit(
    { operatorId: world.operator.operatorId, paymentId: payment_id },
    await world.rowOf(one).then((row) => ({ ...row, amount: row.due })),
  );
  expect(repeat.address).toBe(one.address);
});

describe("an exact payment", () => {
  test.each([
    ["USDC", /^ethereum:0x700b6A60ce7EaaEA56F065753d8dcB9653dbAD35@31337\/transfer\?address=0x/],
    ["ETH", /^ethereum:0x[0-9a-fA-F]{40}@31337\?value=20000000000000000$/],
  ] as const)("%s: waiting, detected, confirming, confirmed", async (asset, uri) => {
    const deposit = await world.open(5_000, asset);
    expect(deposit).toMatchObject({ status: "waiting", uri: expect.stringMatching(uri) });
    await world.wallet.pay(deposit.uri);
    await world.round();
    expect(world.newest(deposit)).toMatchObject({ status: "detected", missing: "0" });
    await world.wallet.mine(1);
    await world.round();
    expect(world.newest(deposit)).toMatchObject({ status: "confirming", confirmations: 1 });
    await world.wallet.mine(2);
    await world.round();
    expect(world.newest(deposit)).toMatchObject({
      status: "confirmed",
      confirmations: 3,
      received: deposit.amount,
      isOverpaid: false,
      hasWrongAsset: false,
    });
  });

  test("coin sent by a contract is detected without its own transaction", async () => {
    const deposit = await world.open(5_000, "ETH");
    await world.wallet.ask("anvil_setBalance", deposit.address, "0x470de4df820000");
    await world.wallet.mine(1);
    await world.round();
    expect(world.newest(deposit)).toMatchObject({ status: "confirming", received: "0.02" });
    await world.wallet.mine(2);
    await world.round();
    expect(world.newest(deposit)).toMatchObject({ status: "confirmed" });
  });
});

describe("a payment that is not exact", () => {
  test("is completed by the rest if half was paid, and the link asks for that rest", async () => {
    const deposit = await world.open(4_000);
    await world.wallet.pay(deposit.uri, { times: 0.5, mine: 1 });
    await world.round();
    const half = world.newest(deposit);
    expect(half).toMatchObject({ status: "underpaid", received: "20", missing: "20" });
    await world.wallet.pay(half?.uri ?? "", { mine: 3 });
    await world.round();
    expect(world.newest(deposit)).toMatchObject({ status: "confirmed", received: "40" });
  });

  test("expires if only half arrives before the end, and the rest is late", async () => {
    const deposit = await world.open(4_000);
    await world.wallet.pay(deposit.uri, { times: 0.5, mine: 3 });
    await world.round();
    await world.round(minutes(17));
    expect(world.newest(deposit)).toMatchObject({ status: "expired", received: "20" });
    expect(await posted(deposit)).toEqual({
      "crypto_wallet:USDC": 20_000_000,
      customer_funds: -20_000_000,
    });
    await world.wallet.pay(deposit.uri, { times: 0.5, mine: 3 });
    await world.round(minutes(1));
    expect(world.newest(deposit)).toMatchObject({ status: "late", received: "40" });
    expect(await posted(deposit)).toEqual({
      "crypto_wallet:USDC": 40_000_000,
      customer_funds: -40_000_000,
    });
  });

  test("is paid, and overpaid, if twice the amount arrives", async () => {
    const deposit = await world.open(4_000);
    await world.wallet.pay(deposit.uri, { times: 2, mine: 3 });
    await world.round();
    expect(world.newest(deposit)).toMatchObject({ status: "confirmed", isOverpaid: true });
    expect(await posted(deposit)).toEqual({
      "crypto_wallet:USDC": 80_000_000,
      "fx_position:USDC": -40_000_000,
      customer_funds: -40_000_000,
    });
  });

  test("is flagged if another token arrives, and the right token still pays", async () => {
    const deposit = await world.open(4_000);
    await world.wallet.pay(deposit.uri, { asset: "DAI", mine: 1 });
    await world.wallet.pay(deposit.address, { asset: "ETH", amount: "0.01", mine: 1 });
    await world.round();
    expect(world.newest(deposit)).toMatchObject({ status: "waiting", hasWrongAsset: true });
    const { paymentId, operatorId } = world.reported.at(-1) ?? { paymentId: "", operatorId: "" };
    expect(await world.coins.transfersOf(operatorId, paymentId)).toMatchObject([
      { asset: null, token: sandboxChain.otherToken.toLowerCase(), state: "mined" },
      { asset: "ETH", token: null, baseUnits: "10000000000000000" },
    ]);
    await world.wallet.pay(deposit.uri, { mine: 3 });
    await world.round();
    expect(world.newest(deposit)).toMatchObject({ status: "confirmed", hasWrongAsset: true });
  });

  test("expires only in a round after its end, and money after that is late", async () => {
    const deposit = await world.open(4_000);
    await world.round();
    world.clock.advance(minutes(17));
    expect((await world.rowOf(deposit)).status).toBe("waiting");
    await world.round();
    expect(world.newest(deposit)).toMatchObject({ status: "expired" });
    await world.wallet.pay(deposit.uri, { mine: 3 });
    await world.round(minutes(1));
    expect(world.newest(deposit)).toMatchObject({ status: "late", received: "40" });
  });

  test("is pending while the node knows a transfer sent in time, and expires if it is never mined", async () => {
    const deposit = await world.open(4_000);
    const { transactionHash } = await world.wallet.pay(deposit.uri);
    await world.round();
    await world.round(minutes(17));
    expect(world.newest(deposit)).toMatchObject({ status: "detected" });
    await world.wallet.ask("anvil_dropTransaction", transactionHash);
    for (const _ of [1, 2, 3]) await world.round();
    expect(world.newest(deposit)).toMatchObject({ status: "expired", received: "0" });
  });
});

test("the list of stray deposits has exactly the deposits that staff must decide about", async () => {
  const { operatorId } = world.operator;
  const { data, total } = await world.coins.listStrays(operatorId, { page: 1, size: 100 });
  expect(total).toBe(data.length);
  const reasons = data.map((strayDeposit) => strayDeposit.reasons.join()).sort();
  expect(reasons).toEqual(["overpaid", "paid_late", "paid_late", "wrong_asset"]);
  expect(data.every(({ transfers }) => transfers.length > 0)).toBe(true);
  const elsewhere = await world.createOperator();
  const page = { page: 1, size: 10 };
  expect((await world.coins.listStrays(elsewhere.operatorId, page)).total).toBe(0);
});

describe("a reorganization", () => {
  test("sets a confirming payment back, which then counts again", async () => {
    const deposit = await world.open(4_000);
    await world.wallet.pay(deposit.uri, { mine: 2 });
    await world.round();
    expect(world.newest(deposit)).toMatchObject({ status: "confirming", confirmations: 2 });
    await world.wallet.reorganise(2, true);
    await world.wallet.mine(1);
    await world.round();
    expect(world.newest(deposit)).toMatchObject({ status: "confirmed", received: "40" });
  });

  test("makes a payment that it removes wait again", async () => {
    const deposit = await world.open(4_000);
    await world.wallet.pay(deposit.uri, { mine: 2 });
    await world.round();
    await world.wallet.reorganise(2);
    for (const _ of [1, 2, 3, 4]) await world.round();
    expect(world.newest(deposit)).toMatchObject({ status: "waiting", received: "0" });
    await world.wallet.pay(deposit.uri, { mine: 3 });
    await world.round();
    expect(world.newest(deposit)).toMatchObject({ status: "confirmed", isOverpaid: false });
  });

  test.each(["USDC", "ETH"] as const)(
    "reports nothing else if it keeps a confirmed payment (%s)",
    async (asset) => {
      const deposit = await world.open(4_000, asset);
      await world.wallet.pay(deposit.uri, { mine: 3 });
      await world.round();
      const reported = world.reported.length;
      await world.wallet.reorganise(5, true);
      for (const _ of [1, 2]) await world.round();
      await world.wallet.mine(1);
      await world.round();
      expect(world.newest(deposit)).toMatchObject({ status: "confirmed", isOverpaid: false });
      const statuses = world.reported.slice(reported).map(({ view }) => view.status);
      expect(statuses.filter((status) => status !== "confirmed")).toEqual([]);
    },
  );

  test.each(["USDC", "ETH"] as const)(
    "fails a confirmed payment that it removes (%s) after as many blocks as the payment had needed",
    async (asset) => {
      const deposit = await world.open(4_000, asset);
      await world.wallet.pay(deposit.uri, { mine: 3 });
      await world.round();
      expect(world.newest(deposit)).toMatchObject({ status: "confirmed" });
      await world.wallet.reorganise(5);
      for (const _ of [1, 2, 3, 4]) await world.round();
      expect(world.newest(deposit)).toMatchObject({ status: "shaken" });
      await world.wallet.mine(3);
      await world.round();
      expect(world.newest(deposit)).toMatchObject({ status: "reorganised" });
      expect(await posted(deposit)).toEqual({});
      await world.wallet.pay(deposit.uri, { mine: 3 });
      await world.round(minutes(1));
      expect(world.newest(deposit)).toMatchObject({ status: "late" });
    },
  );
});

describe("several watchers, and one that was away", () => {
  test("one watcher leads; when it is gone, another continues where it stopped", async () => {
    const other = world.anotherWatcher();
    const deposit = await world.open(4_000);
    await world.round();
    await world.wallet.pay(deposit.uri, { mine: 1 });
    await world.round(1_000, other);
    expect((await world.rowOf(deposit)).status).toBe("waiting");
    expect(other.offered()).not.toEqual([]);
    await world.round();
    expect((await world.rowOf(deposit)).status).toBe("confirming");
    await world.wallet.mine(2);
    await world.round(31_000, other);
    expect(world.newest(deposit)).toMatchObject({ status: "confirmed" });
    await other.close();
    await world.round();
  });

  test("a payment in time counts as in time, however late the watcher reads it; a late payment does not", async () => {
    const [early, tooLate] = [await world.open(4_000), await world.open(4_000)];
    await world.round();
    const payAt = async ({ uri }: { uri: string }, afterMs: number) => {
      const seconds = Math.floor((world.clock.nowMs() + afterMs) / 1_000);
      await world.wallet.pay(uri);
      await world.wallet.ask("anvil_setTime", seconds);
      await world.wallet.mine(1);
    };
    await payAt(early, minutes(5));
    await payAt(tooLate, minutes(30));
    await world.wallet.mine(2);
    await world.round(minutes(60));
    expect(world.newest(early)).toMatchObject({ status: "confirmed" });
    expect(world.newest(tooLate)).toMatchObject({ status: "late", received: "40" });
    expect(await posted(tooLate)).toEqual({
      "crypto_wallet:USDC": 40_000_000,
      customer_funds: -40_000_000,
    });
  });

  test.each(["dropped", "garbled", "error"] as const)(
    "asks again after %s responses, and loses or double-counts nothing",
    async (answers) => {
      const deposit = await world.open(4_000);
      await world.wallet.pay(deposit.uri, { mine: 1 });
      for (let times = 1; times <= 4; times += 1) {
        await world.wallet.spoil(answers, times);
        for (let each = 0; each < times; each += 1) await world.round(40_000);
      }
      await world.wallet.mine(2);
      await world.round(40_000);
      expect(world.newest(deposit)).toMatchObject({ status: "confirmed", isOverpaid: false });
    },
  );
});

test("the ledger follows from the deposits: the history posts the same, and the check agrees", async () => {
  const balances = async () => {
    const { kysely } = world.service.deps.database;
    const { rows } = await sql`select currency, e.account, sum(e.amount)::text as amount
      from ledger_postings cross join lateral unnest(accounts, amounts) e (account, amount)
      group by 1, 2 having sum(e.amount) <> 0 order by 1, 2`.execute(kysely);
    return rows;
  };
  const before = await balances();
  expect(before.length).toBeGreaterThan(3);
  await restoreHistory(world);
  expect(await balances()).toEqual(before);
  expect(await checkRecords(world)).toEqual([]);
});
