/** PostgreSQL only: the embedded store runs one transaction at a time. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CoinsWorld, createCoinsWorld } from "./testing/coins-world.ts";

let world: CoinsWorld;
beforeAll(async () => {
  world = await createCoinsWorld();
});
afterAll(() => world.close());

test("simultaneous payments each get their own address, and a repeated one keeps its address", async () => {
  const other = world.anotherWatcher();
  const first = await world.open(4_000);
  const { operator_id: operatorId, due, ...row } = await world.rowOf(first);
  const terms = { ...row, amount: due };
  const many = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      (index % 2 ? other : world.coins).openDeposit(
        { operatorId, paymentId: `pay_race_${index >> 2}` },
        terms,
      ),
    ),
  );
  const addresses = many.map(({ address }) => address);
  expect(new Set(addresses).size).toBe(3);
  for (const index of addresses.keys()) {
    expect(addresses[index]).toBe(addresses[(index >> 2) << 2]);
  }
});

test("simultaneous watchers count each transfer once, and one of them leads", async () => {
  const others = [world.anotherWatcher(), world.anotherWatcher()];
  const deposits = await Promise.all(Array.from({ length: 4 }, () => world.open(4_000)));
  for (const deposit of deposits) await world.wallet.pay(deposit.uri, { mine: 1 });
  for (let round = 0; round < 3; round += 1) {
    // This is longer than a lease, so that all of them try to take it.
    await Promise.all([world.coins, ...others].map((coins) => world.round(11_000, coins)));
    await world.wallet.mine(1);
  }
  await world.round(40_000);
  for (const deposit of deposits) {
    expect(await world.rowOf(deposit)).toMatchObject({
      status: "confirmed",
      received: "40000000",
      overpaid: false,
    });
  }
  const { count } = await world.service.deps.database.kysely
    .selectFrom("crypto_transfers")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(deposits.length);
});

test("a deposit that is canceled while money arrives ends one way or the other", async () => {
  const deposit = await world.open(4_000);
  const { payment_id: paymentId } = await world.rowOf(deposit);
  await world.wallet.pay(deposit.uri, { mine: 3 });
  const [isOff] = await Promise.all([world.coins.cancel(paymentId), world.round(40_000)]);
  await world.round(40_000);
  const { status } = await world.rowOf(deposit);
  expect(isOff ? ["expired", "late"] : ["confirmed"]).toContain(status);
});
