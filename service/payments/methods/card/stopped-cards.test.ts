import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pagesRead } from "../../../testing/pages-read.ts";
import { createPaymentWorld, type PaymentWorld } from "../../testing/payment-world.ts";
import { isStoppedCard } from "./stopped-cards.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await createPaymentWorld();
});
afterAll(() => world.close());

test("a payment reads no earlier payments of its card to learn whether it is stopped", async () => {
  const { database } = world.service.deps;
  const { operatorId } = world.operator;
  await world.pay(await world.createIntent());
  const { instrument_index: card } = await database.kysely
    .selectFrom("payments")
    .select("instrument_index")
    .where("operator_id", "=", operatorId)
    .executeTakeFirstOrThrow();
  const read = () => isStoppedCard(world.service.deps, operatorId, card ?? "");
  const few = await pagesRead(database, read);

  // The card pays 2,000 times more within 30 days.
  await sql`insert into payments
    select (jsonb_populate_record(p, jsonb_build_object('payment_id', p.payment_id || n, 'attempt', n,
      'charge_id', null, 'charge_reference', null, 'three_ds_server_trans_id', null))).*
    from payments p cross join generate_series(2, 2001) n
    where p.operator_id = ${operatorId}`.execute(database.kysely);
  await sql`analyze payments`.execute(database.kysely);
  expect(await read()).toBe(false);
  expect(await pagesRead(database, read)).toBeLessThanOrEqual(few + 2);

  await sql`update payments set detail = '{"stopsCard": true}'
    where operator_id = ${operatorId} and attempt = 1000`.execute(database.kysely);
  expect(await read()).toBe(true);
  expect(await pagesRead(database, read)).toBeLessThanOrEqual(few + 4);
});
