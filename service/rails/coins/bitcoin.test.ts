/** Runs on the sandbox's node. coins.test.ts covers what all networks share. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "../../platform/database/transaction.ts";
import { takeAddressIndex } from "./addresses.ts";
import type { DepositView } from "./deposit-view.ts";
import { type BitcoinWallet, type CoinsWorld, createCoinsWorld } from "./testing/coins-world.ts";

let world: CoinsWorld;
let wallet: BitcoinWallet;
beforeAll(async () => {
  world = await createCoinsWorld();
  wallet = world.bitcoin;
  // Enough blocks for the reorganizations below.
  await wallet.mine(8);
});
afterAll(() => world.close());

const minutes = (count: number) => count * 60_000;
const open = () => world.open(6_000, "BTC");
const newest = (deposit: DepositView) => world.newest(deposit);
const rounds = async (count: number) => {
  for (let round = 0; round < count; round += 1) await world.round();
};

test("an exact payment has a BIP-321 link, and is waiting, detected, confirming, then confirmed", async () => {
  const deposit = await open();
  expect(deposit).toMatchObject({
    status: "waiting",
    asset: "BTC",
    network: "bitcoin",
    amount: "0.001",
    required: 2,
    address: expect.stringMatching(/^bcrt1q[02-9ac-hj-np-z]{38}$/),
    uri: `bitcoin:${deposit.address}?amount=0.001`,
  });
  const { transactionHash } = await wallet.pay(deposit.uri);
  await world.round();
  expect(newest(deposit)).toMatchObject({ status: "detected", missing: "0" });
  await wallet.mine(1);
  await world.round();
  expect(newest(deposit)).toMatchObject({ status: "confirming", confirmations: 1 });
  await wallet.mine(1);
  await world.round();
  expect(newest(deposit)).toMatchObject({
    status: "confirmed",
    confirmations: 2,
    received: "0.001",
    isOverpaid: false,
    hasWrongAsset: false,
  });
  const { operator_id, payment_id } = await world.rowOf(deposit);
  for (const sought of [transactionHash, deposit.address, deposit.address.toUpperCase()]) {
    expect(await world.coins.findPayments(operator_id, sought)).toEqual([payment_id]);
  }
  expect(await world.coins.transfersOf(operator_id, payment_id)).toMatchObject([
    { network: "bitcoin", transactionHash, asset: "BTC", token: null, amount: "0.001" },
  ]);
});

test("each payment has its own address, which is watched on Bitcoin only", async () => {
  const [one, other] = [await open(), await open()];
  expect(one.address).not.toBe(other.address);
  const { crypto_deposit_id } = await world.rowOf(one);
  const watches = await world.service.deps.database.kysely
    .selectFrom("crypto_watches")
    .select(["network", "address"])
    .where("crypto_deposit_id", "=", crypto_deposit_id)
    .execute();
  expect(watches).toEqual([{ network: "bitcoin", address: one.address }]);
});

test("no address is used twice, in whatever notation the account key is written", async () => {
  // Test vector of BIP-84, in both notations that wallets use.
  const zpub =
    "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs";
  const xpub =
    "xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V";
  const indexes = await inTransaction(world.service.deps.database, async (tx) => {
    const taken = [];
    for (const key of [zpub, xpub, zpub]) taken.push(await takeAddressIndex(tx, key));
    return taken;
  });
  expect(indexes).toEqual([0, 1, 2]);
});

describe("a payment that is not exact", () => {
  test("is completed by the rest if half was paid, and the link asks for that rest", async () => {
    const deposit = await open();
    await wallet.pay(deposit.uri, { times: 0.5, mine: 1 });
    await world.round();
    const half = newest(deposit);
    expect(half).toMatchObject({ status: "underpaid", received: "0.0005", missing: "0.0005" });
    expect(half?.uri).toBe(`bitcoin:${deposit.address}?amount=0.0005`);
    await wallet.pay(half?.uri ?? "", { mine: 2 });
    await world.round();
    expect(newest(deposit)).toMatchObject({ status: "confirmed", received: "0.001" });
  });

  test("asks for the smallest transfer if the missing amount is too small to relay", async () => {
    const deposit = await open();
    await wallet.pay(deposit.address, { amount: "0.000998", mine: 1 });
    await world.round();
    const short = newest(deposit);
    expect(short).toMatchObject({ status: "underpaid", missing: "0.00000546" });
    await wallet.pay(short?.uri ?? "", { mine: 2 });
    await world.round();
    expect(newest(deposit)).toMatchObject({ status: "confirmed" });
  });

  test("is paid, and overpaid, if twice the amount arrives", async () => {
    const deposit = await open();
    await wallet.pay(deposit.uri, { times: 2, mine: 2 });
    await world.round();
    expect(newest(deposit)).toMatchObject({ status: "confirmed", isOverpaid: true });
  });

  test("expires if nothing arrives in time, and is late afterwards", async () => {
    const deposit = await open();
    await world.round(minutes(17));
    expect(newest(deposit)).toMatchObject({ status: "expired" });
    await wallet.pay(deposit.uri, { mine: 3 });
    await world.round(minutes(1));
    expect(newest(deposit)).toMatchObject({ status: "late", received: "0.001" });
  });

  test("a total below the dust limit is refused before anybody can send it", async () => {
    await expect(world.open(20, "BTC")).rejects.toMatchObject({ code: "crypto_amount_too_small" });
    expect((await world.open(33, "BTC")).amount).toBe("0.0000055");
  });
});

describe("a transaction in the mempool", () => {
  test("counts once, and pays, when it is replaced with a higher fee", async () => {
    const deposit = await open();
    const first = await wallet.pay(deposit.uri);
    await world.round();
    const second = await wallet.replace(first.transactionHash);
    expect(second.transactionHash).not.toBe(first.transactionHash);
    await rounds(4);
    expect(newest(deposit)).toMatchObject({ status: "detected", received: "0.001" });
    await wallet.mine(2);
    await world.round();
    expect(newest(deposit)).toMatchObject({ status: "confirmed", isOverpaid: false });
  });

  test("pays if it was sent in time, even if it is mined long after the end, unless it is dropped", async () => {
    const [slow, lost] = [await open(), await open()];
    await wallet.pay(slow.uri);
    await world.round();
    await world.round(minutes(40));
    expect(newest(slow)).toMatchObject({ status: "detected" });
    await wallet.mine(2);
    await world.round();
    expect(newest(slow)).toMatchObject({ status: "confirmed" });
    expect(newest(lost)).toMatchObject({ status: "expired" });

    const dropped = await open();
    const { transactionHash } = await wallet.pay(dropped.uri);
    await world.round();
    await world.round(minutes(17));
    expect(newest(dropped)).toMatchObject({ status: "detected" });
    await wallet.drop(transactionHash);
    await rounds(3);
    expect(newest(dropped)).toMatchObject({ status: "expired", received: "0" });
  });
});

describe("a reorganization", () => {
  test("sets a confirming payment back, which then counts again", async () => {
    const deposit = await open();
    await wallet.pay(deposit.uri, { mine: 1 });
    await world.round();
    expect(newest(deposit)).toMatchObject({ status: "confirming", confirmations: 1 });
    await wallet.reorganise(1, true);
    await world.round();
    expect(newest(deposit)).toMatchObject({ status: "confirming" });
    await wallet.mine(1);
    await world.round();
    expect(newest(deposit)).toMatchObject({ status: "confirmed", received: "0.001" });
  });

  test("reports nothing else if it keeps a confirmed payment", async () => {
    const deposit = await open();
    await wallet.pay(deposit.uri, { mine: 2 });
    await world.round();
    const reported = world.reported.length;
    await wallet.reorganise(4, true);
    await rounds(2);
    await wallet.mine(1);
    await world.round();
    expect(newest(deposit)).toMatchObject({ status: "confirmed", isOverpaid: false });
    const statuses = world.reported.slice(reported).map(({ view }) => view.status);
    expect(statuses.filter((status) => status !== "confirmed")).toEqual([]);
  });

  test("fails a confirmed payment that it removes after as many blocks as the payment had needed", async () => {
    const deposit = await open();
    await wallet.pay(deposit.uri, { mine: 2 });
    await world.round();
    expect(newest(deposit)).toMatchObject({ status: "confirmed" });
    await wallet.reorganise(4);
    await rounds(4);
    expect(newest(deposit)).toMatchObject({ status: "shaken" });
    await wallet.mine(2);
    await world.round();
    expect(newest(deposit)).toMatchObject({ status: "reorganised" });
    await wallet.pay(deposit.uri, { mine: 3 });
    await world.round(minutes(1));
    expect(newest(deposit)).toMatchObject({ status: "late" });
  });
});

describe("a watcher that was away", () => {
  test("continues where another stopped, including pending transactions", async () => {
    const other = world.anotherWatcher();
    const [waits, mined] = [await open(), await open()];
    await world.round();
    await wallet.pay(mined.uri, { mine: 20 });
    await wallet.pay(waits.uri);
    await world.round(31_000, other);
    expect(newest(mined)).toMatchObject({ status: "confirmed" });
    expect(newest(waits)).toMatchObject({ status: "detected" });
    await other.close();
    await world.round();
    await wallet.mine(2);
    await world.round();
    expect(newest(waits)).toMatchObject({ status: "confirmed" });
  });

  test("counts a block's time, even when it reads the block long after", async () => {
    const [early, tooLate] = [await open(), await open()];
    await world.round();
    const payAt = async ({ uri }: DepositView, afterMs: number) => {
      await wallet.pay(uri);
      await wallet.setTimeMs(world.clock.nowMs() + afterMs);
      await wallet.mine(1);
    };
    await payAt(early, minutes(5));
    await payAt(tooLate, minutes(30));
    await wallet.mine(1);
    await world.round(minutes(60));
    expect(newest(early)).toMatchObject({ status: "confirmed" });
    expect(newest(tooLate)).toMatchObject({ status: "late" });
  });

  test.each(["dropped", "garbled", "error"] as const)(
    "asks again after %s responses, and loses or double-counts nothing",
    async (answers) => {
      const deposit = await open();
      await wallet.pay(deposit.uri, { mine: 1 });
      for (let times = 1; times <= 4; times += 1) {
        await wallet.spoil(answers, times);
        for (let each = 0; each < times; each += 1) await world.round(40_000);
      }
      await wallet.mine(1);
      await world.round(40_000);
      expect(newest(deposit)).toMatchObject({ status: "confirmed", isOverpaid: false });
    },
  );
});
