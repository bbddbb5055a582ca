/** Runs on PostgreSQL only: the embedded store runs one transaction at a time and hides these races. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyAudit } from "../../operators/audit/index.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { addStaff } from "./testing/staff-browser.ts";

let t: TestService;
beforeAll(async () => {
  t = await createTestService();
});
afterAll(() => t.close());

test("only one of many concurrent changes from one version is made, and audited once", async () => {
  const { operatorId } = t.operator;
  const { browser } = await addStaff(t);
  const { version } = await browser.ok("GET", "/settings");
  const days = [11, 12, 13, 14, 15, 16, 17, 18];
  const responses = await Promise.all(
    days.map((documentRetentionDays) =>
      browser.call("PUT", "/settings", { version, changes: { documentRetentionDays } }),
    ),
  );
  const made = responses.flatMap(({ statusCode }, index) =>
    statusCode === 200 ? [days[index]] : [],
  );
  expect(made).toHaveLength(1);
  expect(responses.filter(({ statusCode }) => statusCode === 409)).toHaveLength(7);
  const { settings, version: now } = await browser.ok("GET", "/settings");
  expect([settings.documentRetentionDays, now]).toEqual([made[0], version + 1]);
  expect((await browser.ok("GET", "/audit?action=settings.changed")).total).toBe(1);
  expect((await verifyAudit(t.service.deps, operatorId)).problem).toBeNull();
});

test("customers who change while they are indexed are found by their last data", async () => {
  const { browser } = await addStaff(t);
  const body = {
    externalCustomerId: "moving",
    data: { email: "moving@example.com", lastName: "A0" },
  };
  await t.call("POST", "/v1/customers", { body });
  await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      const update = { body: { lastName: `Name${"abcdefgh"[index]}` } };
      await t.call("PUT", "/v1/customers/moving/data", update);
      await t.runJob("customers.search");
    }),
  );
  await t.runJob("customers.search");
  const { lastName } = (await t.call("GET", "/v1/customers/moving")).json().data;
  for (const letter of "abcdefgh") {
    const { total } = await browser.ok("GET", `/customers?search=Name${letter}`);
    expect([letter, total]).toEqual([letter, `Name${letter}` === lastName ? 1 : 0]);
  }
});
