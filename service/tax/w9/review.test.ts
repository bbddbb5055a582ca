import { afterAll, beforeAll, expect, test } from "vitest";
import { addStaff } from "../../app/console/testing/staff-browser.ts";
import { damageValues } from "../../testing/damage-values.ts";
import { readPdfText } from "../../testing/read-pdf-text.ts";
import { listW9s, readW9, readW9Copy, requestNewW9 } from "./index.ts";
import { w9Of } from "./testing/w9-of.ts";
import { createW9World, type W9World } from "./testing/w9-world.ts";

let world: W9World;
let staffId: string;
beforeAll(async () => {
  world = await createW9World();
  ({ staffId } = await addStaff(world, "reviewer"));
});
afterAll(() => world.close());

async function signed(changes: object = {}) {
  const customer = await world.newCustomer();
  const page = await world.pageOf(customer);
  await page.session();
  const { body } = await page.complete(changes);
  const { operatorId } = customer;
  return { customer, page, key: { operatorId, w9Id: String(body.w9Id), staffId } };
}

test("staff see the form with its TIN masked, other customers with the same TIN, and every access", async () => {
  const tin = "401-22-1234";
  const first = await signed({ tin });
  const { customer, key } = await signed({ tin, lastName: "Roe", signature: "Jane Roe" });
  const seen = await readW9(world.deps, key);
  expect(seen).toMatchObject({
    status: "completed",
    confirmedBy: null,
    tinMatch: "pending",
    form: { name: "Jane Roe", maskedTin: "XXX-XX-1234", hints: ["other_name_than_known"] },
    sameNumber: [first.customer.externalCustomerId],
  });
  expect(seen.accesses.map(({ actor, action }) => `${actor} ${action}`)).toEqual([
    "customer opened",
    "customer signed",
    `staff:${staffId} form_viewed`,
  ]);
  expect(JSON.stringify(seen)).not.toContain("401221234");
  expect(await listW9s(world.deps, customer)).toMatchObject([{ w9Id: key.w9Id }]);
});

test("staff's copy has the complete TIN, and reading it is logged", async () => {
  const { key } = await signed();
  const texts = readPdfText(await readW9Copy(world.deps, key)).join(" ");
  expect(texts).toContain("TIN: 536-22-8714");
  const { accesses } = await readW9(world.deps, key);
  expect(accesses).toContainEqual(expect.objectContaining({ action: "copy_viewed" }));
});

test("another operator's staff find nothing, and an unsigned form has no copy", async () => {
  const { key } = await signed();
  const elsewhere = { ...key, operatorId: (await world.createOperator()).operatorId };
  for (const read of [readW9, readW9Copy, requestNewW9]) {
    await expect(read(world.deps, elsewhere)).rejects.toMatchObject({ code: "resource_not_found" });
  }
  const page = await world.pageOf(await world.newCustomer());
  const { w9Id } = (await page.status()).body;
  await expect(readW9Copy(world.deps, { ...key, w9Id })).rejects.toMatchObject({
    code: "resource_not_found",
  });
  await expect(requestNewW9(world.deps, { ...key, w9Id })).rejects.toMatchObject({
    code: "conflicting_state",
  });
});

test("a person who may no longer decide when their request's turn comes requests no other form", async () => {
  const { page, key } = await signed();
  const viewer = await addStaff(world, "viewer");
  const request = requestNewW9(world.deps, { ...key, staffId: viewer.staffId });
  await expect(request).rejects.toMatchObject({ code: "role_not_allowed" });
  expect((await page.status()).body).toMatchObject({ status: "completed" });
});

test("staff can request another form, which voids the old one", async () => {
  const { customer, page, key } = await signed();
  // A newer form needs a later id.
  world.clock.advance(1);
  const { link } = await requestNewW9(world.deps, key);
  expect(link?.w9CaptureUrl).toMatch(/\/w9#w9_/);
  expect(link?.w9Id).not.toBe(key.w9Id);
  const { kysely } = world.deps.database;
  const { operatorId, externalCustomerId } = customer;
  expect(await w9Of(kysely, operatorId, externalCustomerId)).toMatchObject({ status: "pending" });
  expect((await page.status()).body).toMatchObject({ status: "void" });
  expect(await world.eventsOf(customer)).toEqual([
    "customer_w9_required pending",
    "customer_w9_completed completed",
    "customer_w9_required pending",
  ]);
  await expect(requestNewW9(world.deps, key)).rejects.toMatchObject({ code: "conflicting_state" });
  await (await world.pageOf(customer)).complete();
  expect(await w9Of(kysely, operatorId, externalCustomerId)).toMatchObject({ status: "completed" });
});

test("staff can request another form from a customer whose data is damaged", async () => {
  const { customer, key } = await signed();
  const { externalCustomerId } = customer;
  const ofCustomer = { external_customer_id: externalCustomerId };
  await damageValues(world, "customers", "email_sealed", ofCustomer);
  expect((await requestNewW9(world.deps, key)).link?.w9Id).not.toBe(key.w9Id);
});
