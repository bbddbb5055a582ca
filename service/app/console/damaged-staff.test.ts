import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { damageValues } from "../../testing/damage-values.ts";
import {
  addStaff,
  codeOf,
  enrol,
  logIn,
  openBrowser,
  type TestStaff,
} from "./testing/staff-browser.ts";

let t: TestService;
beforeAll(async () => {
  t = await createTestService();
});
afterAll(() => t.close());

const damage = ({ staffId }: TestStaff, column: string) =>
  damageValues(t, "staff", column, { staff_id: staffId });
const errorOf = (response: { statusCode: number; json(): { errorCode?: string } }) =>
  `${response.statusCode} ${response.json().errorCode}`;
const logged = ({ staffId }: TestStaff) =>
  t.logLines.filter((line) => line.includes("reset their access") && line.includes(staffId));

async function resetAccess({ email }: TestStaff): Promise<TestStaff> {
  const { text } = await t.command("staff", "reset", email);
  return { email, ...(await enrol(t, /https?:\S+/.exec(text)?.[0] ?? "")) };
}

test("a damaged password is refused like a wrong one, is logged, and is replaced by a reset", async () => {
  const [ada, other] = [await addStaff(t), await addStaff(t)];
  await damage(ada, "password_sealed");
  const given = { email: ada.email, password: ada.password };
  expect(errorOf(await openBrowser(t).call("POST", "/login", given))).toBe("401 login_failed");
  expect(logged(ada)).toHaveLength(1);
  await logIn(t, other);
  await logIn(t, await resetAccess(ada));
});

test("with a damaged second factor a recovery code works, and a reset replaces it", async () => {
  const ada = await addStaff(t);
  await damage(ada, "totp_sealed");
  t.clock.advance(30_000);
  const browser = openBrowser(t);
  await browser.ok("POST", "/login", { email: ada.email, password: ada.password });
  const refused = await browser.call("POST", "/login/second-factor", { code: codeOf(t, ada) });
  expect(errorOf(refused)).toBe("401 second_factor_failed");
  expect(logged(ada)).toHaveLength(1);
  const [recoveryCode] = ada.recoveryCodes;
  await browser.ok("POST", "/login/second-factor", { recoveryCode });
  await logIn(t, await resetAccess(ada));
});

test("an invitation whose secret is damaged begins its enrolment again", async () => {
  const { text } = await t.command("staff", "invite", t.operator.operatorId, "eve@example.com");
  const url = /https?:\S+/.exec(text)?.[0] ?? "";
  const browser = openBrowser(t);
  const accepted = { token: url.split("#")[1], name: "Eve", password: "tulip-garden-98-moss" };
  await browser.ok("POST", "/invitation/accept", accepted);
  const { secret } = await browser.ok("POST", "/enrolment", {});
  await damageValues(t, "staff", "totp_pending_sealed");
  const wrong = await browser.call("POST", "/enrolment/confirm", { code: "000000" });
  expect(errorOf(wrong)).toBe("401 second_factor_failed");
  const again = await browser.ok("POST", "/enrolment", {});
  expect(again.secret).not.toBe(secret);
});

test("wrong codes of staff whose address is damaged count for them alone", async () => {
  const [ada, other] = [await addStaff(t), await addStaff(t)];
  for (const each of [ada, other]) await damage(each, "email_sealed");
  const browser = openBrowser(t);
  t.clock.advance(30_000);
  await browser.ok("POST", "/login", { email: ada.email, password: ada.password });
  for (let count = 0; count < 5; count += 1) {
    await browser.call("POST", "/login/second-factor", { recoveryCode: "AAAA-AAAA-AAAA-AAAA" });
  }
  await logIn(t, other);
  const again = openBrowser(t);
  await again.ok("POST", "/login", { email: ada.email, password: ada.password });
  const locked = await again.call("POST", "/login/second-factor", { code: codeOf(t, ada) });
  expect(errorOf(locked)).toBe("429 login_locked");
});
