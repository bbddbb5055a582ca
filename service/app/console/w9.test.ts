import { afterAll, beforeAll, expect, test } from "vitest";
import type { W9Case, W9List } from "#contract/console/w9";
import { createW9World, type W9World } from "../../tax/w9/testing/w9-world.ts";
import { damageValues } from "../../testing/damage-values.ts";
import { addStaff, type TestStaff } from "./testing/staff-browser.ts";

let world: W9World;
let admin: TestStaff;
let reviewer: TestStaff;
let viewer: TestStaff;
let customerId: string;
let w9Id: string;
beforeAll(async () => {
  world = await createW9World();
  const customer = await world.newCustomer();
  customerId = customer.externalCustomerId;
  await (await world.pageOf(customer)).complete();
  admin = await addStaff(world, "admin");
  reviewer = await addStaff(world, "reviewer");
  viewer = await addStaff(world, "viewer");
  const list: W9List = await viewer.browser.ok("GET", `/customers/${customerId}/w9s`);
  w9Id = list.data[0]?.w9Id ?? "";
});
afterAll(() => world.close());

test("viewers see that a form is on file; only reviewers and admins see its content", async () => {
  const list: W9List = await viewer.browser.ok("GET", `/customers/${customerId}/w9s`);
  expect(list.data).toMatchObject([{ status: "completed", tinMatch: "pending" }]);
  expect(JSON.stringify(list)).not.toMatch(/\b8714\b|536-?22-?8714/);
  expect((await viewer.browser.call("GET", `/w9s/${w9Id}`)).statusCode).toBe(403);
  const seen: W9Case = await reviewer.browser.ok("GET", `/w9s/${w9Id}`);
  expect(seen).toMatchObject({ form: { name: "Jane Doe", maskedTin: "XXX-XX-8714" } });
  expect(seen.accesses.at(-1)?.action).toBe("form_viewed");
  expect(seen.accesses.at(-1)?.actor).toMatch(/^Staff/);
  expect((await viewer.browser.call("GET", "/customers/nobody/w9s")).statusCode).toBe(404);
});

test("the copy with the complete TIN is for admins", async () => {
  expect((await reviewer.browser.call("GET", `/w9s/${w9Id}/copy`)).statusCode).toBe(403);
  const copy = await admin.browser.call("GET", `/w9s/${w9Id}/copy`);
  expect(copy.headers["content-type"]).toBe("application/pdf");
  expect(copy.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
});

test("staff of another operator find nothing", async () => {
  const { operatorId } = await world.createOperator();
  const { browser } = await addStaff(world, "admin", operatorId);
  expect((await browser.call("GET", `/w9s/${w9Id}`)).statusCode).toBe(404);
  expect((await browser.call("GET", `/w9s/${w9Id}/copy`)).statusCode).toBe(404);
  expect((await browser.call("POST", `/w9s/${w9Id}/request-again`, {})).statusCode).toBe(404);
});

test("a damaged form is shown without its content, and another one can be requested", async () => {
  const customer = await world.newCustomer();
  await (await world.pageOf(customer)).complete();
  const path = `/customers/${customer.externalCustomerId}/w9s`;
  const damagedId = (await reviewer.browser.ok("GET", path)).data[0].w9Id;
  await damageValues(world, "w9_forms", "form_sealed", { w9_id: damagedId });
  await damageValues(world, "w9_access_log", "user_agent_sealed", { w9_id: damagedId });
  const seen: W9Case = await reviewer.browser.ok("GET", `/w9s/${damagedId}`);
  expect(seen).toMatchObject({ status: "completed", form: null });
  await reviewer.browser.ok("POST", `/w9s/${damagedId}/request-again`, {});
});

test("requesting another form voids this one, once, with an audit entry", async () => {
  world.clock.advance(1);
  const list: W9List = await reviewer.browser.ok("POST", `/w9s/${w9Id}/request-again`, {});
  expect(list.data.map(({ status }) => status)).toEqual(["pending", "void"]);
  const repeat = await reviewer.browser.call("POST", `/w9s/${w9Id}/request-again`, {});
  expect(repeat.json().errorCode).toBe("conflicting_state");
  const audit = await admin.browser.ok("GET", "/audit");
  expect(audit.data).toContainEqual(expect.objectContaining({ action: "w9.asked_anew" }));
});
