import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { damageValues } from "../../testing/damage-values.ts";
import { createSoftwareKey, type KeyUse } from "./testing/software-key.ts";
import {
  addStaff,
  codeOf,
  logIn,
  openBrowser,
  type StaffBrowser,
  type TestStaff,
} from "./testing/staff-browser.ts";

type SoftwareKey = ReturnType<typeof createSoftwareKey>;

let t: TestService;
beforeAll(async () => {
  t = await createTestService();
});
afterAll(() => t.close());

const errorOf = (response: { statusCode: number; json(): { errorCode?: string } }) =>
  `${response.statusCode} ${response.json().errorCode}`;
const minute = 60_000;

const begin = (staff: TestStaff, browser = staff.browser) => {
  t.clock.advance(30_000);
  return browser.ok("POST", "/me/passkeys/begin", { code: codeOf(t, staff) });
};
async function withKey(
  role: "viewer" | "reviewer" | "admin" = "admin",
  key = createSoftwareKey(),
): Promise<{ staff: TestStaff; key: SoftwareKey }> {
  const staff = await addStaff(t, role);
  await staff.browser.ok("POST", "/me/passkeys", key.make(await begin(staff)));
  return { staff, key };
}
async function atSecondFactor(staff: TestStaff): Promise<StaffBrowser> {
  t.clock.advance(2000);
  const browser = openBrowser(t);
  await browser.ok("POST", "/login", { email: staff.email, password: staff.password });
  return browser;
}
async function secondFactor(staff: TestStaff, key: SoftwareKey, use?: KeyUse) {
  const browser = await atSecondFactor(staff);
  const options = await browser.ok("POST", "/login/second-factor/passkey/begin", {});
  return browser.call("POST", "/login/second-factor/passkey", key.sign(options, use));
}
async function passwordless(key: SoftwareKey, use?: KeyUse, browser = openBrowser(t)) {
  t.clock.advance(2000);
  const options = await browser.ok("POST", "/login/passkey/begin", {});
  return browser.call("POST", "/login/passkey", key.sign(options, use));
}
const auditOf = async ({ staffId }: TestStaff) => {
  await t.runJob("staff.audit-logins");
  const rows = await t.service.deps.database.kysely
    .selectFrom("audit_entries")
    .select("action")
    .where("subject_id", "=", staffId)
    .orderBy("sequence")
    .execute();
  return rows.map(({ action }) => action);
};

describe("a passkey", () => {
  test.each(["viewer", "reviewer", "admin"] as const)(
    "is added with a name, used, listed (also without it) and removed by a %s, each audited",
    async (role) => {
      const { staff, key } = await withKey(role);
      const second = createSoftwareKey();
      const list = await staff.browser.call(
        "POST",
        "/me/passkeys",
        second.make(await begin(staff), " Phone "),
      );
      expect(list.statusCode).toBe(201);
      expect(list.json().data).toMatchObject([
        { name: "Blue key", lastUsedAt: null },
        { name: "Phone", lastUsedAt: null },
      ]);
      expect((await secondFactor(staff, key)).json()).toMatchObject({
        stage: "ready",
        me: { email: staff.email, role },
      });
      const usedAt = new Date(t.clock.nowMs()).toISOString();
      const { data } = await staff.browser.ok("GET", "/me/passkeys");
      expect(data[0].lastUsedAt).toBe(usedAt);
      await damageValues(t, "staff_passkeys", "name_sealed", { passkey_id: data[0].passkeyId });
      const damaged = (await staff.browser.ok("GET", "/me/passkeys")).data;
      expect(damaged).toMatchObject([{ name: null }, { name: "Phone" }]);
      await staff.browser.ok("DELETE", `/me/passkeys/${data[0].passkeyId}`);
      expect((await staff.browser.ok("GET", "/me/passkeys")).data).toHaveLength(1);
      expect(errorOf(await passwordless(key))).toBe("401 passkey_failed");
      expect(await auditOf(staff)).toEqual([
        "staff.invited",
        "staff.enrolled",
        "staff.passkey_added",
        "staff.passkey_added",
        "staff.logged_in",
        "staff.passkey_removed",
      ]);
    },
  );

  test("logs in without a password if it verified the user, and makes the browser a known device", async () => {
    const { staff, key } = await withKey();
    const browser = openBrowser(t);
    const response = await passwordless(key, {}, browser);
    expect(response.json()).toMatchObject({ stage: "ready", me: { email: staff.email } });
    expect(browser.deviceCookie).toContain("tessera-console-device=");
    expect((await browser.session()).stage).toBe("ready");
  });

  test("is only a second factor without a PIN or fingerprint", async () => {
    const { staff, key } = await withKey();
    expect(errorOf(await passwordless(key, { isUserVerified: false }))).toBe("401 passkey_failed");
    expect((await secondFactor(staff, key, { isUserVerified: false })).statusCode).toBe(200);
  });

  test("works repeatedly without a counter", async () => {
    const { key } = await withKey("viewer", createSoftwareKey({ keepsCounter: false }));
    expect((await passwordless(key)).statusCode).toBe(200);
    expect((await passwordless(key)).statusCode).toBe(200);
  });

  test("logs in while the password is locked", async () => {
    const { staff, key } = await withKey();
    for (let tries = 0; tries < 6; tries += 1) {
      await openBrowser(t).call("POST", "/login", { email: staff.email, password: "wrong wrong" });
    }
    expect((await passwordless(key)).statusCode).toBe(200);
    t.clock.advance(61 * minute);
  });

  test("removes only its own try from the network's count, alone and as a second factor", async () => {
    t.clock.advance(61 * minute);
    const { staff, key } = await withKey();
    for (let count = 0; count < 3; count += 1) await passwordless(createSoftwareKey());
    const failures = async () => {
      const rows = await t.service.deps.database.kysely
        .selectFrom("staff_login_failures")
        .select("failures")
        .where("email_index", "is", null)
        .execute();
      return rows.map((row) => row.failures);
    };
    expect(await failures()).toEqual([3]);
    expect((await passwordless(key)).statusCode).toBe(200);
    expect((await secondFactor(staff, key)).statusCode).toBe(200);
    expect(await failures()).toEqual([3]);
    t.clock.advance(61 * minute);
  });

  test("leaves code and recovery codes unchanged", async () => {
    const { staff } = await withKey();
    expect((await (await logIn(t, staff)).session()).stage).toBe("ready");
    const browser = await atSecondFactor(staff);
    expect((await browser.session()).hasPasskey).toBe(true);
    const [recoveryCode] = staff.recoveryCodes;
    const response = await browser.call("POST", "/login/second-factor", { recoveryCode });
    expect(response.json().stage).toBe("ready");
  });
});

describe("a passkey is refused", () => {
  test("at another origin and for another host", async () => {
    const { staff, key } = await withKey();
    for (const use of [
      { origin: "https://evil.example" },
      { origin: "http://pay.localhost:4001" },
      { rpId: "localhost" },
    ]) {
      expect(errorOf(await secondFactor(staff, key, use))).toBe("401 passkey_failed");
      expect(errorOf(await passwordless(key, use))).toBe("401 passkey_failed");
    }
    expect((await auditOf(staff)).filter((action) => action === "staff.login_failed")).toHaveLength(
      6,
    );
    t.clock.advance(61 * minute);
  });

  test("with a challenge that was used, has expired, or was forged", async () => {
    const { key } = await withKey();
    const browser = openBrowser(t);
    const options = await browser.ok("POST", "/login/passkey/begin", {});
    const proof = key.sign(options);
    expect((await browser.call("POST", "/login/passkey", proof)).statusCode).toBe(200);
    // Only the challenge is missing.
    const cookie = browser.passkeyCookies[0]?.split(";")[0] ?? "";
    expect(cookie).toMatch(/^tessera-console-passkey=[\w-]{43}$/);
    const replay = await openBrowser(t).call("POST", "/login/passkey", proof, { cookie });
    expect(errorOf(replay)).toBe("401 passkey_failed");
    const renewed = await openBrowser(t).call("POST", "/login/passkey", key.sign(options), {
      cookie,
    });
    expect(errorOf(renewed)).toBe("401 passkey_failed");
    const late = openBrowser(t);
    const lateOptions = await late.ok("POST", "/login/passkey/begin", {});
    t.clock.advance(2 * minute);
    expect(errorOf(await late.call("POST", "/login/passkey", key.sign(lateOptions)))).toBe(
      "401 passkey_failed",
    );
    expect(errorOf(await passwordless(key, { challenge: "a".repeat(43) }))).toBe(
      "401 passkey_failed",
    );
    t.clock.advance(61 * minute);
  });

  test("with a challenge that was used in a failed try", async () => {
    const { key } = await withKey();
    const browser = openBrowser(t);
    const options = await browser.ok("POST", "/login/passkey/begin", {});
    const wrong = key.sign(options, { origin: "https://evil.example" });
    expect(errorOf(await browser.call("POST", "/login/passkey", wrong))).toBe("401 passkey_failed");
    expect(errorOf(await browser.call("POST", "/login/passkey", key.sign(options)))).toBe(
      "401 passkey_failed",
    );
  });

  test("with a challenge of another browser, session or purpose", async () => {
    const { staff, key } = await withKey();
    const [one, other] = [openBrowser(t), openBrowser(t)];
    const options = await one.ok("POST", "/login/passkey/begin", {});
    await other.ok("POST", "/login/passkey/begin", {});
    expect(errorOf(await other.call("POST", "/login/passkey", key.sign(options)))).toBe(
      "401 passkey_failed",
    );
    expect(errorOf(await openBrowser(t).call("POST", "/login/passkey", key.sign(options)))).toBe(
      "401 passkey_failed",
    );
    const [first, second] = [await atSecondFactor(staff), await atSecondFactor(staff)];
    const path = "/login/second-factor/passkey";
    const firstOptions = await first.ok("POST", `${path}/begin`, {});
    await second.ok("POST", `${path}/begin`, {});
    expect(errorOf(await second.call("POST", path, key.sign(firstOptions)))).toBe(
      "401 passkey_failed",
    );
    expect(errorOf(await first.call("POST", path, key.sign(options)))).toBe("401 passkey_failed");
    expect((await first.call("POST", path, key.sign(firstOptions))).statusCode).toBe(200);
    t.clock.advance(61 * minute);
  });

  test("as the second factor of another account", async () => {
    const { key } = await withKey();
    const { staff: victim } = await withKey();
    const bare = await addStaff(t);
    expect(errorOf(await secondFactor(victim, key))).toBe("401 passkey_failed");
    expect(errorOf(await secondFactor(victim, key, { userHandle: null }))).toBe(
      "401 passkey_failed",
    );
    const browser = await atSecondFactor(bare);
    expect(errorOf(await browser.call("POST", "/login/second-factor/passkey/begin", {}))).toBe(
      "409 passkeys_unavailable",
    );
    // The handle belongs to another account.
    const userHandle = Buffer.from(bare.staffId).toString("base64url");
    expect(errorOf(await passwordless(key, { userHandle }))).toBe("401 passkey_failed");
    t.clock.advance(61 * minute);
  });

  test("when its counter has not increased, and the copy is audited", async () => {
    const { staff, key } = await withKey();
    expect((await passwordless(key, { counter: 7 })).statusCode).toBe(200);
    for (const counter of [7, 6, 0]) {
      expect(errorOf(await passwordless(key, { counter }))).toBe("401 passkey_failed");
    }
    expect((await passwordless(key, { counter: 8 })).statusCode).toBe(200);
    const copies = (await auditOf(staff)).filter((action) => action === "staff.passkey_cloned");
    expect(copies).toHaveLength(3);
    t.clock.advance(61 * minute);
  });

  test("with another key's signature", async () => {
    const { key } = await withKey();
    const stranger = createSoftwareKey();
    const browser = openBrowser(t);
    const options = await browser.ok("POST", "/login/passkey/begin", {});
    const forged = { ...stranger.sign(options), credentialId: key.credentialId };
    expect(errorOf(await browser.call("POST", "/login/passkey", forged))).toBe(
      "401 passkey_failed",
    );
  });

  test("for an account that is locked, reset or removed", async () => {
    const locked = await withKey();
    await t.command("staff", "lock", locked.staff.email);
    expect(errorOf(await passwordless(locked.key))).toBe("401 passkey_failed");
    await t.command("staff", "unlock", locked.staff.email);
    expect((await passwordless(locked.key)).statusCode).toBe(200);
    for (const command of ["reset", "remove"]) {
      const { staff, key } = await withKey("viewer");
      await t.command("staff", command, staff.email);
      expect(errorOf(await passwordless(key))).toBe("401 passkey_failed");
    }
    t.clock.advance(61 * minute);
  });
});

describe("adding a passkey", () => {
  test("requires a fresh code and a response to its own challenge", async () => {
    const staff = await addStaff(t);
    const other = await addStaff(t);
    expect(
      errorOf(await staff.browser.call("POST", "/me/passkeys/begin", { code: "000000" })),
    ).toBe("401 second_factor_failed");
    const key = createSoftwareKey();
    const options = await begin(staff);
    const credential = key.make(options);
    expect(errorOf(await other.browser.call("POST", "/me/passkeys", credential))).toBe(
      "401 passkey_failed",
    );
    const wrongOrigin = key.make(options, "Key", { origin: "https://evil.example" });
    expect(errorOf(await staff.browser.call("POST", "/me/passkeys", wrongOrigin))).toBe(
      "401 passkey_failed",
    );
    // The failed try used up the challenge.
    expect(errorOf(await staff.browser.call("POST", "/me/passkeys", credential))).toBe(
      "401 passkey_failed",
    );
    expect((await staff.browser.ok("GET", "/me/passkeys")).data).toEqual([]);
  });

  test("refuses a passkey of another account, and more than twenty", async () => {
    const { key } = await withKey();
    const staff = await addStaff(t);
    const response = await staff.browser.call("POST", "/me/passkeys", key.make(await begin(staff)));
    expect(errorOf(response)).toBe("401 passkey_failed");
    for (let count = 0; count < 20; count += 1) {
      const credential = createSoftwareKey().make(await begin(staff), `Key ${count}`);
      expect((await staff.browser.call("POST", "/me/passkeys", credential)).statusCode).toBe(201);
    }
    t.clock.advance(30_000);
    const more = await staff.browser.call("POST", "/me/passkeys/begin", { code: codeOf(t, staff) });
    expect(errorOf(more)).toBe("409 too_many_passkeys");
  });

  test("works only for the signed-in account", async () => {
    const { staff } = await withKey();
    const admin = await addStaff(t);
    const { data } = await staff.browser.ok("GET", "/me/passkeys");
    const response = await admin.browser.call("DELETE", `/me/passkeys/${data[0].passkeyId}`);
    expect(response.statusCode).toBe(404);
    expect((await admin.browser.ok("GET", "/me/passkeys")).data).toEqual([]);
  });
});

test("the store contains no passkey name in plain text, and old challenges are deleted", async () => {
  const { kysely } = t.service.deps.database;
  const rows = await kysely.selectFrom("staff_passkeys").selectAll().execute();
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain("Blue key");
  await openBrowser(t).ok("POST", "/login/passkey/begin", {});
  t.clock.advance(3 * minute);
  await t.runJob("staff.forget");
  const left = await kysely.selectFrom("staff_passkey_challenges").selectAll().execute();
  expect(left).toEqual([]);
});
