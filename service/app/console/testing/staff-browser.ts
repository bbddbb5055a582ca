import type { LightMyRequestResponse } from "fastify";
import type { StaffRole } from "#contract/console/roles";
import { type ConsoleSession, csrfHeader } from "#contract/console/session";
import { totpCode, totpStep } from "../../../operators/staff/totp.ts";
import type { TestService } from "../../../testing/create-test-service.ts";

/** A browser at the console. Keeps cookies, and sends the session's token and its origin. */
export interface StaffBrowser {
  /** The session cookie with its attributes. */
  setCookie: string;
  /** The device cookie with its attributes. */
  deviceCookie: string;
  passkeyCookies: string[];
  csrfToken: string | null;
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>;
  /** The headers of a call with this method. */
  headers(method: string): Record<string, string>;
  /** Returns the response's body. Throws unless the call succeeds. */
  // biome-ignore lint/suspicious/noExplicitAny: responses of many schemas, checked by the tests
  ok(method: string, path: string, body?: unknown): Promise<any>;
  /** Reads the session and stores its token. */
  session(): Promise<ConsoleSession>;
}

export interface TestStaff {
  staffId: string;
  email: string;
  password: string;
  secret: Uint8Array;
  recoveryCodes: string[];
  browser: StaffBrowser;
}

const origin = "http://pay.localhost:4000";
export const goodPassword = "tulip-garden-98-moss";

export function openBrowser(t: TestService, ipAddress = "127.0.0.1"): StaffBrowser {
  const cookies = new Map<string, string>();
  const browser: StaffBrowser = {
    setCookie: "",
    deviceCookie: "",
    passkeyCookies: [],
    csrfToken: null,
    headers: (method) => ({
      host: "pay.localhost:4000",
      "user-agent": "Test Browser",
      "sec-fetch-site": "same-origin",
      ...(method === "GET" ? {} : { origin }),
      ...(cookies.size === 0
        ? {}
        : { cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join("; ") }),
      ...(browser.csrfToken === null ? {} : { [csrfHeader]: browser.csrfToken }),
    }),
    async call(method, path, body, headers = {}) {
      const response = await t.service.app.inject({
        method: method as "GET",
        url: `/console/api${path}`,
        remoteAddress: ipAddress,
        headers: { ...browser.headers(method), ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      });
      for (const set of [response.headers["set-cookie"] ?? []].flat()) {
        const [, key = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        if (key === "tessera-console-device") browser.deviceCookie = set;
        else if (key === "tessera-console-passkey") browser.passkeyCookies.push(set);
        else browser.setCookie = set;
        if (value === "") cookies.delete(key);
        else cookies.set(key, value);
      }
      const type = response.headers["content-type"] ?? "";
      if (String(type).startsWith("application/json")) {
        const { csrfToken, session } = response.json();
        const newToken = csrfToken ?? session?.csrfToken;
        if (newToken !== undefined) browser.csrfToken = newToken;
      }
      return response;
    },
    async ok(method, path, body) {
      const response = await browser.call(method, path, body);
      if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${response.body}`);
      return response.json();
    },
    session: () => browser.ok("GET", "/session"),
  };
  return browser;
}

/** Counted per service, so that names begin at 1. */
const counts = new WeakMap<TestService, number>();

export async function enrol(
  t: TestService,
  invitationUrl: string,
  { name = "Ada Lovelace", password = goodPassword } = {},
): Promise<Omit<TestStaff, "email">> {
  const token = new URL(invitationUrl).hash.slice(1);
  const browser = openBrowser(t);
  await browser.ok("POST", "/invitation/accept", { token, name, password });
  const enrolment = await browser.ok("POST", "/enrolment", {});
  const secret = fromBase32(enrolment.secret);
  const code = totpCode(secret, totpStep(t.clock.nowMs()));
  const { recoveryCodes, session } = await browser.ok("POST", "/enrolment/confirm", { code });
  return { staffId: session.me.staffId, password, secret, recoveryCodes, browser };
}

/** Accepts a new invitation. The session still lacks a second factor. */
export async function acceptInvitation(t: TestService, browser: StaffBrowser): Promise<void> {
  const { url } = await invite(t, "viewer", t.operator.operatorId);
  const token = new URL(url).hash.slice(1);
  await browser.ok("POST", "/invitation/accept", { token, name: "Ada", password: goodPassword });
}

/** Invites and enrols a staff member, by default at the first operator. */
export async function addStaff(
  t: TestService,
  role: StaffRole = "admin",
  operatorId = t.operator.operatorId,
): Promise<TestStaff> {
  const { email, url, count } = await invite(t, role, operatorId);
  return { email, ...(await enrol(t, url, { name: `Staff ${count}` })) };
}

async function invite(t: TestService, role: StaffRole, operatorId: string) {
  const count = (counts.get(t) ?? 0) + 1;
  counts.set(t, count);
  // Calls without a session are limited by address, which all tests share.
  t.clock.advance(2000);
  const email = `staff-${count}@example.com`;
  const { text, exitCode } = await t.command("staff", "invite", operatorId, email, "--role", role);
  if (exitCode !== 0) throw new Error(text);
  return { email, url: /https?:\S+/.exec(text)?.[0] ?? "", count };
}

/** The authenticator app's code at the test's time. */
export function codeOf(t: TestService, { secret }: Pick<TestStaff, "secret">): string {
  return totpCode(secret, totpStep(t.clock.nowMs()));
}

/** Logs in with another browser. Advances the clock, because a code works only once. */
export async function logIn(t: TestService, staff: TestStaff): Promise<StaffBrowser> {
  t.clock.advance(30_000);
  const browser = openBrowser(t);
  await browser.ok("POST", "/login", { email: staff.email, password: staff.password });
  await browser.ok("POST", "/login/second-factor", { code: codeOf(t, staff) });
  return browser;
}

function fromBase32(text: string): Uint8Array {
  let bits = "";
  for (const letter of text) {
    bits += "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0");
  }
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}

/**
 * Ends a staff member's access in one of four ways. `limit`: an admin becomes a reviewer, whose refunds have a limit.
 */
export async function endAccess(
  admin: TestStaff,
  { staffId }: TestStaff,
  how: "remove" | "demote" | "lock" | "limit",
): Promise<void> {
  const { data } = await admin.browser.ok("GET", "/staff");
  const { version } = data.find((each: TestStaff) => each.staffId === staffId);
  const path = `/staff/${staffId}`;
  if (how === "remove") await admin.browser.ok("DELETE", `${path}?version=${version}`);
  else if (how === "limit") await admin.browser.ok("PUT", path, { version, role: "reviewer" });
  else if (how === "demote") await admin.browser.ok("PUT", path, { version, role: "viewer" });
  else await admin.browser.ok("PUT", path, { version, locked: true });
}
