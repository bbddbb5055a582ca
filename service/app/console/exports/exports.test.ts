import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPaymentWorld, type PaymentWorld } from "../../../payments/testing/payment-world.ts";
import {
  createPayoutWorld,
  methods,
  type PayoutWorld,
} from "../../../payouts/testing/payout-world.ts";
import type { TestService } from "../../../testing/create-test-service.ts";
import { addStaff } from "../testing/staff-browser.ts";

let payouts: PayoutWorld;
let payments: PaymentWorld;
beforeAll(async () => {
  [payouts, payments] = await Promise.all([createPayoutWorld(), createPaymentWorld()]);
});
afterAll(() => Promise.all([payouts.close(), payments.close()]));

async function exported(world: TestService, path: string): Promise<Record<string, string>[]> {
  const { browser } = await addStaff(world, "reviewer");
  const { body } = await browser.call("GET", `/exports/${path}`);
  return parse(body, { columns: true });
}

/** Values as text, by the export's column names. */
async function stored(world: TestService, query: string): Promise<Record<string, string>[]> {
  const { kysely } = world.service.deps.database;
  const { rows } = await sql<{ row: Record<string, string | null> }>`
    select to_jsonb(each) as row from (${sql.raw(query)}) each`.execute(kysely);
  return rows.map(({ row }) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? ""])),
  );
}

const iso = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
/** A decimal without trailing zeros. */
const major = (minor: string) => `trim_scale((${minor}) / 100.0)::text`;

function alike(found: Record<string, string>[], expected: Record<string, string>[]) {
  expect(found.length).toBe(expected.length);
  expect(found).toEqual(expected.map((row) => expect.objectContaining(row)));
}

test("the export of payouts has every state and the withholding", async () => {
  const world = payouts;
  await world.newIntent({ description: 'with "quotes", a comma\nand another line' });
  await world.submitted({ amount: 12.34, customData: { game: "é, 7" } });
  await world.approved({ amount: 100 }, methods.card);
  await world.approved({ amount: 0.1 }, methods.crypto);
  world.payouts.next({ becomes: { declined: "account_closed" } });
  await world.approved({ amount: 55.5 });
  await world.proceed(await world.submitted(), false);

  const externalCustomerId = await world.newCustomer({ firstName: "Jane", lastName: "Doe" });
  const withheld = await world.submitted({ externalCustomerId, amount: 33.33 });
  const { deps } = world.service.disbursements;
  // This payment is under backup withholding.
  await deps.database.kysely
    .updateTable("disbursement_intents")
    .set({ withheld_minor: 800 })
    .where("disbursement_intent_id", "=", withheld.disbursementIntentId)
    .execute();

  const found = await exported(world, "payouts");
  const expected = await stored(
    world,
    `select disbursement_intent_id, external_disbursement_intent_id, external_customer_id,
      status as intent_status, ${major("amount_minor")} as amount, currency, tax_category,
      description, ${iso("created_at")} as intent_created_at,
      ${iso("updated_at")} as intent_updated_at, disbursement_id, type,
      case when disbursement_id is not null then ${major("amount_minor - withheld_minor")} end
        as net_amount,
      case when disbursement_id is not null then ${major("withheld_minor")} end as withheld_amount,
      messages -> -1 ->> 'code' as reason, ${iso("decided_at")} as decided_at, decided_by,
      ${iso("paid_at")} as paid_at
    from disbursement_intents order by disbursement_intent_id`,
  );
  alike(found, expected);
  expect(found.map((row) => row["net_amount"])).toContain("25.33");
  expect(found.map((row) => row["custom_data"])).toContain('{"game":"é, 7"}');
  expect(found.map((row) => [row["payout_method"], row["last4"]])).toContainEqual([
    "USDC on base",
    "BeAed".slice(-4),
  ]);
});

test("the export of payments has a row for each attempt, and one for a payment without attempts", async () => {
  const world = payments;
  await world.createIntent();
  expect((await world.pay(await world.createIntent({ amount: 20.5 }))).statusCode).toBe(201);
  const declined = await world.createIntent({ amount: 7 });
  world.parties.northbank.next({ becomes: { declined: "insufficient_funds" } });
  await world.pay(declined);
  await world.pay(declined);

  const found = await exported(world, "payments");
  const expected = await stored(
    world,
    `select i.payment_intent_id, i.external_payment_intent_id, i.external_customer_id,
      i.status as intent_status, ${major("i.amount_minor")} as amount, i.currency,
      i.payment_descriptor, i.description, ${iso("i.created_at")} as intent_created_at,
      ${iso("i.updated_at")} as intent_updated_at, p.payment_id, p.status as payment_status, p.type,
      ${major("p.fees_minor")} as processing_fees, ${major("p.tax_minor")} as sales_tax,
      ${major("p.total_minor")} as total, p.payment_method ->> 'last4' as last4, p.processor,
      p.messages -> -1 ->> 'code' as reason, ${iso("p.created_at")} as payment_created_at,
      ${iso("p.updated_at")} as payment_updated_at
    from payment_intents i left join payments p using (payment_intent_id)
    order by i.payment_intent_id, p.attempt`,
  );
  alike(found, expected);
  expect(found.map((row) => row["payment_status"])).toEqual(
    // Intents of one millisecond have no order.
    expect.arrayContaining(["", "success", "failed"]),
  );
});
