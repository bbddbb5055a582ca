import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { damageValues } from "../../testing/damage-values.ts";
import { writeSessionCookie } from "./session-cookie.ts";
import {
  addStaff,
  codeOf,
  enrol,
  goodPassword,
  logIn,
  openBrowser,
  type TestStaff,
} from "./testing/staff-browser.ts";

let t: TestService;
let ada: TestStaff;
beforeAll(async () => {
  t = await createTestService();
  ada = await addStaff(t);
});
afterAll(() => t.close());

const errorOf = (response: { statusCode: number; json(): { errorCode?: string } }) =>
  `${response.statusCode} ${response.json().errorCode}`;
const minute = 60_000;
const waitOut = () => t.clock.advance(61 * minute);

describe("an invitation", () => {
  const invite = async (email: string) => {
    const { text } = await t.command("staff", "invite", t.operator.operatorId, email);
    return /https?:\S+/.exec(text)?.[0] ?? "";
  };

  test("leads through password and second factor into the console", async () => {
    const url = await invite("grace@example.com");
    expect(url).toMatch(/^http:\/\/pay\.localhost:4000\/console\/invitation#[\w-]{43}$/);
    const browser = openBrowser(t);
    const token = url.split("#")[1];
    expect(await browser.ok("POST", "/invitation", { token })).toEqual({
      email: "grace@example.com",
      role: "admin",
      operatorName: "Test operator",
      name: null,
      expiresAt: new Date(t.clock.nowMs() + 3 * 24 * 60 * minute).toISOString(),
    });
    const accepted = { token, name: "Grace Hopper", password: goodPassword };
    expect(await browser.ok("POST", "/invitation/accept", accepted)).toMatchObject({
      stage: "enrolment",
      me: null,
    });
    const first = await browser.ok("POST", "/enrolment", {});
    expect(first.otpauthUri).toContain(`secret=${first.secret}`);
    expect(first.qr.length).toBeGreaterThan(20);
    expect(new Set(first.qr.map((row: string) => row.length)).size).toBe(1);
    expect(await browser.ok("POST", "/enrolment", {})).toEqual(first);
    const wrong = await browser.call("POST", "/enrolment/confirm", { code: "000000" });
    expect(errorOf(wrong)).toBe("401 second_factor_failed");
    const done = await enrol(t, url, { name: "Grace Hopper" });
    expect(done.recoveryCodes).toHaveLength(10);
    expect(await done.browser.session()).toMatchObject({
      stage: "ready",
      me: {
        email: "grace@example.com",
        name: "Grace Hopper",
        role: "admin",
        recoveryCodesLeft: 10,
      },
      operator: { name: "Test operator" },
    });
    // The first browser is logged out, and the link is used up.
    expect(errorOf(await browser.call("POST", "/enrolment", {}))).toBe("401 session_required");
    const repeat = await browser.call("POST", "/invitation/accept", accepted);
    expect(errorOf(repeat)).toBe("410 invitation_invalid");
  });

  test("opens nothing when it is unknown, replaced or three days old", async () => {
    const browser = openBrowser(t);
    const open = async (url: string) =>
      (await browser.call("POST", "/invitation", { token: url.split("#")[1] })).statusCode;
    expect(await open(`x#${"a".repeat(43)}`)).toBe(410);
    const first = await invite("late@example.com");
    const { text } = await t.command("staff", "reset", "late@example.com");
    const second = /https?:\S+/.exec(text)?.[0] ?? "";
    expect([await open(first), await open(second)]).toEqual([410, 200]);
    t.clock.advance(3 * 24 * 60 * minute);
    expect(await open(second)).toBe(410);
  });

  test.each([
    ["short", "validation_failed"],
    ["password12345", "password_too_common"],
    ["Test-operator-1", "password_too_common"],
  ])("refuses the password %s", async (password, errorCode) => {
    const url = await invite(`${password.length}${errorCode}@example.com`);
    const body = { token: url.split("#")[1], name: "Eve", password };
    const response = await openBrowser(t).call("POST", "/invitation/accept", body);
    expect(errorOf(response)).toBe(`400 ${errorCode}`);
  });

  test("does not log in before the second factor is set up", async () => {
    const url = await invite("half@example.com");
    const body = { token: url.split("#")[1], name: "Half", password: goodPassword };
    await openBrowser(t).ok("POST", "/invitation/accept", body);
    const response = await openBrowser(t).call("POST", "/login", {
      email: "half@example.com",
      password: goodPassword,
    });
    expect(errorOf(response)).toBe("401 login_failed");
  });
});

describe("logging in", () => {
  test("requires the password and then the code, with a new cookie each time that scripts cannot read", async () => {
    t.clock.advance(minute);
    const browser = openBrowser(t);
    const { email, password } = ada;
    expect(await browser.session()).toMatchObject({ stage: "anonymous", csrfToken: null });
    const first = await browser.ok("POST", "/login", {
      email: ` ${email.toUpperCase()}`,
      password,
    });
    expect(first).toMatchObject({ stage: "second_factor", me: null });
    const firstCookie = browser.setCookie;
    const second = await browser.ok("POST", "/login/second-factor", { code: codeOf(t, ada) });
    expect(second).toMatchObject({ stage: "ready", me: { email, role: "admin" } });
    expect(second.csrfToken).not.toBe(first.csrfToken);
    expect(browser.setCookie).not.toBe(firstCookie);
    expect(browser.setCookie).toMatch(
      /^tessera-console=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/,
    );
  });

  test("sets a Secure cookie everywhere but on the machine's own names", async () => {
    const { email, password } = ada;
    for (const host of ["pay.example.com", "localhost.example.com", "192.168.1.4"]) {
      const headers = { host, origin: `http://${host}` };
      const response = await openBrowser(t).call("POST", "/login", { email, password }, headers);
      expect(response.headers["set-cookie"]).toMatch(
        /^__Host-tessera-console=[\w-]{43};.*HttpOnly; SameSite=Strict; Secure$/,
      );
    }
  });

  test("sets a Secure cookie on every name once the service's own address is https", async () => {
    const { config } = t.service.deps;
    const header = (request: object) => {
      const set: string[] = [];
      const reply = { header: (_name: string, value: string) => set.push(value) };
      const production = { ...config, publicUrl: "https://pay.example" };
      writeSessionCookie(production, request as never, reply as never, "x");
      return set.join();
    };
    expect(header({ protocol: "http", hostname: "127.0.0.1" })).toMatch(/^__Host-.*; Secure$/);
  });

  test("responds the same to an unknown address, a wrong password and a locked account", async () => {
    const bob = await addStaff(t, "viewer");
    await t.command("staff", "lock", bob.email);
    const responses = [
      { email: "nobody@example.com", password: goodPassword },
      { email: ada.email, password: "wrong wrong wrong" },
      { email: bob.email, password: bob.password },
    ].map((body) => openBrowser(t).call("POST", "/login", body));
    for (const response of await Promise.all(responses)) {
      expect(errorOf(response)).toBe("401 login_failed");
      expect(response.headers["set-cookie"]).toBeUndefined();
    }
  });

  test("refuses a used code", async () => {
    const browser = await logIn(t, ada);
    await browser.ok("POST", "/logout", {});
    await browser.ok("POST", "/login", { email: ada.email, password: ada.password });
    const code = codeOf(t, ada);
    const repeat = await browser.call("POST", "/login/second-factor", { code });
    expect(errorOf(repeat)).toBe("401 second_factor_failed");
  });

  test("accepts each recovery code once, in any notation", async () => {
    const recoveryCode = ada.recoveryCodes[0]?.toLowerCase().replaceAll("-", " ");
    const enter = async () => {
      const browser = openBrowser(t);
      await browser.ok("POST", "/login", { email: ada.email, password: ada.password });
      return browser.call("POST", "/login/second-factor", { recoveryCode });
    };
    const first = await enter();
    expect(first.json()).toMatchObject({ stage: "ready", me: { recoveryCodesLeft: 9 } });
    expect(errorOf(await enter())).toBe("401 second_factor_failed");
    waitOut();
  });

  test("restarts after five wrong codes, and locks the account", async () => {
    const { email, password } = await addStaff(t, "viewer");
    const browser = openBrowser(t);
    await browser.ok("POST", "/login", { email, password });
    const refusals: string[] = [];
    for (let tries = 0; tries < 5; tries += 1) {
      refusals.push(
        errorOf(await browser.call("POST", "/login/second-factor", { code: "000000" })),
      );
    }
    expect(refusals).toEqual([
      ...Array(4).fill("401 second_factor_failed"),
      "401 session_required",
    ]);
    // Knowing the password does not allow more tries from another address.
    const elsewhere = openBrowser(t, "198.51.100.7");
    await elsewhere.ok("POST", "/login", { email, password });
    const locked = await elsewhere.call("POST", "/login/second-factor", { code: "000000" });
    expect(errorOf(locked)).toBe("429 login_locked");
    expect(locked.headers["retry-after"]).toBe("60");
    waitOut();
  });
});

describe("a session", () => {
  test("ends after fifteen minutes without activity, and after twelve hours with it", async () => {
    const browser = await logIn(t, ada);
    t.clock.advance(14 * minute);
    expect((await browser.session()).stage).toBe("ready");
    t.clock.advance(14 * minute);
    expect((await browser.session()).stage).toBe("ready");
    t.clock.advance(15 * minute);
    expect((await browser.session()).stage).toBe("anonymous");
    const busy = await logIn(t, ada);
    for (let hours = 0; hours < 12; hours += 0.125) {
      expect((await busy.session()).stage).toBe("ready");
      t.clock.advance(7.5 * minute);
    }
    expect((await busy.session()).stage).toBe("anonymous");
  });

  test("is not kept alive by calls that the page makes by itself", async () => {
    const browser = await logIn(t, ada);
    const poll = () =>
      browser.call("GET", "/me/sessions", undefined, { "x-tessera-activity": "none" });
    t.clock.advance(10 * minute);
    const response = await poll();
    expect(response.statusCode).toBe(200);
    expect(response.headers["x-tessera-idle-seconds"]).toBe("300");
    t.clock.advance(4 * minute);
    await poll();
    expect((await browser.call("POST", "/session/activity", {})).json().stage).toBe("ready");
    for (let minutes = 0; minutes < 15; minutes += 1) {
      expect((await poll()).statusCode).toBe(200);
      t.clock.advance(minute);
    }
    expect(errorOf(await poll())).toBe("401 session_required");
    expect((await browser.session()).stage).toBe("anonymous");
  });

  test("is listed with the others, and each can be ended", async () => {
    const carol = await addStaff(t, "viewer");
    const second = await logIn(t, carol);
    const third = await logIn(t, carol);
    const { data } = await second.ok("GET", "/me/sessions");
    expect(data).toHaveLength(3);
    expect(data.filter((each: { isCurrent: boolean }) => each.isCurrent)).toHaveLength(1);
    expect(data[1]).toMatchObject({
      isCurrent: true,
      ipAddress: "127.0.0.1",
      userAgent: "Test Browser",
    });
    const { sessionId } = data[0];
    await damageValues(t, "staff_sessions", "user_agent_sealed", { session_id: sessionId });
    const again = await second.ok("GET", "/me/sessions");
    expect(again.data[0]).toMatchObject({ sessionId, userAgent: null });
    await second.ok("DELETE", `/me/sessions/${sessionId}`);
    expect((await third.session()).stage).toBe("anonymous");
    await second.ok("POST", "/me/sessions/end-others", {});
    expect((await carol.browser.session()).stage).toBe("anonymous");
    expect((await second.session()).stage).toBe("ready");
    const foreign = await ada.browser.call("GET", "/session");
    expect(foreign.statusCode).toBe(200);
  });

  test("of another account cannot be ended", async () => {
    const victim = await addStaff(t, "viewer");
    const [session] = (await victim.browser.ok("GET", "/me/sessions")).data;
    const browser = await logIn(t, ada);
    const response = await browser.call("DELETE", `/me/sessions/${session.sessionId}`);
    expect(response.statusCode).toBe(404);
    expect((await victim.browser.session()).stage).toBe("ready");
  });

  test("is over after logout, even for a copied cookie", async () => {
    const browser = await logIn(t, ada);
    const cookie = browser.setCookie.split(";")[0] ?? "";
    await browser.ok("POST", "/logout", {});
    const response = await openBrowser(t).call("GET", "/me/sessions", undefined, { cookie });
    expect(errorOf(response)).toBe("401 session_required");
    expect(browser.setCookie).toContain("Max-Age=0");
  });
});

describe("the account page", () => {
  test("changes the password with the old one and a fresh code, and ends the other sessions", async () => {
    const dora = await addStaff(t, "viewer");
    const other = await logIn(t, dora);
    t.clock.advance(30_000);
    const newPassword = "seven-kettles-on-ice";
    const body = { currentPassword: dora.password, newPassword, code: codeOf(t, dora) };
    const { browser } = dora;
    const wrongPassword = { ...body, currentPassword: "not this one" };
    expect(errorOf(await browser.call("PUT", "/me/password", wrongPassword))).toBe(
      "401 second_factor_failed",
    );
    expect(errorOf(await browser.call("PUT", "/me/password", { ...body, code: "000000" }))).toBe(
      "401 second_factor_failed",
    );
    await browser.ok("PUT", "/me/password", body);
    expect((await other.session()).stage).toBe("anonymous");
    expect((await browser.session()).stage).toBe("ready");
    await logIn(t, { ...dora, password: newPassword });
    const old = { email: dora.email, password: dora.password };
    expect((await openBrowser(t).call("POST", "/login", old)).statusCode).toBe(401);
  });

  test("gets new recovery codes for a fresh code; earlier ones become void", async () => {
    const finn = await addStaff(t, "viewer");
    t.clock.advance(30_000);
    const code = codeOf(t, finn);
    const { recoveryCodes } = await finn.browser.ok("POST", "/me/recovery-codes", { code });
    expect(recoveryCodes).toHaveLength(10);
    const enter = async (recoveryCode: string) => {
      const browser = openBrowser(t);
      await browser.ok("POST", "/login", { email: finn.email, password: finn.password });
      return (await browser.call("POST", "/login/second-factor", { recoveryCode })).statusCode;
    };
    expect(await enter(finn.recoveryCodes[0] ?? "")).toBe(401);
    expect(await enter(recoveryCodes[0])).toBe(200);
  });

  test("has a name that can be changed", async () => {
    const gina = await addStaff(t, "viewer");
    expect((await gina.browser.ok("PUT", "/me", { name: " Gina G. " })).me.name).toBe("Gina G.");
    expect((await gina.browser.session()).me?.name).toBe("Gina G.");
  });
});

test("the store and the log contain no password, code, token or address", async () => {
  const secrets = [goodPassword, ada.email, ada.recoveryCodes[3] ?? "", "Staff 1", "Grace"];
  const cookie = /=([\w-]{43})/.exec(ada.browser.setCookie)?.[1] ?? "?";
  const { kysely } = t.service.deps.database;
  const stored = JSON.stringify([
    await kysely.selectFrom("staff").selectAll().execute(),
    await kysely.selectFrom("staff_sessions").selectAll().execute(),
    await kysely.selectFrom("staff_invitations").selectAll().execute(),
    await kysely.selectFrom("staff_recovery_codes").selectAll().execute(),
    await kysely.selectFrom("staff_login_failures").selectAll().execute(),
    await kysely.selectFrom("audit_entries").selectAll().execute(),
    t.logLines,
  ]);
  for (const secret of [...secrets, cookie]) expect(stored).not.toContain(secret);
});

test("the job deletes ended sessions and expired failures", async () => {
  const { kysely } = t.service.deps.database;
  t.clock.advance(25 * 60 * minute);
  await t.runJob("staff.forget");
  expect(await kysely.selectFrom("staff_sessions").selectAll().execute()).toEqual([]);
  expect(await kysely.selectFrom("staff_login_failures").selectAll().execute()).toEqual([]);
});
