import { afterAll, beforeAll, expect, test } from "vitest";
import { type Crypto, createCrypto } from "../create-crypto.ts";
import type { DepositNews } from "../crypto-deps.ts";
import { type CryptoWorld, createCryptoWorld } from "../testing/crypto-world.ts";

let world: CryptoWorld;
beforeAll(async () => {
  world = await createCryptoWorld();
});
afterAll(() => world.close());

/** A process whose configuration names these networks only. */
function configuredWith(networks: readonly string[]): Crypto {
  const { deps } = world.service;
  const { crypto } = deps.config;
  if (!crypto) throw new Error("no networks");
  const chains = crypto.chains.filter(({ network }) => networks.includes(network));
  return createCrypto({ ...deps, config: { ...deps.config, crypto: { ...crypto, chains } } });
}

const run = (crypto: Crypto, name: string) =>
  crypto.jobs.find((job) => job.name === name)?.run(AbortSignal.timeout(60_000));
const unwatched = async () => {
  const { text } = await world.service.deps.metrics.expose();
  return Number(/unwatched_payments{network="bitcoin"} (\d+)/.exec(text)?.[1] ?? "0");
};
const linesOf = () => world.logLines.filter((line) => line.includes("CRYPTO_CHAINS names no more"));

test.each([[["ethereum"]], [[]]])(
  "payments on a network that is configured no more are told of, once in the log: %s is left",
  async (left) => {
    await world.open(6_000, "BTC");
    const [before, lines] = [await unwatched(), linesOf().length];
    const crypto = configuredWith(left);
    await run(crypto, "crypto.unwatched");
    await run(crypto, "crypto.unwatched");
    expect(await unwatched()).toBe(before + 1);
    expect(linesOf().length).toBe(lines + 1);
    await run(world.crypto, "crypto.unwatched");
    expect(linesOf().length).toBe(lines + 1);
  },
);

test("news of them don't keep others from being told", async () => {
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
  world.crypto.listen(async () => {
    throw new Error("not yet");
  });
  await world.round();
  const crypto = configuredWith(["ethereum"]);
  const told: DepositNews[] = [];
  crypto.listen(async (news) => void told.push(news));
  expect(await run(crypto, "crypto.tell")).toBeUndefined();
  expect(told.map(({ view }) => view.address)).toContain(deposit.address);
});
