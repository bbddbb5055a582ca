import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PaymentList } from "#contract/console/payment-list";
import type { PayoutList } from "#contract/console/payouts";
import { createPayoutWorld, type PayoutWorld } from "../../payouts/testing/payout-world.ts";
import { addStaff, type TestStaff } from "./testing/staff-browser.ts";

let world: PayoutWorld;
let reviewer: TestStaff;
let paymentIntentId: string;
let disbursementIntentId: string;
beforeAll(async () => {
  world = await createPayoutWorld();
  reviewer = await addStaff(world, "reviewer");
  const externalCustomerId = await world.newCustomer({
    firstName: "Zoe",
    lastName: "Quimby",
    email: "di_quimby@example.com",
  });
  ({ disbursementIntentId } = await world.newIntent({ externalCustomerId }));
  const body = { externalPaymentIntentId: "quimby-1", amount: 5, currency: "USD" };
  const created = await world.call("POST", "/v1/payment-intents", {
    body: { ...body, externalCustomerId },
  });
  ({ paymentIntentId } = created.json());
  await world.runJob("customers.search");
  await addNamesakes(externalCustomerId, 150);
});
afterAll(() => world.close());

/** Newer customers with the same name. */
async function addNamesakes(externalCustomerId: string, count: number): Promise<void> {
  const { kysely } = world.service.deps.database;
  await sql`insert into customers (customer_id, operator_id, external_customer_id, email_sealed, email_index,
      identity_changed_at, created_at, updated_at, search_version)
    select customer_id || n, operator_id, 'namesake-' || n, email_sealed, email_index || n,
      identity_changed_at, created_at, updated_at, search_version
    from customers, generate_series(1, ${sql.lit(count)}) n
    where external_customer_id = ${externalCustomerId}`.execute(kysely);
  await sql`insert into customer_search (customer_id, operator_id, tokens)
    select customer_id || n, operator_id, tokens
    from customer_search join customers using (customer_id, operator_id), generate_series(1, ${sql.lit(count)}) n
    where external_customer_id = ${externalCustomerId}`.execute(kysely);
}

const payments = async (search: string) =>
  (
    (await reviewer.browser.ok(
      "GET",
      `/payments?search=${encodeURIComponent(search)}`,
    )) as PaymentList
  ).data.map((payment) => payment.paymentIntentId);
const payouts = async (search: string) =>
  (
    (await reviewer.browser.ok(
      "GET",
      `/payouts?search=${encodeURIComponent(search)}`,
    )) as PayoutList
  ).data.map((payout) => payout.disbursementIntentId);

test("payments and payouts of every customer with a name are found, however many have it", async () => {
  expect(await payments("Quimby")).toEqual([paymentIntentId]);
  expect(await payouts("Quimby")).toEqual([disbursementIntentId]);
  for (const list of ["payments", "payouts"]) {
    const path = `/exports/${list}?format=ndjson&search=Quimby`;
    const { body } = await reviewer.browser.call("GET", path);
    expect(body.trim().split("\n"), list).toHaveLength(1);
    expect(body, list).toContain(list === "payments" ? paymentIntentId : disbursementIntentId);
  }
});

test("an e-mail address that begins like one of our ids finds the customer's payments and payouts", async () => {
  expect(await payments("di_quimby@example.com")).toEqual([paymentIntentId]);
  expect(await payouts("di_quimby@example.com")).toEqual([disbursementIntentId]);
});
