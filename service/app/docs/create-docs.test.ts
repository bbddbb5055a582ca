import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createHttpServer, type HttpServer } from "../../platform/http/create-http-server.ts";
import { createMetrics } from "../../platform/metrics.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { addApiReference } from "../api-reference/index.ts";
import { createDocs } from "./create-docs.ts";

let folder: string;
let house: TestService;
let app: HttpServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tessera-docs-"));
  const docs = join(folder, "docs");
  mkdirSync(join(docs, "assets"), { recursive: true });
  mkdirSync(join(docs, "payments"));
  writeFileSync(join(docs, "index.html"), "<!doctype html><title>Home</title>");
  writeFileSync(join(docs, "payments/cards.html"), "<!doctype html><title>Cards</title>");
  writeFileSync(join(docs, "payments/cards.md"), "# Cards");
  writeFileSync(join(docs, "assets/site-1.js"), "export const a = 1;");
  writeFileSync(join(docs, "llms.txt"), "# Tessera");
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
  await addApiReference(server, deps.config.publicUrl);
  createDocs(built).register?.(server);
  await server.ready();
  return server;
}

it.each([
  ["/docs", "Home", "text/html"],
  ["/docs/", "Home", "text/html"],
  ["/docs/payments/cards", "Cards", "text/html"],
  ["/docs/payments/cards/", "Cards", "text/html"],
  ["/docs/payments/cards.md", "# Cards", "text/markdown"],
  ["/docs/llms.txt", "# Tessera", "text/plain"],
  ["/llms.txt", "# Tessera", "text/plain"],
  ["/docs/assets/site-1.js", "export const a", "text/javascript"],
])("serves %s", async (url, text, type) => {
  const { statusCode, body, headers } = await app.inject({ url });
  expect(statusCode).toBe(200);
  expect(body).toContain(text);
  expect(headers["content-type"]).toBe(`${type}; charset=utf-8`);
});

it("runs only built files, makes no requests to other hosts, and cannot be framed", async () => {
  const { headers } = await app.inject({ url: "/docs/payments/cards" });
  const policy = String(headers["content-security-policy"]).split("; ");
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("connect-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy.join()).not.toContain("unsafe");
  expect(headers["x-content-type-options"]).toBe("nosniff");
});

it("lets browsers cache hashed files and revalidate pages", async () => {
  const page = await app.inject({ url: "/docs" });
  expect(page.headers["cache-control"]).toBe("no-cache");
  const asset = await app.inject({ url: "/docs/assets/site-1.js" });
  expect(asset.headers["cache-control"]).toContain("immutable");
});

it.each(["/docs/none", "/docs/../package.json", "/docs/%2e%2e/package.json", "/docs/assets/x.js"])(
  "%s is not found",
  async (url) => {
    expect((await app.inject({ url })).statusCode).toBe(404);
  },
);

it("does not hide the API reference", async () => {
  const { body } = await app.inject({ url: "/docs/api" });
  expect(body).toContain("API reference</h1>");
});

it("redirects to the API reference if the site was not built", async () => {
  const bare = await serve(join(folder, "none"));
  const { statusCode, headers } = await bare.inject({ url: "/docs" });
  expect([statusCode, headers["location"]]).toEqual([302, "/docs/api"]);
  await bare.close();
});
