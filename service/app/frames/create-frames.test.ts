import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAppearances, createLogos } from "../../operators/appearance/index.ts";
import { createHttpServer, type HttpServer } from "../../platform/http/create-http-server.ts";
import { createMetrics } from "../../platform/metrics.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { createFrames } from "./create-frames.ts";

const scheme = '<meta name="color-scheme" content="light dark">';
const english = `<!doctype html><html lang=en><head>${scheme}</head>English</html>`;
const spanish = "<!doctype html><html lang=es>Español</html>";
const script = "export const a = 1;";
const sdk = "window.Tessera = class {};";

let folder: string;
let house: TestService;
let app: HttpServer;
let appearances: ReturnType<typeof createAppearances>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tessera-frames-"));
  const write = (path: string, text: string) => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
    writeFileSync(join(folder, `${path}.br`), brotliCompressSync(text));
    writeFileSync(join(folder, `${path}.gz`), gzipSync(text));
  };
  const page = (locale: string) => ({
    name: "payment",
    locale,
    file: `payment.${locale}.html`,
    styleHashes: ["sha256-style"],
    scriptHashes: ["sha256-script"],
  });
  const challenge = { ...page("en"), name: "challenge" };
  const kyc = { ...page("en"), name: "kyc" };
  const links = ["en", "es"].map((locale) => ({ ...page(locale), name: "verify-passport" }));
  const refund = { ...page("en"), name: "refund" };
  const pages = [page("en"), page("es"), challenge, kyc, refund, ...links];
  write("frames/pages.json", JSON.stringify(pages));
  write("frames/payment.en.html", english);
  write("frames/payment.es.html", spanish);
  write("frames/assets/entry-1.js", script);
  writeFileSync(join(folder, "frames/assets/entry-1.js.map"), "{}");
  write("sdk/tessera.js", sdk);
  writeFileSync(join(folder, "sdk/tessera.tgz"), "packed");
  write("sdk/integrity.json", JSON.stringify({ version: "1.2.3", files: {} }));
  house = await createTestService({
    settings: {
      allowedOrigins: ["https://shop.example", "https://www.shop.example"],
      savedPaymentMethods: false,
    },
  });
  appearances = createAppearances(house.service.deps);
  app = await serve(folder);
});
afterAll(async () => {
  await app.close();
  await house.close();
  rmSync(folder, { recursive: true });
});

async function serve(built: string): Promise<HttpServer> {
  return (await serveWithJob(built)).server;
}

async function serveWithJob(built: string) {
  const deps = { ...house.service.deps, metrics: createMetrics() };
  const { app: server } = await createHttpServer(deps, deps.operators);
  const frames = createFrames({ ...deps, appearances, logos: createLogos(deps) }, built);
  frames.register?.(server);
  await server.ready();
  return { server, keep: () => frames.jobs[0]?.run(new AbortController().signal) };
}

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
const frame = (query = "", headers: Record<string, string> = {}) =>
  get(`/v1/frames/payment?key=${house.operator.publishableKey}${query}`, headers);
const directive = (policy: unknown, name: string) =>
  String(policy)
    .split("; ")
    .find((part) => part.startsWith(`${name} `));

describe("a frame’s page", () => {
  it("can be shown by the operator’s pages only", async () => {
    const { statusCode, headers, body } = await frame();
    expect(statusCode).toBe(200);
    expect(body).toBe(english);
    expect(directive(headers["content-security-policy"], "frame-ancestors")).toBe(
      "frame-ancestors https://shop.example https://www.shop.example " +
        "http://localhost:* http://*.localhost:* http://127.0.0.1:*",
    );
    expect(headers["cross-origin-resource-policy"]).toBe("cross-origin");
  });

  it("contains its operator’s payment methods before any request", async () => {
    const { publishableKey } = await house.createOperator({
      paymentMethodTypes: ["pay_by_bank", "card"],
      savedPaymentMethods: false,
    });
    const url = `/v1/frames/payment?key=${publishableKey}`;
    const marked =
      '<!doctype html><html data-methods="card pay_by_bank" data-choice="many" lang=en>';
    expect((await get(url)).body).toBe(`${marked}<head>${scheme}</head>English</html>`);
    const brotli = await get(url, { "accept-encoding": "br" });
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toContain(marked);
    expect(brotli.headers["etag"]).not.toBe(
      (await frame("", { "accept-encoding": "br" })).headers["etag"],
    );
  });

  it("contains whether cards can be saved, before any request", async () => {
    const keeper = await house.createOperator({ savedPaymentMethods: true });
    const { body } = await get(`/v1/frames/payment?key=${keeper.publishableKey}`);
    expect(body).toBe(english.replace("<html ", "<html data-keeps "));
  });

  it("contains its operator’s appearance, and no other operator’s", async () => {
    const mine = await house.createOperator({ savedPaymentMethods: false });
    const other = await house.createOperator({ savedPaymentMethods: false });
    const read = async (by: { publishableKey: string }) => {
      const url = `/v1/frames/payment?key=${by.publishableKey}`;
      const { rawPayload, headers } = await get(url, { "accept-encoding": "br" });
      const body = brotliDecompressSync(rawPayload).toString();
      return { body, headers, etag: String(headers["etag"]) };
    };
    const before = await read(mine);
    const change = { operatorId: mine.operatorId, actor: { kind: "command" } as const };
    await appearances.publish(change, { brandColor: "#ff0066", mode: "auto", radius: "round" });

    const first = await read(mine);
    const css = /<style>(.*)<\/style><\/head>/.exec(first.body)?.[1] ?? "";
    expect(css).toContain("--brand:#ff0066");
    expect(first.body).toBe(english.replace("</head>", `<style>${css}</style></head>`));
    const hash = createHash("sha256").update(css).digest("base64");
    expect(directive(first.headers["content-security-policy"], "style-src")).toBe(
      `style-src 'sha256-style' 'sha256-${hash}' 'self'`,
    );

    await appearances.publish(change, { brandColor: "#00aa44" });
    const second = await read(mine);
    expect(second.body).toContain("--brand:#00aa44");
    await appearances.restore(change, 0);
    expect(await read(mine)).toMatchObject({ body: english, etag: before.etag });
    expect(new Set([before.etag, first.etag, second.etag]).size).toBe(3);

    expect(await read(other)).toMatchObject({ body: english, etag: before.etag });
  });

  it("runs only what the build wrote", async () => {
    const policy = (await frame()).headers["content-security-policy"];
    expect(directive(policy, "script-src")).toBe("script-src 'self' 'sha256-script'");
    expect(directive(policy, "style-src")).toBe("style-src 'sha256-style' 'self'");
    expect(policy).not.toContain("unsafe");
    expect(directive(policy, "default-src")).toBe("default-src 'none'");
  });

  it("can use the camera and our worker; the bank’s challenge can use neither", async () => {
    const { headers } = await frame();
    expect(headers["permissions-policy"]).toContain("camera=(self)");
    expect(headers["permissions-policy"]).toContain("microphone=()");
    expect(directive(headers["content-security-policy"], "worker-src")).toBe("worker-src 'self'");
    const key = house.operator.publishableKey;
    const challenge = await get(`/v1/frames/challenge?key=${key}`);
    expect(challenge.headers["permissions-policy"]).toContain("camera=()");
    const policy = challenge.headers["content-security-policy"];
    expect(directive(policy, "trusted-types")).toBe("trusted-types 'none'");
    expect(directive(policy, "worker-src")).toBeUndefined();
  });

  it("requests its own process if a host page could share its site", async () => {
    const { hostname, protocol } = new URL(house.service.deps.config.publicUrl);
    const neighbour = await house.createOperator({
      allowedOrigins: ["https://shop.example", `${protocol}//shop.${hostname}`],
    });
    const beside = await get(`/v1/frames/payment?key=${neighbour.publishableKey}`);
    expect(beside.headers["origin-agent-cluster"]).toBe("?1");
    expect((await frame()).headers["origin-agent-cluster"]).toBeUndefined();
  });

  it("is shown only on the developer's machine if the operator has allowed no origin", async () => {
    const other = await house.createOperator();
    const { headers } = await get(`/v1/frames/payment?key=${other.publishableKey}`);
    expect(directive(headers["content-security-policy"], "frame-ancestors")).toBe(
      "frame-ancestors http://localhost:* http://*.localhost:* http://127.0.0.1:*",
    );
  });

  it("is refused for an unknown key, a secret key and no key, and cannot be framed then", async () => {
    for (const key of ["pk_sandbox_unknown", house.operator.secretKey, ""]) {
      const { statusCode, headers } = await get(`/v1/frames/payment?key=${key}`);
      expect(statusCode).toBe(401);
      expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
      expect(headers["cache-control"]).toBe("no-store");
    }
    expect((await get("/v1/frames/payment")).statusCode).toBe(401);
  });

  it("uses the requested language, or the browser’s, or English", async () => {
    expect((await frame("&locale=es-MX")).body).toBe(spanish);
    expect((await frame("&locale=fr", { "accept-language": "es" })).body).toBe(english);
    const byBrowser = await frame("", { "accept-language": "fr;q=0.9, es-419;q=0.8" });
    expect(byBrowser.body).toBe(spanish);
    expect(byBrowser.headers["vary"]).toBe("Accept-Language, Accept-Encoding");
  });

  it("can show banks, offer files to download and open wallets", async () => {
    const policy = (await frame()).headers["content-security-policy"];
    expect(directive(policy, "frame-src")).toBe(
      "frame-src blob: bitcoin: ethereum: tron: https: http:",
    );
  });

  it("shows no bank if it only verifies identity", async () => {
    const key = house.operator.publishableKey;
    const policy = (await get(`/v1/frames/kyc?key=${key}`)).headers["content-security-policy"];
    expect(directive(policy, "frame-src")).toBe("frame-src 'none'");
    expect(directive(policy, "form-action")).toBe("form-action 'none'");
  });

  it("is 404 if it does not exist", async () => {
    const url = `/v1/frames/none?key=${house.operator.publishableKey}`;
    expect((await get(url)).statusCode).toBe(404);
  });
});

describe("a page behind a link", () => {
  it("opens for anyone with its address, in their language, and in no frame", async () => {
    const { statusCode, headers, body } = await get("/verify/passport", {
      "accept-language": "es",
    });
    expect([statusCode, body]).toEqual([200, spanish]);
    const policy = headers["content-security-policy"];
    expect(directive(policy, "frame-ancestors")).toBe("frame-ancestors 'none'");
    expect(directive(policy, "frame-src")).toBe("frame-src 'none'");
    expect(directive(policy, "worker-src")).toBe("worker-src 'self'");
    expect(headers["x-frame-options"]).toBe("DENY");
    expect(headers["permissions-policy"]).toContain("camera=(self)");
    expect(headers["referrer-policy"]).toBe("no-referrer");
    expect((await get("/verify/nothing")).statusCode).toBe(404);
  });

  it("of a refund runs without camera and worker, and leaks no address", async () => {
    const { statusCode, headers } = await get("/refund");
    expect(statusCode).toBe(200);
    const policy = headers["content-security-policy"];
    expect(directive(policy, "frame-ancestors")).toBe("frame-ancestors 'none'");
    expect(directive(policy, "worker-src")).toBeUndefined();
    expect(directive(policy, "form-action")).toBe("form-action 'none'");
    expect(headers["permissions-policy"]).toContain("camera=()");
    expect(headers["referrer-policy"]).toBe("no-referrer");
  });

  it("is not a frame’s page", async () => {
    for (const name of ["verify-passport", "refund"]) {
      const url = `/v1/frames/${name}?key=${house.operator.publishableKey}`;
      expect((await get(url)).statusCode, name).toBe(404);
    }
  });

  it("can have a worker that can only read", async () => {
    const policy = (await get("/v1/assets/entry-1.js")).headers["content-security-policy"];
    expect(policy).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    );
  });
});

describe("files", () => {
  it("come in the best encoding that the browser accepts", async () => {
    const brotli = await frame("", { "accept-encoding": "gzip, deflate, br" });
    expect(brotli.headers["content-encoding"]).toBe("br");
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(english);
    const gzip = await frame("", { "accept-encoding": "gzip;q=1, br;q=0" });
    expect(gzip.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(english);
    expect((await frame()).headers["content-encoding"]).toBeUndefined();
  });

  it("are not sent again to a browser that has them", async () => {
    const { headers } = await frame();
    const repeat = await frame("", { "if-none-match": String(headers["etag"]) });
    expect(repeat.statusCode).toBe(304);
    expect(repeat.body).toBe("");
    expect(repeat.headers["content-security-policy"]).toBe(headers["content-security-policy"]);
  });

  it("are sent again when the operator’s origins have changed", async () => {
    const { headers } = await frame();
    const other = await house.createOperator({ allowedOrigins: ["https://other.example"] });
    const repeat = await get(`/v1/frames/payment?key=${other.publishableKey}`, {
      "if-none-match": String(headers["etag"]),
    });
    expect(repeat.statusCode).toBe(200);
  });

  it("with hashed names are cached for a year, the newest script for minutes", async () => {
    expect((await get("/v1/assets/entry-1.js")).headers["cache-control"]).toBe(
      "public, max-age=31536000, immutable",
    );
    expect((await get("/1.2.3/tessera.js")).headers["cache-control"]).toContain("immutable");
    const packed = await get("/v1/tessera.tgz", { "accept-encoding": "gzip, br" });
    expect(packed.headers).toMatchObject({ "content-type": "application/gzip" });
    expect([packed.headers["content-encoding"], packed.body]).toEqual([undefined, "packed"]);
    expect((await get("/v1/tessera.js")).headers["cache-control"]).toContain("max-age=300");
    expect((await get("/v1/integrity.json")).json()).toEqual({ version: "1.2.3", files: {} });
  });
});

it("lets pages load the SDK with an integrity attribute", async () => {
  const { headers, body } = await get("/v1/tessera.js");
  expect(body).toBe(sdk);
  expect(headers["access-control-allow-origin"]).toBe("*");
  expect(headers["content-type"]).toBe("text/javascript; charset=utf-8");
});

it("serves only built files, and no source maps", async () => {
  for (const path of [
    "/v1/assets/none.js",
    "/v1/assets/entry-1.js.map",
    "/v1/assets/..%2fpages.json",
    "/v1/assets/../pages.json",
    "/1.2.4/tessera.js",
    "/1.2.4/package.json",
    "/v1/assets/%00.js",
    "/v1/assets/%ff.js",
  ]) {
    expect((await get(path)).statusCode, path).toBe(404);
  }
});

describe("an upgrade", () => {
  const dayMs = 86_400_000;
  let next: string;
  beforeAll(() => {
    next = mkdtempSync(join(tmpdir(), "tessera-frames-"));
    const write = (path: string, text: string) => {
      mkdirSync(join(next, path, ".."), { recursive: true });
      writeFileSync(join(next, path), text);
    };
    write("frames/pages.json", "[]");
    write("frames/assets/entry-2.js", "export const a = 2;");
    write("sdk/tessera.js", "window.Tessera = class Next {};");
    write("sdk/integrity.json", JSON.stringify({ version: "2.0.0-rc.1", files: {} }));
  });
  afterAll(() => rmSync(next, { recursive: true }));

  it("keeps pinned versions and the assets of open pages", async () => {
    const before = await serveWithJob(folder);
    const after = await serveWithJob(next);
    await before.keep();
    await after.keep();
    const [old, part] = await Promise.all([
      after.server.inject({ url: "/1.2.3/tessera.js", headers: { "accept-encoding": "br" } }),
      after.server.inject({ url: "/v1/assets/entry-1.js" }),
    ]);
    expect(brotliDecompressSync(old.rawPayload).toString()).toBe(sdk);
    expect(old.headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "access-control-allow-origin": "*",
      "cache-control": "public, max-age=31536000, immutable",
    });
    expect(part.body).toBe(script);
    const package1 = await after.server.inject({ url: "/1.2.3/tessera.tgz" });
    expect(package1.body).toBe("packed");
    // Each serves the assets of the other's pages.
    expect((await before.server.inject({ url: "/v1/assets/entry-2.js" })).body).toContain("a = 2");
    const newer = await before.server.inject({ url: "/2.0.0-rc.1/tessera.js" });
    expect(newer.body).toContain("Next");
    expect((await after.server.inject({ url: "/v1/tessera.js" })).body).toContain("Next");
    await Promise.all([before.server.close(), after.server.close()]);
  });

  it("deletes assets a month after the last service with them, and never deletes versions", async () => {
    const old = await serveWithJob(folder);
    await old.keep();
    house.clock.advance(31 * dayMs);
    const { server, keep } = await serveWithJob(next);
    await keep();
    expect((await server.inject({ url: "/v1/assets/entry-1.js" })).statusCode).toBe(404);
    expect((await server.inject({ url: "/v1/assets/entry-2.js" })).statusCode).toBe(200);
    expect((await server.inject({ url: "/1.2.3/tessera.js" })).statusCode).toBe(200);
    await Promise.all([old.server.close(), server.close()]);
  });
});

it("starts without a build and responds 404", async () => {
  const empty = await serve(join(folder, "none"));
  const url = `/v1/frames/payment?key=${house.operator.publishableKey}`;
  expect((await empty.inject({ url })).statusCode).toBe(404);
  await empty.close();
});
