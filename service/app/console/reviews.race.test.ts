/** PostgreSQL only: the embedded store runs one transaction at a time and hides these races. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createKycWorld, type KycWorld } from "../../customers/identity/testing/kyc-world.ts";
import { janesLicense, readingOf } from "../../customers/identity/testing/stand-in-reader.ts";
import { runWhileLocked } from "../../testing/run-while-locked.ts";
import {
  addStaff,
  codeOf,
  endAccess,
  openBrowser,
  type TestStaff,
} from "./testing/staff-browser.ts";

let world: KycWorld;
let reviewers: TestStaff[];
beforeAll(async () => {
  world = await createKycWorld();
  reviewers = [];
  for (let count = 0; count < 4; count += 1) reviewers.push(await addStaff(world, "admin"));
});
afterAll(() => world.close());

async function newCase(): Promise<string> {
  world.reader.next = readingOf({ ...janesLicense, lastName: "MALLORY" });
  const widget = await world.widgetOf(await world.newCustomer());
  await widget.sendLicense();
  await world.read();
  return (await widget.session()).body.kycVerificationId ?? "";
}

const counted = (texts: readonly string[]) => {
  const counts: Record<string, number> = {};
  for (const text of texts) counts[text] = (counts[text] ?? 0) + 1;
  return counts;
};

test("only one of many reviewers who open a case at once claims it, and only one of many decisions takes effect", async () => {
  const id = await newCase();
  const opened = await Promise.all(
    reviewers.map(({ browser }) => browser.ok("POST", `/reviews/${id}/open`, {})),
  );
  expect(opened.filter(({ claim }) => claim.isMine).length).toBe(1);
  const holder = reviewers[opened.findIndex(({ claim }) => claim.isMine)] as TestStaff;
  const responses = await Promise.all(
    reviewers.flatMap(({ browser }) =>
      ["approve", "reject"].map((decision) =>
        browser.call("POST", `/reviews/${id}/decision`, {
          decision,
          reason: "race",
          version: opened[0].version,
        }),
      ),
    ),
  );
  expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(responses.filter(({ statusCode }) => statusCode === 409)).toHaveLength(7);
  const rows = await world.service.deps.database.kysely
    .selectFrom("audit_entries")
    .select(["actor_id", "action"])
    .where("subject_id", "=", id)
    .execute();
  expect(rows).toEqual([{ actor_id: holder.staffId, action: "review.decided" }]);
});

test.each(["decision", "reopen"])(
  "a reviewer who is demoted while their %s waits changes nothing",
  async (step) => {
    const [admin] = reviewers as [TestStaff];
    const staff = await addStaff(world, "reviewer");
    const id = await newCase();
    const path = `/reviews/${id}`;
    const { version } = await staff.browser.ok("POST", `${path}/open`, {});
    const rejection = { decision: "reject", reason: "race", version };
    if (step === "reopen") await staff.browser.ok("POST", `${path}/decision`, rejection);
    const response = await runWhileLocked(
      world,
      "select 1 from kyc_verifications for update",
      () => staff.browser.call("POST", `${path}/${step}`, step === "reopen" ? {} : rejection),
      () => endAccess(admin, staff, "demote"),
    );
    expect(response.json().errorCode).toBe("role_not_allowed");
    expect((await admin.browser.ok("POST", `${path}/open`, {})).verification.status).toBe(
      step === "reopen" ? "rejected_manually" : "under_review",
    );
  },
);

test("two admins who demote each other at once leave one admin", async () => {
  const { operatorId } = await world.createOperator();
  const one = await addStaff(world, "admin", operatorId);
  const other = await addStaff(world, "admin", operatorId);
  const demote = async (by: TestStaff, whom: TestStaff) => {
    const { data } = await by.browser.ok("GET", "/staff");
    const { version } = data.find((each: { staffId: string }) => each.staffId === whom.staffId);
    return { path: `/staff/${whom.staffId}`, body: { version, role: "viewer" }, by };
  };
  const calls = [await demote(one, other), await demote(other, one)];
  const responses = await Promise.all(
    calls.map(({ by, path, body }) => by.browser.call("PUT", path, body)),
  );
  expect(counted(responses.map(({ statusCode }) => String(statusCode)))).toMatchObject({
    "200": 1,
  });
  const rows = await world.service.deps.database.kysely
    .selectFrom("staff")
    .select("role")
    .where("operator_id", "=", operatorId)
    .execute();
  expect(rows.filter(({ role }) => role === "admin")).toHaveLength(1);
});

test("only one of many concurrent logins with one code succeeds", async () => {
  const staff = await addStaff(world, "viewer");
  world.clock.advance(30_000);
  const browsers = await Promise.all(
    [1, 2, 3, 4].map(async () => {
      const browser = openBrowser(world);
      await browser.ok("POST", "/login", { email: staff.email, password: staff.password });
      return browser;
    }),
  );
  const code = codeOf(world, staff);
  const responses = await Promise.all(
    browsers.map((browser) => browser.call("POST", "/login/second-factor", { code })),
  );
  expect(counted(responses.map(({ statusCode }) => String(statusCode)))).toEqual({
    "200": 1,
    "401": 3,
  });
});

test("no more of many concurrent wrong passwords are checked than the limit allows", async () => {
  const body = { email: "nobody-here@example.com", password: "wrong wrong wrong" };
  const responses = await Promise.all(
    Array.from({ length: 12 }, () =>
      openBrowser(world, "203.0.113.9").call("POST", "/login", body),
    ),
  );
  expect(counted(responses.map(({ statusCode }) => String(statusCode)))).toEqual({
    "401": 5,
    "429": 7,
  });
});
