import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { permissionsOfRole, type StaffRole, staffRoles } from "#contract/console/roles";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { addConsoleGuard, type ConsoleAccess } from "./console-guard.ts";
import { registerConsole } from "./create-console.ts";
import { addStaff, openBrowser, type TestStaff } from "./testing/staff-browser.ts";

let t: TestService;
const staff = {} as Record<StaffRole, TestStaff>;
beforeAll(async () => {
  t = await createTestService();
  for (const role of staffRoles) staff[role] = await addStaff(t, role);
});
afterAll(() => t.close());

interface Route {
  method: string;
  path: string;
  access: ConsoleAccess;
}

function allRoutes(): Route[] {
  const routes: Route[] = [];
  const app = Fastify();
  app.addHook("onRoute", ({ method, url, config }) => {
    const access = config?.console;
    if (access === undefined || method === "HEAD") return;
    const path = url.replace("/console/api", "").replace(/:\w+/g, "nothing");
    routes.push({ method: String(method), path, access });
  });
  const deps = { ...t.service.deps, settlement: { deps: {} } };
  registerConsole(app as unknown as HttpServer, deps as never);
  return routes;
}
const isWrite = ({ method }: Route) => method !== "GET";
const codeOf = (response: { json(): { errorCode?: string } }) => response.json().errorCode;

describe("every route of the console", () => {
  test("is listed here", () => {
    expect(allRoutes().length).toBeGreaterThan(15);
    expect(allRoutes()).toContainEqual({ method: "GET", path: "/staff", access: "staff.manage" });
  });

  test("needs a session unless it is open", async () => {
    for (const route of allRoutes().filter(({ access }) => access !== "open")) {
      t.clock.advance(1000);
      const response = await openBrowser(t).call(route.method, route.path);
      expect([route, response.statusCode, codeOf(response)]).toEqual([
        route,
        401,
        "session_required",
      ]);
    }
  });

  test.each(staffRoles)("opens for a %s exactly as the table of roles says", async (role) => {
    const { browser } = staff[role];
    for (const route of allRoutes()) {
      t.clock.advance(1000);
      // Skips the session's own routes: the next route needs the session.
      if (route.access === "open") continue;
      const response = await browser.call(route.method, route.path);
      const isStage = route.access === "second_factor" || route.access === "enrolment";
      const mayCall = !isStage && permissionsOfRole[role].includes(route.access as never);
      const refusal = isStage ? "session_required" : "role_not_allowed";
      if (mayCall) {
        // The operator must be allowed to move the clock, too.
        const isClock = route.path.startsWith("/sandbox-clock/");
        const isRefused = isClock
          ? codeOf(response) === "role_not_allowed"
          : [401, 403].includes(response.statusCode);
        expect([route, isRefused]).toEqual([route, false]);
      } else expect([route, codeOf(response)]).toEqual([route, refusal]);
    }
  });

  test("refuses a write from another page, from no page, and from another site", async () => {
    const { browser } = staff.admin;
    for (const route of allRoutes().filter(isWrite)) {
      t.clock.advance(1000);
      for (const headers of [
        { origin: "https://evil.example" },
        { origin: "http://shop.localhost:4100" },
        { origin: "null" },
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site" },
      ]) {
        const response = await browser.call(route.method, route.path, {}, headers as never);
        expect([route, headers, codeOf(response)]).toEqual([route, headers, "origin_not_allowed"]);
      }
      const response = await t.service.app.inject({
        method: route.method as "POST",
        url: `/console/api${route.path}`,
        headers: { host: "pay.localhost:4000" },
      });
      expect([route, codeOf(response)]).toEqual([route, "origin_not_allowed"]);
    }
  });

  test("refuses a write with a session but without its token, or with another's", async () => {
    const { browser } = staff.admin;
    for (const route of allRoutes().filter((route) => isWrite(route) && route.access !== "open")) {
      t.clock.advance(1000);
      if (["second_factor", "enrolment"].includes(route.access)) continue;
      for (const token of ["", "x".repeat(43), staff.viewer.browser.csrfToken ?? ""]) {
        const headers = { "x-csrf-token": token };
        const response = await browser.call(route.method, route.path, {}, headers);
        expect([route, codeOf(response)]).toEqual([route, "csrf_token_wrong"]);
      }
    }
  });

  test("shows nothing to another site's page, and no cache stores it", async () => {
    for (const route of allRoutes().filter((route) => !isWrite(route))) {
      t.clock.advance(1000);
      const headers = { "sec-fetch-site": "cross-site" };
      const refused = await staff.admin.browser.call("GET", route.path, undefined, headers);
      expect([route, codeOf(refused)]).toEqual([route, "origin_not_allowed"]);
      const response = await staff.admin.browser.call("GET", route.path);
      expect(response.headers["cache-control"]).toBe("no-store");
    }
  });

  test("with a secret key's access does not open with a cookie, and the console's does not open with a key", async () => {
    const response = await openBrowser(t).call("GET", "/staff", undefined, {
      authorization: `Bearer ${t.operator.secretKey}`,
    });
    expect(codeOf(response)).toBe("session_required");
  });
});

test("a console route that does not state who can call it cannot be registered", () => {
  const app = Fastify();
  addConsoleGuard(app, t.service.deps as never);
  expect(() => app.get("/console/api/oops", () => "")).toThrow(/does not state/);
  expect(() => app.get("/elsewhere", () => "")).not.toThrow();
});

test("limits a session's calls", async () => {
  const { browser } = await addStaff(t, "viewer");
  const statuses: number[] = [];
  for (let calls = 0; calls < 70; calls += 1) {
    statuses.push((await browser.call("GET", "/session")).statusCode);
  }
  expect(statuses.at(0)).toBe(200);
  expect(statuses.at(-1)).toBe(429);
  t.clock.advance(10_000);
  expect((await browser.call("GET", "/session")).statusCode).toBe(200);
});

test("limits calls without a session by address, an IPv6 network counting as one", async () => {
  const statusFrom = async (remoteAddress: string) =>
    (await t.service.app.inject({ method: "GET", url: "/console/api/session", remoteAddress }))
      .statusCode;
  const statuses: number[] = [];
  for (let calls = 1; calls <= 40; calls += 1) {
    statuses.push(await statusFrom(`2001:db8:7:7::${calls.toString(16)}`));
  }
  expect(statuses.at(0)).toBe(200);
  expect(statuses.at(-1)).toBe(429);
  expect(await statusFrom("2001:db8:7:8::1")).toBe(200);
});
