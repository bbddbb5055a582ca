/**
 * Sends the most expensive requests to every route, as a permitted caller and as an unknown one. None may block the
 * process for long, and no response may grow with the request.
 */
import { setImmediate, setTimeout } from "node:timers/promises";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { KnownRoute } from "../platform/http/known-routes.ts";
import { type ClientSecretKind, makeClientSecrets } from "../testing/client-secrets.ts";
import { createTestService, type TestService } from "../testing/create-test-service.ts";
import {
  acceptInvitation,
  addStaff,
  openBrowser,
  type StaffBrowser,
  type TestStaff,
} from "./console/testing/staff-browser.ts";
import {
  bodySizes,
  worstForms,
  worstHeaders,
  worstJson,
  worstQueries,
} from "./testing/worst-bodies.ts";

let t: TestService;
let staff: TestStaff;
let secrets: Readonly<Record<ClientSecretKind, string>>;
beforeAll(async () => {
  t = await createTestService({ env: { RATE_LIMIT_FAILED_AUTHENTICATION: "100000/100000" } });
  staff = await addStaff(t);
  secrets = await makeClientSecrets(t);
}, 60_000);
afterAll(() => t.close());

type Headers = Readonly<Record<string, string>>;

/** In the middle of a login, a session lasts ten minutes. */
let halfIn: { browser: StaffBrowser; url: string; sinceMs: number } | undefined;

async function browserFor(url: string): Promise<StaffBrowser> {
  const isEnrolment = url.startsWith("/console/api/enrolment");
  if (!isEnrolment && !url.startsWith("/console/api/login/second-factor")) return staff.browser;
  const isCurrent = halfIn?.url === url && t.clock.nowMs() - halfIn.sinceMs < 5 * 60_000;
  if (halfIn && isCurrent) return halfIn.browser;
  const browser = openBrowser(t);
  halfIn = { browser, url, sinceMs: t.clock.nowMs() };
  if (isEnrolment) await acceptInvitation(t, browser);
  else await browser.ok("POST", "/login", { email: staff.email, password: staff.password });
  return browser;
}

async function credentialsFor({ access, url, method }: KnownRoute): Promise<Headers> {
  if (access === "secret_key") return { authorization: `Bearer ${t.operator.secretKey}` };
  if (access === "staff") return (await browserFor(url)).headers(method);
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
  const { payoutProcessors, threeDSServer } = t.service.deps.config;
  const [payoutKey] = payoutProcessors.flatMap((payoutProcessor) =>
    payoutProcessor.type === "tessera" ? [payoutProcessor.key] : [],
  );
  const directoryKey = threeDSServer?.type === "tessera" ? threeDSServer.key : undefined;
  return (url.includes("payout") ? payoutKey : directoryKey) ?? "";
}

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly payload?: string | Buffer;
}

/** Sends a request. Resolves to its response and the slowest `/healthz` in the meantime, in milliseconds. */
async function sendWithHealthChecks(sent: Sent) {
  // Avoids rate limits: even the slowest allows one more call in this time.
  t.clock.advance(sent.url.startsWith("/v1/client/status") ? 2100 : 600);
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
    const startedMs = performance.now();
    const spent = process.cpuUsage();
    // As on a socket, health comes after what waits in the event loop.
    await setImmediate();
    const health = await t.service.app.inject("/healthz");
    expect(health.statusCode).toBe(200);
    await setTimeout(1);
    const { user, system } = process.cpuUsage(spent);
    // Does not count the time of other programs.
    const ownMs = Math.min(performance.now() - startedMs, (user + system) / 1_000);
    longestMs = Math.max(longestMs, ownMs);
  }
  t.logLines.length = 0;
  return { response: await answering, longestMs };
}

/** Repeats a request with slow health: a busy machine is slow once, a costly request each time. */
async function requireHarmless(sent: Sent, what: string): Promise<LightMyRequestResponse> {
  let fastestMs = Number.POSITIVE_INFINITY;
  for (let attempt = 0; ; attempt += 1) {
    const { response, longestMs } = await sendWithHealthChecks(sent);
    fastestMs = Math.min(fastestMs, longestMs);
    // 429 means that the body was not read.
    expect([429, 500], `${what}: ${response.body.slice(0, 500)}`).not.toContain(
      response.statusCode,
    );
    if (response.statusCode >= 400) expect(response.body.length, what).toBeLessThan(12_000);
    if (fastestMs < 250 || attempt === 7) {
      expect(fastestMs, `${what}: /healthz in ms`).toBeLessThan(250);
      return response;
    }
  }
}

const takesBody = ({ method }: KnownRoute) => /^(POST|PUT|PATCH|DELETE)$/.test(method);
/** The route's address with unknown ids and valid years. */
const addressOf = ({ url }: KnownRoute) =>
  url
    .replace(/:(\w*[yY]ear)/g, "2025")
    .replace(/:\w+/g, "none")
    .replace("*", "none");

const codeOf = (response: LightMyRequestResponse) =>
  /json/.test(String(response.headers["content-type"])) && response.body !== ""
    ? (response.json() as { errorCode?: string }).errorCode
    : undefined;
const routesOf = (test: (route: KnownRoute) => boolean) => {
  const routes = t.service.routes.filter(takesBody).filter(test);
  expect(routes.length).toBeGreaterThan(0);
  return routes;
};
/** Signed notices may be as large as a known caller's body. */
const takesNotices = ({ url }: KnownRoute) =>
  url === "/v1/connectors/:processor/notices" || url === "/v1/processor-notices/:processor";
const isSmall = (route: KnownRoute) => route.access === "public" && !takesNotices(route);
const sizeOf = (route: KnownRoute) => (isSmall(route) ? "public" : "known");
const takesForms = ({ url }: KnownRoute) => /^\/v1\/three-ds\/\w+-notification$/.test(url);
/** Whether the route takes raw bytes, never JSON. */
const takesFiles = ({ url }: KnownRoute) =>
  url === "/v1/settlement-files" || url === "/console/api/reconciliation/files";
const takesBytes = ({ url }: KnownRoute) => url === "/v1/client/kyc/uploads/:uploadId";
const send = async (
  route: KnownRoute,
  type: string,
  payload: string | Buffer,
  what: string,
  query = "",
) => {
  const headers = { ...(await credentialsFor(route)), "content-type": type };
  const sent = { method: route.method, url: addressOf(route) + query, headers, payload };
  return requireHarmless(sent, `${what} to ${route.method} ${route.url}`);
};

/** Codes from routes that read and rejected the body, or did not need it. */
const understood: readonly string[] = [
  "validation_failed",
  "unknown_field",
  "resource_not_found",
  "withdrawn",
  // EMV 3DS: a data element has an invalid format.
  "203",
];
/** Whether browsers are redirected to the route. */
const isPage = (route: KnownRoute, response: LightMyRequestResponse) =>
  takesForms(route) &&
  response.statusCode === 400 &&
  response.body.includes("does not belong to a payment");

test("no JSON blocks the process, on any route, and each is refused for its content", async () => {
  expect(t.service.routes.filter(takesBody).length).toBeGreaterThan(60);
  const wrong: string[] = [];
  for (const route of routesOf(() => true)) {
    for (const [name, { make, codes }] of Object.entries(worstJson)) {
      const size = sizeOf(route);
      const payload = make(bodySizes[size]);
      const response = await send(route, "application/json", payload, name);
      const content = codes[size] === undefined ? understood : [codes[size]];
      const expected = takesFiles(route) ? ["unsupported_media_type", codes[size]] : content;
      if (!isPage(route, response) && !expected.includes(codeOf(response) ?? "")) {
        wrong.push(
          `${name} to ${route.method} ${route.url}: ${response.statusCode} ${response.body}`,
        );
      }
    }
  }
  expect(wrong).toEqual([]);
}, 600_000);

test("JSON larger than a public route accepts is refused before it is read", async () => {
  expect(routesOf(takesNotices)).toHaveLength(2);
  for (const route of routesOf(isSmall)) {
    for (const [name, { make }] of Object.entries(worstJson)) {
      const response = await send(route, "application/json", make(bodySizes.known), name);
      expect(codeOf(response), `${name} to ${route.url}`).toBe("body_too_large");
    }
  }
}, 300_000);

test("no form blocks the pages that browsers are redirected to, and no other route reads one", async () => {
  const type = "application/x-www-form-urlencoded";
  expect(routesOf(takesForms)).toHaveLength(2);
  for (const route of routesOf(takesForms)) {
    for (const [name, make] of Object.entries(worstForms)) {
      const response = await send(route, type, make(bodySizes.public), name);
      expect(isPage(route, response), `${name} to ${route.url}`).toBe(true);
    }
  }
  for (const route of routesOf((route) => !takesForms(route))) {
    const response = await send(route, type, "a=1&".repeat(4000), "a form");
    expect(codeOf(response), `${route.method} ${route.url}`).toBe("unsupported_media_type");
  }
}, 300_000);

test("no bytes block the picture upload, and no other route reads them", async () => {
  const type = "application/octet-stream";
  for (const route of routesOf(takesBytes)) {
    for (const most of [512 * 1024, 512 * 1024 + 1]) {
      for (const byte of [0, 0x5b, 0xff]) {
        const bytes = Buffer.alloc(most, byte);
        const response = await send(route, type, bytes, `${most} bytes`, "?offset=0");
        const expected = most > 512 * 1024 ? "body_too_large" : "resource_not_found";
        expect(codeOf(response)).toBe(expected);
      }
    }
  }
  expect(routesOf(takesFiles)).toHaveLength(2);
  for (const route of routesOf(takesFiles)) {
    for (const byte of [0, 0x0a, 0x2c, 0x3c, 0x5b, 0xff]) {
      const response = await send(route, type, Buffer.alloc(512 * 1024, byte), `bytes of ${byte}`);
      expect(codeOf(response)).toBe("settlement_file_refused");
    }
  }
  for (const route of routesOf((route) => !takesBytes(route) && !takesFiles(route))) {
    const response = await send(route, type, Buffer.alloc(bodySizes.public, 0x5b), "bytes");
    expect(codeOf(response), `${route.method} ${route.url}`).toBe("unsupported_media_type");
  }
}, 300_000);

test("no response grows with the unknown names in a body, including the console's login", async () => {
  const unknown = worstJson["unknown names"];
  let refusals = 0;
  for (const route of routesOf(() => true)) {
    const responses = [];
    for (const bytes of [4 * 1024, bodySizes.public]) {
      responses.push(await send(route, "application/json", unknown?.make(bytes) ?? "", "names"));
    }
    const [few, many] = responses;
    if (!few || !many || !/^(validation_failed|unknown_field)$/.test(codeOf(few) ?? "")) continue;
    refusals += 1;
    expect(codeOf(many), route.url).toBe(codeOf(few));
    expect(many.body.length, route.url).toBe(few.body.length);
  }
  expect(refusals).toBeGreaterThan(60);
  const login = routesOf(({ url }) => url === "/console/api/login");
  for (const route of login) {
    const response = await send(
      route,
      "application/json",
      unknown?.make(bodySizes.public) ?? "",
      "",
    );
    expect(response.json().errors).toHaveLength(20);
  }
}, 300_000);

test("a body of an unknown caller is never parsed", async () => {
  for (const route of t.service.routes.filter(takesBody)) {
    if (route.access === "public") continue;
    const headers = { "content-type": "application/json", origin: "http://pay.localhost:4000" };
    const sent = { method: route.method, url: addressOf(route), headers, payload: '{"a":' };
    const { response } = await sendWithHealthChecks(sent);
    expect([401, 403], `${route.method} ${route.url} ${response.body}`).toContain(
      response.statusCode,
    );
  }
}, 120_000);

test("no query and no header blocks the process", async () => {
  for (const route of t.service.routes.filter(({ method }) => method === "GET")) {
    const url = addressOf(route);
    // A stream refuses this position instead of staying open.
    const known = { ...(await credentialsFor(route)), "last-event-id": "none" };
    for (const [name, query] of Object.entries(worstQueries)) {
      await requireHarmless(
        { method: "GET", url: `${url}?${query}`, headers: known },
        `${name} to ${route.url}`,
      );
    }
    for (const [name, value] of Object.entries(worstHeaders)) {
      await requireHarmless(
        { method: "GET", url, headers: { ...known, [name]: value } },
        `${name} to ${route.url}`,
      );
    }
  }
}, 600_000);
