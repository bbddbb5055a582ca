import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "../../platform/database/transaction.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { captureLinkFor, captureLinkOf, type TaxDeps, w9sOf } from "./index.ts";
import { w9Of } from "./testing/w9-of.ts";
import { openW9Page } from "./testing/w9-world.ts";

const dayMs = 24 * 60 * 60 * 1000;
let world: TestService;
let deps: TaxDeps;
let serial = 0;
beforeAll(async () => {
  world = await createTestService();
  deps = world.service.tax.deps;
});
afterAll(() => world.close());

async function newCustomer() {
  serial += 1;
  const externalCustomerId = `t-${serial}`;
  const data = { email: `t${serial}@example.com`, firstName: "Jane", lastName: "Doe" };
  await world.call("POST", "/v1/customers", { body: { externalCustomerId, data } });
  return { operatorId: world.operator.operatorId, externalCustomerId };
}

async function eventsOf(externalCustomerId: string): Promise<string[]> {
  const rows = await deps.database.kysely
    .selectFrom("events")
    .innerJoin("w9_forms", "w9_forms.w9_id", "events.resource_id")
    .select(["events.type", "events.status"])
    .where("w9_forms.external_customer_id", "=", externalCustomerId)
    .orderBy("events.sequence")
    .execute();
  return rows.map(({ type, status }) => `${type} ${status}`);
}

test("a customer who needs a W-9 gets one link for its lifetime, and webhooks report it once", async () => {
  const customer = await newCustomer();
  const { kysely } = deps.database;
  const of = () => w9Of(kysely, customer.operatorId, customer.externalCustomerId);
  expect(await of()).toMatchObject({ status: "none", backupWithholding: false });

  const first = await captureLinkOf(deps, customer);
  expect(first?.w9CaptureUrl).toMatch(
    /^http:\/\/pay\.localhost:4000\/op_\w{24}\/w9#w9_\w{24}_secret_[\w-]{43}$/,
  );
  expect(await captureLinkOf(deps, customer)).toEqual(first);
  expect(await inTransaction(deps.database, (tx) => captureLinkFor(deps, tx, customer))).toEqual(
    first,
  );
  expect(await of()).toMatchObject({ status: "pending", completedAt: null });
  expect(await eventsOf(customer.externalCustomerId)).toEqual(["customer_w9_required pending"]);
  const shown = await world.call("GET", `/v1/customers/${customer.externalCustomerId}`);
  expect(shown.json().w9).toEqual({
    status: "pending",
    completedAt: null,
    formRevision: null,
    notUsPerson: false,
  });

  world.clock.advance(6 * dayMs + 1);
  const renewed = await captureLinkOf(deps, customer);
  expect(renewed?.w9Id).toBe(first?.w9Id);
  expect(renewed?.w9CaptureUrl).not.toBe(first?.w9CaptureUrl);
  expect(await eventsOf(customer.externalCustomerId)).toHaveLength(1);
});

test("an intent's widget gets its own link", async () => {
  const customer = await newCustomer();
  const plain = await captureLinkOf(deps, customer);
  const intentLiveUntil = new Date(world.clock.nowMs() + 2 * 60 * 60 * 1000);
  const own = await captureLinkOf(deps, customer, { intentLiveUntil });
  expect(own?.w9Id).toBe(plain?.w9Id);
  expect(own?.w9CaptureUrl).not.toBe(plain?.w9CaptureUrl);
  expect(await captureLinkOf(deps, customer)).toEqual(plain);
});

test("an unknown customer has no link", async () => {
  const nobody = { operatorId: world.operator.operatorId, externalCustomerId: "nobody" };
  await expect(captureLinkOf(deps, nobody)).rejects.toMatchObject({ code: "resource_not_found" });
  expect(await w9sOf(deps.database.kysely, nobody.operatorId, ["nobody"])).toEqual(new Map());
});

test("a customer whose name the operator removed signs with it on the last day of the link", async () => {
  const customer = await newCustomer();
  await (await openW9Page(world, customer)).complete();
  world.clock.advance(1000);
  const body = { firstName: null, lastName: null };
  await world.call("PUT", `/v1/customers/${customer.externalCustomerId}/data`, { body });
  const page = await openW9Page(world, customer);
  world.clock.advance(6.5 * dayMs);
  expect(await page.complete()).toMatchObject({ statusCode: 200, body: { name: "Jane Doe" } });
  const { kysely } = deps.database;
  expect(await w9Of(kysely, customer.operatorId, customer.externalCustomerId)).toMatchObject({
    status: "completed",
  });
});
