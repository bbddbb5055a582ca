import { afterAll, beforeAll, expect, test } from "vitest";
import type { DepositUpdate } from "../coins-deps.ts";
import { type Coins, createCoins } from "../create-coins.ts";
import { type CoinsWorld, createCoinsWorld } from "../testing/coins-world.ts";

let world: CoinsWorld;
beforeAll(async () => {
  world = await createCoinsWorld();
});
afterAll(() => world.close());

/** A process that is configured with these networks only. */
function configuredWith(networks: readonly string[]): Coins {
  const { deps } = world.service;
  const { coins } = deps.config;
  if (!coins) throw new Error("no networks");
  const chains = coins.chains.filter(({ network }) => networks.includes(network));
  return createCoins({ ...deps, config: { ...deps.config, coins: { ...coins, chains } } });
}

const run = (coins: Coins, name: string) =>
  coins.jobs.find((job) => job.name === name)?.run(AbortSignal.timeout(60_000));
const unwatched = async () => {
  const { text } = await world.service.deps.metrics.expose();
  return Number(/unwatched_payments{network="bitcoin"} (\d+)/.exec(text)?.[1] ?? "0");
};
const linesOf = () => world.logLines.filter((line) => line.includes("no longer in CRYPTO_CHAINS"));

test.each([[["ethereum"]], [[]]])(
  "payments on a network that is no longer configured are logged once; configured: %s",
  async (left) => {
    await world.open(6_000, "BTC");
    const [before, lines] = [await unwatched(), linesOf().length];
    const coins = configuredWith(left);
    await run(coins, "crypto.unwatched");
    await run(coins, "crypto.unwatched");
    expect(await unwatched()).toBe(before + 1);
    expect(linesOf().length).toBe(lines + 1);
    await run(world.coins, "crypto.unwatched");
    expect(linesOf().length).toBe(lines + 1);
  },
);

test("their updates do not block the updates of others", async () => {
  const { kysely } = world.service.deps.database;
  const lost = await world.open(6_000, "BTC");
  const { crypto_deposit_id: _, ...row } = await world.rowOf(lost);
  for (let serial = 0; serial < 200; serial += 1) {
    const name = `lost${serial}`;
    await kysely
      .insertInto("crypto_deposits")
      .values({ ...row, crypto_deposit_id: name, payment_id: name, address: name, version: 2 })
      .execute();
  }
  const deposit = await world.open(6_000);
  await world.wallet.pay(deposit.uri);
  world.coins.listen(async () => {
    throw new Error("not yet");
  });
  await world.round();
  const coins = configuredWith(["ethereum"]);
  const reported: DepositUpdate[] = [];
  coins.listen(async (update) => void reported.push(update));
  expect(await run(coins, "crypto.report_deposits")).toBeUndefined();
  expect(reported.map(({ view }) => view.address)).toContain(deposit.address);
});
