import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import {
  addStaff,
  codeOf,
  logIn,
  openBrowser,
  type StaffBrowser,
  type TestStaff,
} from "./testing/staff-browser.ts";

let t: TestService;
beforeAll(async () => {
  t = await createTestService({ env: { TRUSTED_PROXIES: "127.0.0.9" } });
});
afterAll(() => t.close());

const minute = 60_000;
const waitOut = () => t.clock.advance(61 * minute);
const errorOf = (response: { statusCode: number; json(): { errorCode?: string } }) =>
  `${response.statusCode} ${response.json().errorCode}`;

const fail = (email: string, ipAddress?: string, browser = openBrowser(t, ipAddress)) =>
  browser.call("POST", "/login", { email, password: "wrong wrong wrong" });
async function failOften(email: string, times: number, ipAddress?: string, browser?: StaffBrowser) {
  const statuses: number[] = [];
  for (let tries = 0; tries < times; tries += 1) {
    statuses.push((await fail(email, ipAddress, browser)).statusCode);
  }
  return statuses;
}
const enter = (staff: TestStaff, ipAddress: string, browser = openBrowser(t, ipAddress)) =>
  browser.call("POST", "/login", { email: staff.email, password: staff.password });

describe("failed logins", () => {
  test("lock the account in that network after five, each lock twice as long, even if no account exists", async () => {
    const somebody = await addStaff(t, "viewer");
    for (const email of ["nobody-at-all@example.com", somebody.email]) {
      expect(await failOften(email, 6)).toEqual([401, 401, 401, 401, 401, 429]);
      t.clock.advance(minute);
      expect((await fail(email)).statusCode).toBe(401);
      expect((await fail(email)).headers["retry-after"]).toBe("120");
      waitOut();
    }
  });

  test("lock for 32 minutes after ten", async () => {
    const email = "ten-times@example.com";
    for (let failures = 0; failures < 10; failures += 1) {
      const { statusCode, headers } = await fail(email);
      if (statusCode === 401) continue;
      failures -= 1;
      t.clock.advance(Number(headers["retry-after"]) * 1000);
    }
    expect((await fail(email)).headers["retry-after"]).toBe(String(32 * 60));
    waitOut();
  });

  test("from other networks lock nobody out", async () => {
    const admin = await addStaff(t);
    for (const place of ["203.0.113.7", "2001:db8:0:1::7"]) {
      expect(await failOften(admin.email, 6, place)).toContain(429);
    }
    // These are other hosts in the same networks.
    expect(errorOf(await enter(admin, "203.0.113.99"))).toBe("429 login_locked");
    expect(errorOf(await enter(admin, "2001:db8:0:1:9::1"))).toBe("429 login_locked");
    // This is another network.
    expect((await enter(admin, "203.0.114.7")).statusCode).toBe(200);
    expect((await enter(admin, "2001:db8:0:2::7")).statusCode).toBe(200);
    waitOut();
  });

  test("count for the caller's address behind a trusted proxy, and for the proxy's address otherwise", async () => {
    const admin = await addStaff(t);
    const from = (proxy: string, address: string, password = "wrong wrong wrong") =>
      openBrowser(t, proxy).call(
        "POST",
        "/login",
        { email: admin.email, password },
        { "x-forwarded-for": address },
      );
    for (let tries = 0; tries < 5; tries += 1) await from("127.0.0.9", "203.0.113.7");
    expect(errorOf(await from("127.0.0.9", "203.0.113.7"))).toBe("429 login_locked");
    expect((await from("127.0.0.9", "198.51.100.7", admin.password)).statusCode).toBe(200);
    // Anyone can set this header.
    for (let tries = 0; tries < 5; tries += 1) await from("192.0.2.1", `198.51.100.${tries}`);
    expect(errorOf(await from("192.0.2.1", "198.51.100.200"))).toBe("429 login_locked");
    waitOut();
  });

  test("are reset by a complete login, not by the password alone", async () => {
    const eve = await addStaff(t, "viewer");
    await failOften(eve.email, 4);
    expect((await enter(eve, "127.0.0.1")).statusCode).toBe(200);
    await fail(eve.email);
    expect((await enter(eve, "127.0.0.1")).statusCode).toBe(429);
    t.clock.advance(2 * minute);
    await logIn(t, eve);
    expect(await failOften(eve.email, 4)).toEqual([401, 401, 401, 401]);
    waitOut();
  });

  test("lock their network for all accounts; other networks are not affected", async () => {
    const place = "203.0.113.7";
    // This stays below the rate limit.
    for (let tries = 0; tries < 30; tries += 1) {
      t.clock.advance(1000);
      expect((await fail(`someone-${tries}@example.com`, place)).statusCode).toBe(401);
    }
    t.clock.advance(1000);
    expect(errorOf(await fail("someone-else@example.com", place))).toBe("429 login_locked");
    expect((await fail("someone-else@example.com", "203.0.113.8")).statusCode).toBe(401);
    waitOut();
  });

  test("from one IPv6 site lock it, however many networks it has", async () => {
    for (let tries = 0; tries < 100; tries += 1) {
      const response = await fail(
        `six-${tries}@example.com`,
        `2001:db8:6:${tries.toString(16)}::1`,
      );
      expect(response.statusCode).toBe(401);
    }
    expect(errorOf(await fail("six@example.com", "2001:db8:6:ffff::1"))).toBe("429 login_locked");
    expect((await fail("six@example.com", "2001:db8:7:ffff::1")).statusCode).toBe(401);
    waitOut();
  });
});

describe("a known device", () => {
  test("can log in while its network is locked, and gets a new cookie after each login", async () => {
    const admin = await addStaff(t);
    const { browser } = admin;
    expect(browser.deviceCookie).toMatch(
      /^tessera-console-device=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Strict$/,
    );
    const first = browser.deviceCookie;
    await browser.ok("POST", "/logout", {});
    expect(await failOften(admin.email, 6)).toContain(429);
    t.clock.advance(30_000);
    expect((await enter(admin, "", browser)).statusCode).toBe(200);
    await browser.ok("POST", "/login/second-factor", { code: codeOf(t, admin) });
    expect(browser.deviceCookie).not.toBe(first);
    const copied = { cookie: first.split(";")[0] ?? "" };
    const body = { email: admin.email, password: admin.password };
    const response = await openBrowser(t).call("POST", "/login", body, copied);
    expect(errorOf(response)).toBe("429 login_locked");
    waitOut();
  });

  test("is counted separately: five failures lock only this device", async () => {
    const admin = await addStaff(t);
    await admin.browser.ok("POST", "/logout", {});
    expect(await failOften(admin.email, 6, "", admin.browser)).toEqual([
      401, 401, 401, 401, 401, 429,
    ]);
    expect((await enter(admin, "127.0.0.1")).statusCode).toBe(200);
    waitOut();
  });

  test("is known for its own account only, and a forged cookie for none", async () => {
    const [admin, other] = [await addStaff(t), await addStaff(t)];
    await failOften(admin.email, 5);
    const body = { email: admin.email, password: admin.password };
    for (const cookie of [
      other.browser.deviceCookie.split(";")[0] ?? "",
      `tessera-console-device=${"A".repeat(43)}`,
    ]) {
      const response = await openBrowser(t).call("POST", "/login", body, { cookie });
      expect(errorOf(response)).toBe("429 login_locked");
    }
    waitOut();
  });

  test("is forgotten after a new password, except the browser that set it", async () => {
    const admin = await addStaff(t);
    const other = await logIn(t, admin);
    await other.ok("POST", "/logout", {});
    t.clock.advance(30_000);
    const newPassword = "seven-kettles-on-ice";
    const { browser } = admin;
    await browser.ok("PUT", "/me/password", {
      currentPassword: admin.password,
      newPassword,
      code: codeOf(t, admin),
    });
    await browser.ok("POST", "/logout", {});
    await failOften(admin.email, 5);
    const after = { ...admin, password: newPassword };
    expect(errorOf(await enter(after, "", other))).toBe("429 login_locked");
    expect((await enter(after, "", browser)).statusCode).toBe(200);
    waitOut();
  });

  test("is forgotten when the account is locked, and after ninety days", async () => {
    const [locked, away] = [await addStaff(t), await addStaff(t)];
    await t.command("staff", "lock", locked.email);
    await t.command("staff", "unlock", locked.email);
    await failOften(locked.email, 5);
    expect(errorOf(await enter(locked, "", locked.browser))).toBe("429 login_locked");
    t.clock.advance(91 * 24 * 60 * minute);
    await failOften(away.email, 5);
    expect(errorOf(await enter(away, "", away.browser))).toBe("429 login_locked");
    waitOut();
  });
});

test("an admin who unlocks an account lets it log in from everywhere", async () => {
  const [admin, locked] = [await addStaff(t), await addStaff(t, "viewer")];
  await failOften(locked.email, 5);
  await failOften(locked.email, 5, "203.0.113.7");
  const { data } = await admin.browser.ok("GET", "/staff");
  const { version } = data.find((each: { staffId: string }) => each.staffId === locked.staffId);
  await admin.browser.ok("PUT", `/staff/${locked.staffId}`, { version, locked: false });
  expect((await enter(locked, "127.0.0.1")).statusCode).toBe(200);
  expect((await enter(locked, "203.0.113.7")).statusCode).toBe(200);
  waitOut();
});

describe("the audit log", () => {
  const entriesOf = async (staff: TestStaff) => {
    await t.runJob("staff.audit-logins");
    const rows = await t.service.deps.database.kysely
      .selectFrom("audit_entries")
      .select(["action", "details", "actor_kind"])
      .where("subject_id", "=", staff.staffId)
      .where("action", "like", "staff.login_%")
      .orderBy("sequence")
      .execute();
    return rows.map(({ details, ...row }) => ({ ...row, ...JSON.parse(details) }));
  };

  test("contains each failed step and each lock-out, with comparable origins", async () => {
    const victim = await addStaff(t);
    expect(await failOften(victim.email, 8, "203.0.113.7")).toContain(429);
    await fail(victim.email, "", victim.browser);
    await enter(victim, "198.51.100.7");
    const browser = openBrowser(t, "198.51.100.7");
    await enter(victim, "", browser);
    await browser.call("POST", "/login/second-factor", { code: "000000" });
    const entries = await entriesOf(victim);
    expect(entries.map(({ action, step }) => `${action} ${step}`)).toEqual([
      ...Array(5).fill("staff.login_failed password"),
      "staff.login_locked password",
      "staff.login_refused_while_locked password",
      "staff.login_failed password",
      "staff.login_failed code",
    ]);
    expect(new Set(entries.slice(0, 7).map(({ network }) => network)).size).toBe(1);
    expect(entries[8].network).not.toBe(entries[0].network);
    expect(entries.map(({ knownDevice }) => knownDevice)).toEqual([
      ...Array(7).fill(false),
      true,
      false,
    ]);
    expect((await t.command("audit", "verify", t.operator.operatorId)).exitCode).toBe(0);
    waitOut();
  });

  test("contains one entry for each lock that refuses a try, at any step, and the metric counts all tries", async () => {
    const victim = await addStaff(t);
    const network = "203.0.113.77";
    const countOf = async (account: string) => {
      const { text } = await t.service.deps.metrics.expose();
      const line = `outcome="refused_while_locked",account="${account}"} `;
      return Number(text.split(line)[1]?.split("\n")[0] ?? 0);
    };
    const [known, unknown] = [await countOf("known"), await countOf("unknown")];
    await failOften(victim.email, 5, network);
    for (let lock = 0; lock < 2; lock += 1) {
      // Even the correct password is refused.
      expect((await enter(victim, network)).statusCode).toBe(429);
      expect(await failOften(victim.email, 3, network)).toEqual([429, 429, 429]);
      t.clock.advance(2 * minute);
      if (lock === 0) expect((await fail(victim.email, network)).statusCode).toBe(401);
    }
    await failOften("nobody-there@example.com", 7, network);
    const refused = (await entriesOf(victim)).filter(({ action }) => /refused/.test(action));
    expect(refused).toMatchObject([{ step: "password" }, { step: "password" }]);
    expect((await countOf("known")) - known).toBe(8);
    expect((await countOf("unknown")) - unknown).toBe(2);
    waitOut();

    // The attacker knows the password.
    const halfIn = async (ipAddress: string) => {
      const browser = openBrowser(t, ipAddress);
      await browser.ok("POST", "/login", { email: victim.email, password: victim.password });
      return () => browser.call("POST", "/login/second-factor", { code: "000000" });
    };
    const [one, other] = [await halfIn("198.51.100.61"), await halfIn("198.51.100.62")];
    for (let tries = 0; tries < 5; tries += 1) await one();
    for (let tries = 0; tries < 2; tries += 1) expect((await other()).statusCode).toBe(429);
    const codes = (await entriesOf(victim)).filter(({ action }) => /refused/.test(action));
    expect(codes.map(({ step }) => step)).toEqual(["password", "password", "code"]);
    waitOut();
  });

  test("holds up no other account if one cannot be written, and is completed later", async () => {
    const [first, second] = [await addStaff(t), await addStaff(t)];
    await fail(first.email);
    await fail(second.email);
    const { kysely } = t.service.deps.database;
    await sql`create function refuse() returns trigger language plpgsql
      as 'begin raise exception ''refused''; end'`.execute(kysely);
    await sql`create trigger refuse before insert on audit_entries for each row
      when (new.subject_id = ${sql.lit(first.staffId)}) execute function refuse()`.execute(kysely);
    const others = await entriesOf(second).finally(() =>
      sql`drop trigger refuse on audit_entries`.execute(kysely),
    );
    expect(others).toMatchObject([{ action: "staff.login_failed" }]);
    expect(t.logLines.join()).toContain("failed logins could not be audited");
    expect(await entriesOf(first)).toMatchObject([{ action: "staff.login_failed" }]);
    waitOut();
  });

  test("contains nothing that was typed, and no row for an unknown address", async () => {
    const typed = "my-password-in-the-wrong-field@example.com";
    await failOften(typed, 6);
    const { kysely } = t.service.deps.database;
    const waiting = await kysely.selectFrom("staff_login_events").selectAll().execute();
    expect(waiting).toHaveLength(6);
    const before = await kysely.selectFrom("audit_entries").selectAll().execute();
    await t.runJob("staff.audit-logins");
    expect(await kysely.selectFrom("staff_login_events").selectAll().execute()).toEqual([]);
    const after = await kysely.selectFrom("audit_entries").selectAll().execute();
    expect(after).toEqual(before);
    const stored = JSON.stringify([waiting, after, t.logLines]);
    expect(stored).not.toContain("wrong-field");
    expect(stored).not.toContain("wrong wrong wrong");
    const { text } = await t.service.deps.metrics.expose();
    expect(text).toMatch(
      /tessera_console_login_steps_total\{step="password",outcome="locked",account="unknown"\} \d/,
    );
    waitOut();
  });
});

test("the job limits the number of counters", async () => {
  const { kysely } = t.service.deps.database;
  const old = new Date(t.clock.nowMs() - 1000);
  const rows = Array.from({ length: 100_010 }, (_, index) => ({
    subject: `filled-${index}`,
    email_index: null,
    failures: 1,
    locked_until: null,
    last_failed_at: new Date(old.getTime() + (index < 20 ? -1000 : 0)),
  }));
  for (let from = 0; from < rows.length; from += 5000) {
    await kysely
      .insertInto("staff_login_failures")
      .values(rows.slice(from, from + 5000))
      .execute();
  }
  await t.runJob("staff.forget");
  const { count } = await kysely
    .selectFrom("staff_login_failures")
    .select((select) => select.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBeLessThanOrEqual(100_000);
});
