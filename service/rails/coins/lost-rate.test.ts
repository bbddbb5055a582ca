/** The quoted rate is not a free option: money mined late, or with a small fee, counts at its block's rate. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { DepositView } from "./deposit-view.ts";
import { rateHoldMs } from "./states/assess.ts";
import { type BitcoinWallet, type CoinsWorld, createCoinsWorld } from "./testing/coins-world.ts";
import { lostRateMs } from "./watch/requote.ts";

let world: CoinsWorld;
let wallet: BitcoinWallet;
beforeAll(async () => {
  world = await createCoinsWorld();
  wallet = world.bitcoin;
  await wallet.mine(8);
});
afterAll(() => world.close());
beforeEach(() => price("60000"));

const minutes = (count: number) => count * 60_000;
const open = () => world.open(6_000, "BTC");
const newest = (deposit: DepositView) => world.newest(deposit);
const low = { feeRate: 1 };

async function price(btc: string): Promise<void> {
  const response = await fetch(`${world.sandbox.url}/admin/rates`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ asset: "BTC", currency: "USD", price: btc }),
  });
  expect(response.ok).toBe(true);
  // This is longer than a price is cached.
  await wait(minutes(2));
}
/** Moves the clock, on the chain too, and runs a round. */
async function wait(ms: number): Promise<void> {
  world.clock.advance(ms);
  await wallet.setTimeMs(world.clock.nowMs());
  await world.round();
}
async function mine(count: number): Promise<void> {
  await wallet.mine(count);
  await world.round();
}

describe("a transfer that is not mined within an hour", () => {
  test("loses the quoted rate when the price has fallen, and the rest is requested", async () => {
    const deposit = await open();
    await wallet.pay(deposit.uri);
    await world.round();
    expect(newest(deposit)).toMatchObject({ status: "detected", rate: "held" });
    await wait(rateHoldMs + minutes(1));
    await price("50000");
    await mine(1);
    // 0.001 BTC are worth 50 of the 60 dollars.
    const short = newest(deposit);
    expect(short).toMatchObject({
      status: "underpaid",
      rate: "requoted",
      amount: "0.0012",
      missing: "0.0002",
      received: "0.001",
    });
    expect(short?.uri).toBe(`bitcoin:${deposit.address}?amount=0.0002`);
    expect(await world.rowOf(deposit)).toMatchObject({ rate: "50000" });

    await wallet.pay(short?.uri ?? "", { mine: 2 });
    await world.round();
    expect(newest(deposit)).toMatchObject({ status: "confirmed", missing: "0" });
  });

  test("ends underpaid when the rest does not arrive in time", async () => {
    const deposit = await open();
    await wallet.pay(deposit.uri);
    await world.round();
    await wait(rateHoldMs + minutes(1));
    await price("50000");
    await mine(2);
    expect(newest(deposit)).toMatchObject({ status: "underpaid" });
    await wait(minutes(17));
    expect(newest(deposit)).toMatchObject({ status: "expired", received: "0.001" });
  });

  test("is worth more when the price has risen: paid, and overpaid", async () => {
    const deposit = await open();
    await wallet.pay(deposit.uri);
    await world.round();
    await wait(rateHoldMs + minutes(1));
    await price("66000");
    await mine(2);
    expect(newest(deposit)).toMatchObject({
      status: "confirmed",
      rate: "requoted",
      isOverpaid: true,
      received: "0.001",
    });
  });

  test("holds the quoted rate when its block came in time, however late we read it", async () => {
    const deposit = await open();
    await wallet.pay(deposit.uri);
    await world.round();
    await price("50000");
    await wallet.mine(2);
    await world.round(2 * rateHoldMs);
    expect(newest(deposit)).toMatchObject({ status: "confirmed", rate: "held" });
  });

  test("fails after a day, and what arrives then is late", async () => {
    const deposit = await open();
    await wallet.pay(deposit.uri, low);
    await world.round();
    await wait(lostRateMs - minutes(5));
    expect(newest(deposit)).toMatchObject({ status: "detected", rate: "lost" });
    await wait(minutes(10));
    expect(newest(deposit)).toMatchObject({ status: "expired" });
    await mine(2);
    expect(newest(deposit)).toMatchObject({ status: "late" });
  });

  test("is credited only once there is a rate", async () => {
    const deposit = await open();
    await wallet.pay(deposit.uri, low);
    await world.round();
    // An implausible price counts as no rate.
    await price("1");
    await mine(2);
    expect(newest(deposit)).toMatchObject({ status: "detected", rate: "lost" });
    await price("60000");
    await mine(1);
    expect(newest(deposit)).toMatchObject({ status: "confirmed", rate: "requoted" });
  });
});

describe("a transfer replaced with a higher fee after the time to pay", () => {
  test("pays in time, at the quoted rate", async () => {
    const deposit = await open();
    const { transactionHash } = await wallet.pay(deposit.uri);
    await world.round();
    await wait(minutes(20));
    await wallet.replace(transactionHash);
    await world.round();
    await mine(2);
    expect(newest(deposit)).toMatchObject({ status: "confirmed", rate: "held" });
  });

  test("pays in time even when it was mined before we saw it", async () => {
    const deposit = await open();
    const { transactionHash } = await wallet.pay(deposit.uri);
    await world.round();
    await wait(minutes(20));
    await wallet.replace(transactionHash);
    await mine(2);
    expect(newest(deposit)).toMatchObject({ status: "confirmed", rate: "held" });
  });

  test("gives other transfers no extra time: the rest of a part is late", async () => {
    const deposit = await open();
    await wallet.pay(deposit.uri, { times: 0.5 });
    await world.round();
    await wait(minutes(14));
    const half = newest(deposit);
    await wait(minutes(6));
    await wallet.pay(half?.uri ?? "");
    await world.round();
    await mine(2);
    expect(newest(deposit)?.status).not.toBe("confirmed");
  });

  test("does not hold the rate for another hour", async () => {
    const deposit = await open();
    const { transactionHash } = await wallet.pay(deposit.uri);
    await world.round();
    await wait(minutes(50));
    await wallet.replace(transactionHash);
    await world.round();
    await wait(minutes(11));
    await price("50000");
    await mine(1);
    expect(newest(deposit)).toMatchObject({ rate: "requoted", missing: "0.0002" });
  });

  test("does not hold the rate with a different amount either, within the time to pay", async () => {
    const deposit = await open();
    const { transactionHash } = await wallet.pay(deposit.uri);
    await world.round();
    await wait(minutes(10));
    await wallet.replace(transactionHash, "0.00100001");
    await world.round();
    await wait(minutes(51));
    await price("50000");
    await mine(1);
    expect(newest(deposit)).toMatchObject({ rate: "requoted" });
  });
});

describe("a transfer with too small a fee to be mined soon", () => {
  test("loses the rate immediately, and counts at the rate of its block", async () => {
    const deposit = await open();
    await wallet.pay(deposit.uri, low);
    await world.round();
    expect(newest(deposit)).toMatchObject({ status: "detected", rate: "lost", missing: "0" });
    await price("50000");
    await mine(1);
    expect(newest(deposit)).toMatchObject({ status: "underpaid", missing: "0.0002" });
  });

  test("counts at the rate of its block even when replaced with a higher fee", async () => {
    const deposit = await open();
    const { transactionHash } = await wallet.pay(deposit.uri, low);
    await world.round();
    await wallet.replace(transactionHash);
    await world.round();
    await price("50000");
    await mine(1);
    expect(newest(deposit)).toMatchObject({ rate: "requoted", missing: "0.0002" });
  });

  test("leaves the quoted rate to another transfer that was mined in time", async () => {
    const deposit = await open();
    await wallet.pay(deposit.uri, { times: 0.5, mine: 1 });
    await world.round();
    const half = newest(deposit);
    await wallet.pay(half?.uri ?? "", low);
    await world.round();
    await price("50000");
    await mine(1);
    // 30 dollars were paid at 60,000, and 25 of the other 30 at 50,000.
    expect(newest(deposit)).toMatchObject({
      rate: "requoted",
      amount: "0.0011",
      missing: "0.0001",
    });
  });

  test("requests no more than what is missing when the rate is lost a second time", async () => {
    const deposit = await world.open(60_000, "BTC");
    await wallet.pay(deposit.uri, { times: 0.5, mine: 1 });
    await world.round();
    await wallet.pay(newest(deposit)?.uri ?? "", low);
    await world.round();
    await price("50000");
    await mine(1);
    expect(newest(deposit)).toMatchObject({ missing: "0.001" });
    await wallet.pay(newest(deposit)?.uri ?? "", low);
    await world.round();
    await price("49000");
    await mine(1);
    // 300 + 250 dollars, then 49 of the other 50: one dollar is missing.
    expect(newest(deposit)).toMatchObject({ amount: "0.01102041", missing: "0.00002041" });
  });
});

test("larger amounts need more confirmations, by the network's table", async () => {
  const required = async (amountMinor: number, asset: "BTC" | "ETH" | "USDC") =>
    (await world.open(amountMinor, asset)).required;
  expect(await required(99_900, "BTC")).toBe(2);
  expect(await required(100_100, "BTC")).toBe(3);
  expect(await required(1_000_100, "BTC")).toBe(6);

  const deposit = await world.open(100_100, "BTC");
  await wallet.pay(deposit.uri);
  await mine(2);
  expect(newest(deposit)).toMatchObject({ status: "confirming", confirmations: 2 });
  await mine(1);
  expect(newest(deposit)).toMatchObject({ status: "confirmed", confirmations: 3 });
});
