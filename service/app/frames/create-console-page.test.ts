import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createHttpServer, type HttpServer } from "../../platform/http/create-http-server.ts";
import { createMetrics } from "../../platform/metrics.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { createConsolePage } from "./create-console-page.ts";

const page = "<!doctype html><title>Console</title>";

let folder: string;
let house: TestService;
let app: HttpServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tessera-console-"));
  mkdirSync(join(folder, "console/assets"), { recursive: true });
  writeFileSync(join(folder, "console/index.html"), page);
  writeFileSync(join(folder, "console/assets/index-1.js"), "export const a = 1;");
  writeFileSync(join(folder, "console/assets/index-1.js.map"), "{}");
  mkdirSync(join(folder, "preview/assets"), { recursive: true });
  writeFileSync(join(folder, "preview/preview.html"), "<!doctype html><title>Preview</title>");
  writeFileSync(join(folder, "preview/assets/preview-1.js"), "export const b = 2;");
  house = await createTestService();
  app = await serve(folder);
});
afterAll(async () => {
  await app.close();
  await house.close();
  rmSync(folder, { recursive: true });
});

async function serve(built: string): Promise<HttpServer> {
  const deps = { ...house.service.deps, metrics: createMetrics() };
  const { app: server } = await createHttpServer(deps, deps.operators);
  createConsolePage(built).register?.(server);
  await server.ready();
  return server;
}

it("serves the same page at every depth, because the app routes by path", async () => {
  for (const url of ["/console", "/console/", "/console/reviews", "/console/customers/a%2Fb?x=1"]) {
    const { statusCode, body, headers } = await app.inject({ url });
    expect([statusCode, body], url).toEqual([200, page]);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(headers["cache-control"]).toBe("no-cache");
  }
});

it("runs only built files, submits no forms and cannot be framed", async () => {
  const { headers } = await app.inject({ url: "/console" });
  const policy = String(headers["content-security-policy"]).split("; ");
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("style-src 'self'");
  expect(policy).toContain("form-action 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy.join()).not.toContain("unsafe");
  expect(headers["x-frame-options"]).toBe("DENY");
  expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
});

it("serves previews of widgets that only the console can frame and that reach no network", async () => {
  const { statusCode, body, headers } = await app.inject({ url: "/console/preview/?show=payment" });
  expect([statusCode, body]).toEqual([200, "<!doctype html><title>Preview</title>"]);
  const policy = String(headers["content-security-policy"]).split("; ");
  expect(policy).toEqual(
    expect.arrayContaining(["default-src 'none'", "script-src 'self'", "frame-ancestors 'self'"]),
  );
  expect(policy.join()).not.toMatch(/unsafe|connect-src/);
  const script = await app.inject({ url: "/console/preview/assets/preview-1.js" });
  expect([script.statusCode, script.body]).toEqual([200, "export const b = 2;"]);
  for (const url of [
    "/console/preview/assets/none.js",
    "/console/preview/assets/..%2fpreview.html",
  ])
    expect((await app.inject({ url })).statusCode, url).toBe(404);
});

it("caches hashed files for a year, and shares them with no other site", async () => {
  const { statusCode, headers } = await app.inject({ url: "/console/assets/index-1.js" });
  expect(statusCode).toBe(200);
  expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
});

it("serves no page for unknown API paths and files", async () => {
  for (const url of [
    "/console/api",
    "/console/api/nothing",
    "/console/assets/none.js",
    "/console/assets/index-1.js.map",
    "/console/assets/..%2findex.html",
  ]) {
    const { statusCode, json } = await app.inject({ url });
    expect([statusCode, json().errorCode], url).toEqual([404, "not_found"]);
  }
});

it("responds 404 if the console was not built", async () => {
  const empty = await serve(join(folder, "none"));
  expect((await empty.inject({ url: "/console" })).statusCode).toBe(404);
  await empty.close();
});
