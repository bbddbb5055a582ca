/** PostgreSQL only: the embedded store runs one statement at a time. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "../../platform/database/transaction.ts";
import type { TestService } from "../../testing/create-test-service.ts";
import {
  createPaymentWorld,
  openSecondProcess,
  type PaymentWorld,
} from "../testing/payment-world.ts";
import { fillCosts } from "./fill-costs.ts";

let world: PaymentWorld;
let second: TestService;
beforeAll(async () => {
  world = await createPaymentWorld();
  second = await openSecondProcess(world);
});
afterAll(async () => {
  await second.close();
  await world.close();
});

test("costs equal the newest attempts' totals when two processes fill them while attempts start", async () => {
  const { database } = world.service.deps;
  const { kysely } = database;
  const intents = await Promise.all(Array.from({ length: 40 }, () => world.createIntent()));
  world.parties.northbank.next(...intents.map(() => ({ becomes: { declined: "do_not_honor" } })));
  for (const intent of intents) await world.pay(intent);
  await sql`update payment_intents set cost_minor = null`.execute(kysely);

  // Without pauses, filling always overlaps with an attempt.
  const withoutPause = AbortSignal.abort();
  const fill = async ({ service }: TestService) => {
    while ((await fillCosts(service.deps, withoutPause, 1)) === "more");
  };
  /** Starts an attempt as a version without the column does. */
  const beginOld = (id: string, fees: number) =>
    inTransaction(database, async (tx) => {
      await sql`update payment_intents set version = version + 1
        where payment_intent_id = ${id}`.execute(tx);
      await sql`insert into payments select (jsonb_populate_record(p, jsonb_build_object(
          'payment_id', p.payment_id || p.attempt, 'attempt', p.attempt + 1, 'charge_id', null,
          'fees_minor', ${fees}::int, 'total_minor', 4999 + ${fees}::int))).*
        from payments p where payment_intent_id = ${id} order by attempt desc limit 1`.execute(tx);
    });
  const begin = async () => {
    for (const [index, intent] of intents.entries()) {
      if (index % 2 === 0) await world.pay(intent);
      else await beginOld(intent.paymentIntentId, index);
    }
  };
  await Promise.all([fill(world), fill(second), begin()]);

  const { rows } = await sql<{ stored: number | null; total: number }>`
    select cost_minor as stored, (select total_minor from payments p
      where p.payment_intent_id = payment_intents.payment_intent_id
      order by attempt desc limit 1) as total
    from payment_intents order by payment_intent_id`.execute(kysely);
  expect(rows).toHaveLength(intents.length);
  expect(rows.map(({ stored }) => stored)).toEqual(rows.map(({ total }) => total));
  expect(new Set(rows.map(({ total }) => total)).size).toBe(21);
});
