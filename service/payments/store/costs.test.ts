/** The stored cost lets an index find payments by amount. */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { pagesRead } from "../../testing/pages-read.ts";
import { listPayments } from "../review/list-payments.ts";
import type { PaymentFilter } from "../review/payment-filter.ts";
import { createPaymentWorld, type PaymentWorld } from "../testing/payment-world.ts";
import { fillCosts } from "./fill-costs.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await createPaymentWorld({
    settings: { surcharge: { basisPoints: 250, fixedMinor: 0 }, salesTax: "off" },
  });
  const address = { line1: "1 Main St", city: "Reno", state: "NV", postalCode: "89501" };
  const data = { email: "reno@example.com", address: { ...address, country: "US" } };
  await world.call("POST", "/v1/customers", { body: { externalCustomerId: "reno", data } });
});
afterAll(() => world.close());

const createIntent = (amount: number, currency = "USD") =>
  world.createIntent({ amount, currency, externalCustomerId: "reno" });

const kysely = () => world.service.deps.database.kysely;
const operatorId = () => world.operator.operatorId;
const debit = { number: "4000056655665556" };

const listed = async (filter: PaymentFilter) => {
  const page = { page: 1, size: 100, sort: "oldest" as const, ...filter };
  const { data } = await listPayments(world.service.payments, operatorId(), page);
  return data.map(({ paymentIntentId }) => paymentIntentId);
};
const found = (amount: number) => listed({ minAmount: amount, maxAmount: amount });
const costOf = async (paymentIntentId: string) => {
  const { cost_minor } = await kysely()
    .selectFrom("payment_intents")
    .select("cost_minor")
    .where("operator_id", "=", operatorId())
    .where("payment_intent_id", "=", paymentIntentId)
    .executeTakeFirstOrThrow();
  return cost_minor;
};

test("an intent costs its amount, and then its newest attempt's total", async () => {
  const intent = await createIntent(300);
  const { paymentIntentId: id } = intent;
  expect([await costOf(id), await found(300), await found(307.5)]).toEqual([30_000, [id], []]);

  world.parties.northbank.next({ becomes: { declined: "insufficient_funds" } });
  expect((await world.pay(intent, { total: 307.5 })).statusCode).toBe(201);
  expect([await costOf(id), await found(300), await found(307.5)]).toEqual([30_750, [], [id]]);

  // A debit card has no surcharge.
  const paid = await world.pay(intent, { card: debit, total: 300 });
  expect(paid.body).toMatchObject({ status: "success" });
  expect([await costOf(id), await found(300), await found(307.5)]).toEqual([30_000, [id], []]);
});

test("an attempt that an older version begins changes the cost, too", async () => {
  const intent = await createIntent(310);
  const { paymentIntentId: id } = intent;
  const { body } = await world.pay(intent, { card: debit, total: 310 });
  // An older version does not know the column.
  const again = (number: number, fees: number) =>
    sql`insert into payments select (jsonb_populate_record(p, jsonb_build_object(
        'payment_id', p.payment_id || ${number}, 'attempt', ${number}::int, 'charge_id', null,
        'fees_minor', ${fees}::int, 'total_minor', 31000 + ${fees}::int))).*
      from payments p where payment_id = ${body.paymentId}`.execute(kysely());
  await again(2, 775);
  expect([await costOf(id), await found(317.75)]).toEqual([31_775, [id]]);
  await again(3, 0);
  expect([await costOf(id), await found(310)]).toEqual([31_000, [id]]);
});

describe("payments from before the column", () => {
  const intentIds: Record<"unpaid" | "credit" | "twice" | "yen", string> = {
    unpaid: "",
    credit: "",
    twice: "",
    yen: "",
  };
  beforeAll(async () => {
    const create = async (amount: number, currency: string) => {
      world.clock.advance(1);
      return createIntent(amount, currency);
    };
    intentIds.unpaid = (await create(500, "USD")).paymentIntentId;
    const credit = await create(500, "USD");
    intentIds.credit = credit.paymentIntentId;
    await world.pay(credit, { total: 512.5 });
    const twice = await create(500, "USD");
    intentIds.twice = twice.paymentIntentId;
    world.parties.northbank.next({ becomes: { declined: "insufficient_funds" } });
    await world.pay(twice, { card: debit, total: 500 });
    await world.pay(twice, { total: 512.5 });
    intentIds.yen = (await create(500, "JPY")).paymentIntentId;
  });
  beforeEach(() =>
    kysely()
      .updateTable("payment_intents")
      .set({ cost_minor: null })
      .where("operator_id", "=", operatorId())
      .execute(),
  );

  const lists = async () => ({
    amount: await found(500),
    total: await found(512.5),
    range: await listed({ minAmount: 400, maxAmount: 600 }),
    from: await listed({ minAmount: 500.01 }),
    yen: await listed({ minAmount: 400, maxAmount: 600, currency: "JPY" }),
    search: await listed({ search: "512.50" }),
  });
  const expected = () => ({
    amount: [intentIds.unpaid, intentIds.yen],
    total: [intentIds.credit, intentIds.twice],
    range: [intentIds.unpaid, intentIds.credit, intentIds.twice, intentIds.yen],
    from: [intentIds.credit, intentIds.twice],
    yen: [intentIds.yen],
    search: [intentIds.credit, intentIds.twice],
  });
  const missing = async () => {
    const { count } = await kysely()
      .selectFrom("payment_intents")
      .select((select) => select.fn.countAll<number>().as("count"))
      .where("operator_id", "=", operatorId())
      .where("cost_minor", "is", null)
      .executeTakeFirstOrThrow();
    return Number(count);
  };

  test("are found before, while and after their costs are stored", async () => {
    expect(await lists()).toEqual(expected());
    const all = await missing();
    const { database } = world.service.deps;
    const signal = new AbortController().signal;
    expect(await fillCosts({ database }, signal, 2)).toBe("more");
    expect(await missing()).toBe(all - 2);
    expect(await lists()).toEqual(expected());
    while ((await fillCosts({ database }, signal, 2)) === "more");
    expect(await missing()).toBe(0);
    expect(await lists()).toEqual(expected());
    const costs = await Promise.all(Object.values(intentIds).map(costOf));
    expect(costs).toEqual([50_000, 51_250, 51_250, 500]);
  });

  test("do not count as changed payments: their days are not summed again", async () => {
    const old = new Date(world.clock.nowMs() - 86_400_000);
    await kysely()
      .updateTable("payment_intents")
      .set({ created_at: old })
      .where("operator_id", "=", operatorId())
      .execute();
    await kysely().deleteFrom("figure_changes").where("operator_id", "=", operatorId()).execute();
    const marks = () =>
      kysely()
        .selectFrom("figure_changes")
        .select("at")
        .where("operator_id", "=", operatorId())
        .execute();
    await world.runJob("payments.costs");
    expect([await missing(), await marks()]).toEqual([0, []]);
    // Beginning an attempt stores a cost that was null, and is a change.
    await kysely()
      .updateTable("payment_intents")
      .set((column) => ({ cost_minor: null, version: column("version", "+", 1) }))
      .where("operator_id", "=", operatorId())
      .where("payment_intent_id", "=", intentIds.unpaid)
      .execute();
    expect(await marks()).toEqual([{ at: old }]);
  });
});

describe("with 20,000 payments, the list", () => {
  beforeAll(async () => {
    await sql`insert into payment_intents
      select (jsonb_populate_record(i, jsonb_build_object('payment_intent_id', 'pi_' || n,
        'external_payment_intent_id', 'many-' || n, 'amount_minor', 100000 + n,
        'cost_minor', 100000 + n, 'currency', case when n % 100 = 0 then 'JPY' else 'USD' end))).*
      from payment_intents i, generate_series(1, 20000) n
      where i.payment_intent_id = (
        select min(payment_intent_id) from payment_intents where operator_id = ${operatorId()})`.execute(
      kysely(),
    );
    await sql`vacuum analyze payment_intents`.execute(kysely());
  });

  test.each<[string, PaymentFilter]>([
    ["of one amount", { minAmount: 1_100, maxAmount: 1_100 }],
    ["of a narrow range", { minAmount: 1_100, maxAmount: 1_100.2 }],
    ["of one currency", { minAmount: 1_100, maxAmount: 1_100.2, currency: "USD" }],
    ["above an amount", { minAmount: 1_199.95, currency: "USD" }],
  ])("%s reads a few pages", async (_, filter) => {
    const pages = await pagesRead(world.service.deps.database, () => listed(filter));
    const { rows } = await sql<{ relpages: number }>`
      select relpages from pg_class where oid = 'payment_intents'::regclass`.execute(kysely());
    // Without an index, the number alone reads the whole table.
    expect(pages).toBeLessThan((rows[0]?.relpages ?? 0) / 2);
  });
});
