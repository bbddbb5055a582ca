import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  type Appearances,
  createAppearances,
  createLogos,
} from "../../operators/appearance/index.ts";
import { createHttpServer, type HttpServer } from "../../platform/http/create-http-server.ts";
import { createMetrics } from "../../platform/metrics.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { createFrames } from "./create-frames.ts";

const page = (scheme: string) =>
  `<!doctype html><html lang=en><head><meta name="color-scheme" content="${scheme}"></head>Page</html>`;

let folder: string;
let house: TestService;
let app: HttpServer;
let appearances: Appearances;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tessera-hosted-"));
  mkdirSync(join(folder, "frames"), { recursive: true });
  const pages = ["refund", "verify-passport", "w9"].map((name) => {
    writeFileSync(join(folder, `frames/${name}.en.html`), page("light dark"));
    return { name, locale: "en", file: `${name}.en.html`, styleHashes: [], scriptHashes: [] };
  });
  writeFileSync(join(folder, "frames/pages.json"), JSON.stringify(pages));
  house = await createTestService();
  const deps = { ...house.service.deps, metrics: createMetrics() };
  appearances = createAppearances(deps);
  ({ app } = await createHttpServer(deps, deps.operators));
  createFrames({ ...deps, appearances, logos: createLogos(deps) }, folder).register?.(app);
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await house.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string) => app.inject({ url });

it("is out of its opener's reach, except for the W-9's window, which the SDK watches", async () => {
  const policyOf = async (path: string) => (await get(path)).headers["cross-origin-opener-policy"];
  expect(await policyOf("/refund")).toBe("same-origin-allow-popups");
  expect(await policyOf("/verify/passport")).toBe("same-origin-allow-popups");
  expect(await policyOf("/w9")).toBe("unsafe-none");
});

it("has the look of the operator that the link names, and of no other", async () => {
  const other = await house.createOperator();
  const { operatorId } = house.operator;
  const change = { operatorId, actor: { kind: "command" } as const };
  await appearances.publish(change, { brandColor: "#ff0066", mode: "auto" });
  for (const path of ["/refund", "/verify/passport"]) {
    const { body, headers } = await get(`${path}?for=${operatorId}`);
    const css = /<style>(.*)<\/style><\/head>/.exec(body)?.[1] ?? "";
    expect(css, path).toContain("--brand:#ff0066");
    expect(body).toContain('content="light dark"');
    const hash = createHash("sha256").update(css).digest("base64");
    expect(headers["content-security-policy"]).toContain(`style-src 'sha256-${hash}' 'self'`);
    const plain = await get(`${path}?for=${other.operatorId}`);
    expect(plain.body).toBe(page("light"));
    expect(plain.headers["etag"]).not.toBe(headers["etag"]);
  }
  await appearances.publish(change, { brandColor: "#ff0066", mode: "dark" });
  expect((await get(`/refund?for=${operatorId}`)).body).toContain('content="dark"');
});

it.each([
  ["light", "dark", "light"],
  ["dark", "light", "dark"],
  ["auto", "light", "light"],
  ["auto", "dark", "dark"],
  ["auto", "sepia", "light dark"],
  ["auto", null, "light dark"],
] as const)(
  "shows a W-9 of an operator with mode %s that a page of scheme %s opened in %s, without the brand",
  async (mode, scheme, shown) => {
    const { operatorId } = await house.createOperator();
    const change = { operatorId, actor: { kind: "command" } as const };
    await appearances.publish(change, { brandColor: "#ff0066", mode });
    const query = scheme === null ? "" : `?locale=en&scheme=${scheme}`;
    const { statusCode, body } = await get(`/${operatorId}/w9${query}`);
    expect(statusCode).toBe(200);
    expect(body).toContain(`name="color-scheme" content="${shown}"`);
    expect(body.includes("--color-surface:#14181f")).toBe(shown !== "light");
    expect(body).not.toContain("ff0066");
  },
);

it("shows older W-9 links, which name no operator, in Tessera’s own look", async () => {
  expect((await get("/w9?scheme=dark")).body).toBe(page("light"));
  expect((await get("/op_none/w9")).body).not.toContain("<html");
});

it.each(["", "op_none", `op_${"2".repeat(24)}`, "*", "op_%00", "'or 1=1--"])(
  "shows Tessera’s own look for %j",
  async (name) => {
    const { statusCode, body } = await get(`/refund?for=${encodeURIComponent(name)}`);
    expect([statusCode, body]).toEqual([200, page("light")]);
  },
);

it("refuses a longer name than any operator has", async () => {
  const { statusCode, json } = await get(`/refund?for=${"x".repeat(65)}`);
  expect([statusCode, json().errorCode]).toEqual([400, "validation_failed"]);
});
