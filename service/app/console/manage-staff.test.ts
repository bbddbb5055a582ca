import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffMember } from "#contract/console/staff";
import { verifyAudit } from "../../operators/audit/index.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import {
  addStaff,
  enrol,
  goodPassword,
  logIn,
  openBrowser,
  type StaffBrowser,
  type TestStaff,
} from "./testing/staff-browser.ts";

let t: TestService;
beforeAll(async () => {
  t = await createTestService();
});
afterAll(() => t.close());

let admin: TestStaff;
let operatorId: string;
let browser: StaffBrowser;
beforeEach(async () => {
  ({ operatorId } = await t.createOperator());
  admin = await addStaff(t, "admin", operatorId);
  ({ browser } = admin);
});

let count = 0;
const freshEmail = () => {
  count += 1;
  return `fresh-${count}@example.com`;
};
const list = async (): Promise<StaffMember[]> => (await browser.ok("GET", "/staff")).data;
const find = async ({ staffId }: { staffId: string }) => {
  const found = (await list()).find((each) => each.staffId === staffId);
  if (!found) throw new Error("not on the list");
  return found;
};
const change = async (who: { staffId: string }, changes: object) => {
  const { version } = await find(who);
  return browser.call("PUT", `/staff/${who.staffId}`, { version, ...changes });
};
const actions = async () => {
  const rows = await t.service.deps.database.kysely
    .selectFrom("audit_entries")
    .select(["action", "actor_kind", "actor_id", "subject_id"])
    .where("operator_id", "=", operatorId)
    .orderBy("sequence")
    .execute();
  return rows.map((row) => `${row.actor_id ?? row.actor_kind} ${row.action} ${row.subject_id}`);
};

test("a damaged name or address hides neither the person nor others, and the person can be removed", async () => {
  const { staffId, browser: own } = await addStaff(t, "admin", operatorId);
  await t.service.deps.database.kysely
    .updateTable("staff")
    .set({ name_sealed: "1.damaged", email_sealed: "0.damaged" })
    .where("staff_id", "=", staffId)
    .execute();
  await own.ok("POST", "/staff", { email: freshEmail(), role: "viewer" });
  expect(await find({ staffId })).toMatchObject({ name: null, email: "" });
  expect((await browser.call("GET", "/audit")).statusCode).toBe(200);
  const { version } = await find({ staffId });
  const removal = await browser.call("DELETE", `/staff/${staffId}?version=${version}`);
  expect(removal.statusCode, removal.body).toBe(200);
});

describe("an admin", () => {
  test("invites a person, who then logs in with the role", async () => {
    const email = freshEmail();
    const response = await browser.call("POST", "/staff", { email, role: "reviewer" });
    expect(response.statusCode).toBe(201);
    const { staff, invitationUrl } = response.json();
    expect(staff).toMatchObject({ email, role: "reviewer", status: "invited", name: null });
    const joined = await enrol(t, invitationUrl, { name: "New One" });
    expect((await joined.browser.session()).me).toMatchObject({ role: "reviewer" });
    expect(await find(joined)).toMatchObject({
      name: "New One",
      status: "active",
      hasSecondFactor: true,
      sessions: 1,
      invitationExpiresAt: null,
    });
    expect(await actions()).toEqual(
      expect.arrayContaining([
        `${admin.staffId} staff.invited ${joined.staffId}`,
        `${joined.staffId} staff.enrolled ${joined.staffId}`,
      ]),
    );
  });

  test("cannot invite an address that is in use, in any case and at any operator", async () => {
    const other = await addStaff(t, "viewer");
    for (const email of [admin.email.toUpperCase(), other.email]) {
      const response = await browser.call("POST", "/staff", { email, role: "viewer" });
      expect(response.json()).toMatchObject({
        errorCode: "duplicate_staff_email",
        errors: [{ path: "email" }],
      });
    }
  });

  test("changes a role, which applies from the next call", async () => {
    const viewer = await addStaff(t, "viewer", operatorId);
    expect((await viewer.browser.call("GET", "/staff")).statusCode).toBe(403);
    expect((await change(viewer, { role: "admin" })).json()).toMatchObject({ role: "admin" });
    expect((await viewer.browser.call("GET", "/staff")).statusCode).toBe(200);
  });

  test("locks an account at once, and unlocks it again", async () => {
    const viewer = await addStaff(t, "viewer", operatorId);
    expect((await change(viewer, { locked: true })).json()).toMatchObject({
      status: "locked",
      sessions: 0,
    });
    expect((await viewer.browser.session()).stage).toBe("anonymous");
    const login = { email: viewer.email, password: viewer.password };
    expect((await openBrowser(t).call("POST", "/login", login)).statusCode).toBe(401);
    await change(viewer, { locked: false });
    expect((await (await logIn(t, viewer)).session()).stage).toBe("ready");
    expect(await actions()).toEqual(
      expect.arrayContaining([
        `${admin.staffId} staff.locked ${viewer.staffId}`,
        `${admin.staffId} staff.unlocked ${viewer.staffId}`,
      ]),
    );
  });

  test("unlocks an account that failed logins had locked", async () => {
    const viewer = await addStaff(t, "viewer", operatorId);
    const wrong = { email: viewer.email, password: "wrong wrong wrong" };
    const fail = async () => (await openBrowser(t).call("POST", "/login", wrong)).statusCode;
    for (let tries = 0; tries < 5; tries += 1) await fail();
    expect(await fail()).toBe(429);
    await change(viewer, { locked: false });
    expect((await (await logIn(t, viewer)).session()).stage).toBe("ready");
  });

  test("removes an account at once, and its address can be used again", async () => {
    const viewer = await addStaff(t, "viewer", operatorId);
    const { version } = await find(viewer);
    const path = `/staff/${viewer.staffId}?version=${version}`;
    expect((await browser.ok("DELETE", path)).status).toBe("removed");
    expect((await viewer.browser.session()).stage).toBe("anonymous");
    expect((await browser.call("DELETE", path)).statusCode).toBe(404);
    expect((await list()).at(-1)).toMatchObject({ staffId: viewer.staffId, status: "removed" });
    const repeat = await browser.call("POST", "/staff", { email: viewer.email, role: "viewer" });
    expect(repeat.statusCode).toBe(201);
  });

  test("resets an account: password, second factor and sessions are gone until the next enrolment", async () => {
    const viewer = await addStaff(t, "viewer", operatorId);
    const answer = await browser.ok("POST", `/staff/${viewer.staffId}/invitation`, {});
    expect((await viewer.browser.session()).stage).toBe("anonymous");
    const login = { email: viewer.email, password: viewer.password };
    expect((await openBrowser(t).call("POST", "/login", login)).statusCode).toBe(401);
    const again = await enrol(t, answer.invitationUrl, { password: `${goodPassword}-two` });
    expect(again.staffId).toBe(viewer.staffId);
    expect(Buffer.from(again.secret).equals(Buffer.from(viewer.secret))).toBe(false);
  });

  test("ends an account's sessions", async () => {
    const viewer = await addStaff(t, "viewer", operatorId);
    await browser.ok("POST", `/staff/${viewer.staffId}/end-sessions`, {});
    expect((await viewer.browser.session()).stage).toBe("anonymous");
  });

  test("gets a conflict when somebody else changed the account in the meantime", async () => {
    const viewer = await addStaff(t, "viewer", operatorId);
    const { version } = await find(viewer);
    await change(viewer, { role: "reviewer" });
    const late = await browser.call("PUT", `/staff/${viewer.staffId}`, { version, role: "admin" });
    expect([late.statusCode, late.json().errorCode]).toEqual([409, "conflicting_state"]);
    expect((await find(viewer)).role).toBe("reviewer");
  });

  test("cannot reach accounts of another operator", async () => {
    const other = await addStaff(t, "viewer");
    expect(await list()).toHaveLength(1);
    for (const [method, path] of [
      ["PUT", `/staff/${other.staffId}`],
      ["DELETE", `/staff/${other.staffId}?version=1`],
      ["POST", `/staff/${other.staffId}/invitation`],
      ["POST", `/staff/${other.staffId}/end-sessions`],
    ] as const) {
      const body = { PUT: { version: 1, locked: true }, DELETE: undefined, POST: {} }[method];
      expect((await browser.call(method, path, body)).statusCode).toBe(404);
    }
    expect((await other.browser.session()).stage).toBe("ready");
  });
});

describe("the last admin who can log in", () => {
  test("cannot be demoted, locked, removed or reset", async () => {
    await addStaff(t, "reviewer", operatorId);
    const locked = await addStaff(t, "admin", operatorId);
    await change(locked, { locked: true });
    const { version } = await find(admin);
    const path = `/staff/${admin.staffId}`;
    for (const response of [
      await change(admin, { role: "viewer" }),
      await change(admin, { locked: true }),
      await browser.call("DELETE", `${path}?version=${version}`),
      await browser.call("POST", `${path}/invitation`, {}),
    ]) {
      expect([response.statusCode, response.json().errorCode]).toEqual([409, "last_admin"]);
    }
    expect((await browser.session()).stage).toBe("ready");
  });

  test("can be demoted once there is another admin", async () => {
    await addStaff(t, "admin", operatorId);
    expect((await change(admin, { role: "viewer" })).statusCode).toBe(200);
    expect((await browser.session()).me?.role).toBe("viewer");
  });
});

describe("the command line", () => {
  test("lists, locks, unlocks, resets and removes by e-mail address", async () => {
    const viewer = await addStaff(t, "viewer", operatorId);
    expect((await t.command("staff", "list", operatorId)).text).toContain(viewer.email);
    expect(await t.command("staff", "lock", viewer.email)).toEqual({ text: "locked", exitCode: 0 });
    expect((await viewer.browser.session()).stage).toBe("anonymous");
    expect((await t.command("staff", "reset", viewer.email)).exitCode).toBe(1);
    expect((await t.command("staff", "unlock", viewer.email)).text).toBe("unlocked");
    expect((await t.command("staff", "reset", viewer.email)).text).toContain(
      "/console/invitation#",
    );
    expect((await t.command("staff", "remove", viewer.email)).text).toBe("removed");
    expect((await t.command("staff", "remove", viewer.email)).exitCode).toBe(1);
    expect((await t.command("help")).text).toContain("staff invite");
  });

  test.each([
    [["staff"], /needs invite/],
    [["staff", "invite", "op_nobody", "a@b.c"], /no operator/],
    [["staff", "invite", "OP", "no address"], /is not an e-mail address/],
    [["staff", "invite", "OP", "a@b.c", "--role", "king"], /--role/],
    [["staff", "lock", "nobody@example.com"], /No account has/],
  ])("refuses %j with a message", async (words, reason) => {
    const args = words.map((word) => (word === "OP" ? operatorId : word));
    const result = await t.command(...args);
    expect(result.exitCode).toBe(1);
    expect(result.text).toMatch(reason);
  });

  test("shows codes for the demo operator only", async () => {
    const result = await t.command("staff", "code", admin.email);
    expect(result.exitCode).toBe(1);
    expect(result.text).toMatch(/only for the demo operator/);
  });
});

test("after all of this, the audit log is intact and contains no names", async () => {
  const { deps } = t.service;
  expect((await verifyAudit(deps, operatorId)).problem).toBeNull();
  const rows = await deps.database.kysely.selectFrom("audit_entries").selectAll().execute();
  expect(JSON.stringify(rows)).not.toMatch(/@example\.com|Staff \d/);
});
