/**
 * The worst requests that we know of, sent to every route by a caller that the route lets in and by nobody.
 * The process must go on answering: no request may hold it for long, and no answer may grow with the request.
 */
import { setImmediate, setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { KnownRoute } from "../platform/http/known-routes.ts";
import { publicBodyLimitBytes } from "../platform/http/public-limits.ts";
import { type ClientSecretKind, makeClientSecrets } from "../testing/client-secrets.ts";
import { createTestService, type TestService } from "../testing/create-test-service.ts";
import { addStaff, type StaffBrowser } from "./console/testing/staff-browser.ts";

const most = 250 * 1024;
const fill = (part: string, between = ",") =>
  Array.from({ length: Math.floor(most / (part.length + between.length)) }, () => part).join(
    between,
  );
const numbered = (from: (index: number) => string, lengthEach: number) =>
  Array.from({ length: Math.floor(most / lengthEach) }, (_, index) => from(index)).join(",");

/** Each about 250 KB of JSON. */
const worst: Readonly<Record<string, string>> = {
  "arrays nested 2,000 deep, again and again, and half a pair": `{"a":[${fill(
    `${"[".repeat(2000)}${"]".repeat(2000)}`,
  )}],"b":"\\ud83d"}`,
  "one array nested 120,000 deep": "[".repeat(120_000) + "]".repeat(120_000),
  "objects nested 30,000 deep": `${'{"a":'.repeat(30_000)}"\\ud83d"${"}".repeat(30_000)}`,
  "half a pair behind a wide list": `{"a":[${fill("1")}],"b":"\\ud83d"}`,
  "unknown names": `{${numbered((index) => `"k${index}":1`, 10)}}`,
  "one name, many times": `{${fill('"amount":1')}}`,
  "a list of numbers": `[${fill("1")}]`,
  "one long text": JSON.stringify({
    email: "a".repeat(most),
    data: { email: "a.".repeat(most / 4) },
  }),
  "one long name": `{"${"n".repeat(most)}":1}`,
  "nothing but backslashes": `"${"\\".repeat(most - 1)}`,
  "poisoned names": `{"a":[${fill('{"__proto__":1}')}]}`,
};

/** Each about 15 KB, which is what Node takes of headers: query strings. */
const worstQueries: Readonly<Record<string, string>> = {
  "many parameters": Array.from({ length: 1500 }, (_, index) => `k${index}=1`).join("&"),
  "one parameter, many times": Array.from({ length: 2000 }, () => "page=1").join("&"),
  "broken escapes": "q=%zz%".repeat(2000),
  "nothing but separators": "&=".repeat(7000),
  "one long value": ["page", "search", "ipAddress", "webhookId", "publishableKey", "locale"]
    .map((name) => `${name}=${"a@".repeat(1200)}`)
    .join("&"),
};
const long = 15_000;
const worstHeaders: Readonly<Record<string, string>> = {
  cookie: "tessera-console=;".repeat(long / 17),
  "accept-language": "x-,".repeat(long / 3),
  "accept-encoding": `gzip${" ".repeat(long)}x`,
  "idempotency-key": "k".repeat(long),
  "user-agent": "Mozilla/5.0 (".repeat(long / 13),
  "if-match": '"1",'.repeat(long / 4),
  authorization: `Bearer${" ".repeat(long)}x`,
  "x-forwarded-for": "1.1.1.1,".repeat(long / 8),
};

let t: TestService;
let browser: StaffBrowser;
let secrets: Readonly<Record<ClientSecretKind, string>>;
beforeAll(async () => {
  t = await createTestService({ env: { RATE_LIMIT_FAILED_AUTHENTICATION: "100000/100000" } });
  browser = (await addStaff(t)).browser;
  secrets = await makeClientSecrets(t);
}, 60_000);
afterAll(() => t.close());

type Headers = Readonly<Record<string, string>>;

/** Headers that let a caller in. */
function credentialsFor({ access, url, method }: KnownRoute): Headers {
  // The session's own rate is not what is tested.
  t.clock.advance(60);
  if (access === "secret_key") return { authorization: `Bearer ${t.operator.secretKey}` };
  if (access === "staff") return browser.headers(method);
  if (access === "connector") return { authorization: `Bearer ${connectorKeyOf(url)}` };
  if (access !== "client_secret") return { origin: "http://pay.localhost:4000" };
  const [, name = ""] = /^\/v1\/client\/([^/]+)/.exec(url) ?? [];
  const kinds: Readonly<Record<string, ClientSecretKind>> = {
    w9: "w9",
    kyc: "kyc",
    disbursements: "di",
    "bank-logins": "di",
  };
  return {
    authorization: `Bearer ${secrets[kinds[name] ?? "pi"]}`,
    "tessera-publishable-key": t.operator.publishableKey,
  };
}

function connectorKeyOf(url: string): string {
  const { payoutProcessor, directoryServer } = t.service.deps.config;
  return (url.includes("payout") ? payoutProcessor?.key : directoryServer.key) ?? "";
}

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly payload?: string;
}

/** The answer, and the longest that `/healthz` took meanwhile, in milliseconds. */
async function sendBesideHealth(sent: Sent) {
  let isAnswered = false;
  const answering = t.service.app
    .inject({
      ...sent,
      method: sent.method as "POST",
      headers: { host: "pay.localhost:4000", ...sent.headers },
    })
    .finally(() => {
      isAnswered = true;
    });
  let longestMs = 0;
  while (!isAnswered) {
    const asked = performance.now();
    // Health as a socket would bring it: after what waits in the event loop.
    await setImmediate();
    const health = await t.service.app.inject("/healthz");
    expect(health.statusCode).toBe(200);
    await setTimeout(1);
    longestMs = Math.max(longestMs, performance.now() - asked);
  }
  t.logLines.length = 0;
  return { answer: await answering, longestMs };
}

/**
 * Sends it; again, where health was slow, because on a busy machine anything may be slow once. Only a cost of
 * the request itself is there each time.
 */
async function requireHarmless(sent: Sent, what: string): Promise<void> {
  let fastestMs = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 8 && fastestMs >= 250; attempt += 1) {
    const { answer, longestMs } = await sendBesideHealth(sent);
    fastestMs = Math.min(fastestMs, longestMs);
    expect(answer.statusCode, `${what}: ${answer.body.slice(0, 500)}`).not.toBe(500);
    if (answer.statusCode >= 400) expect(answer.body.length, what).toBeLessThan(12_000);
  }
  expect(fastestMs, `${what}: /healthz in ms`).toBeLessThan(250);
}

const takesBody = ({ method }: KnownRoute) => /^(POST|PUT|PATCH|DELETE)$/.test(method);
/** Ids that don't exist; years that do. */
const addressOf = ({ url }: KnownRoute) =>
  url
    .replace(/:(\w*[yY]ear)/g, "2025")
    .replace(/:\w+/g, "none")
    .replace("*", "none");

test("no body holds the process, on any route", async () => {
  const routes = t.service.routes.filter(takesBody);
  expect(routes.length).toBeGreaterThan(60);
  for (const route of routes) {
    for (const [name, payload] of Object.entries(worst)) {
      const sent = { method: route.method, url: addressOf(route), payload };
      const what = `${name} to ${route.method} ${route.url}`;
      const type = { "content-type": "application/json" };
      const known = { ...credentialsFor(route), ...type };
      await requireHarmless({ ...sent, headers: known }, what);
      // As much as a public route takes.
      const short = { ...sent, payload: payload.slice(0, publicBodyLimitBytes) };
      if (route.access === "public") await requireHarmless({ ...short, headers: known }, what);
    }
  }
}, 600_000);

test("a body of somebody unknown is never parsed", async () => {
  for (const route of t.service.routes.filter(takesBody)) {
    if (route.access === "public") continue;
    // The console counts calls without a session.
    t.clock.advance(1000);
    const headers = { "content-type": "application/json", origin: "http://pay.localhost:4000" };
    const sent = { method: route.method, url: addressOf(route), headers, payload: '{"a":' };
    const { answer } = await sendBesideHealth(sent);
    expect([401, 403], `${route.method} ${route.url} ${answer.body}`).toContain(answer.statusCode);
  }
}, 120_000);

test("no query and no header holds the process", async () => {
  for (const route of t.service.routes.filter(({ method }) => method === "GET")) {
    const url = addressOf(route);
    const known = credentialsFor(route);
    for (const [name, query] of Object.entries(worstQueries)) {
      await requireHarmless(
        { method: "GET", url: `${url}?${query}`, headers: known },
        `${name} to ${route.url}`,
      );
    }
    for (const [name, value] of Object.entries(worstHeaders)) {
      await requireHarmless(
        { method: "GET", url, headers: { ...credentialsFor(route), [name]: value } },
        `${name} to ${route.url}`,
      );
    }
  }
}, 600_000);
