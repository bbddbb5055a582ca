import { afterAll, beforeAll, expect, test } from "vitest";
import { type CoinsWorld, createCoinsWorld } from "./testing/coins-world.ts";

let world: CoinsWorld;
beforeAll(async () => {
  world = await createCoinsWorld();
});
afterAll(() => world.close());

test("deposits that cannot be reported do not block later ones", async () => {
  const { kysely } = world.service.deps.database;
  const { crypto_deposit_id: _, ...row } = await world.rowOf(await world.open(6_000));
  // More than the job reads at once.
  for (let serial = 0; serial < 201; serial += 1) {
    const name = `broken${serial}`;
    await kysely
      .insertInto("crypto_deposits")
      .values({ ...row, crypto_deposit_id: name, payment_id: name, address: name, version: 2 })
      .execute();
  }
  const deposit = await world.open(6_000);
  await world.wallet.pay(deposit.uri);
  const reported: string[] = [];
  world.coins.listen(async ({ paymentId, view }) => {
    if (paymentId.startsWith("broken")) throw new Error("the payment cannot be opened");
    reported.push(view.address);
  });
  await world.round();
  expect(reported).toContain(deposit.address);
  const waiting = await kysely
    .selectFrom("crypto_deposits")
    .select("crypto_deposit_id")
    .whereRef("version", "<>", "told_version")
    .execute();
  expect(waiting).toHaveLength(201);
});
