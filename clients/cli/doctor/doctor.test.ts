import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { runCommand } from "../run-command.ts";
import { createStreamServer, type StreamServer } from "../testing/stream-server.ts";
import { createTestTerminal } from "../testing/test-terminal.ts";
import { allows, parsePolicies } from "./content-policy.ts";

let servers: StreamServer[] = [];
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
  servers = [];
});

async function start(
  answer: (response: ServerResponse, number: number, request: IncomingMessage) => void,
): Promise<StreamServer> {
  const server = await createStreamServer(answer);
  servers.push(server);
  return server;
}

interface World {
  html?: (service: string) => string;
  headers?: (service: string) => Record<string, string>;
  status?: number;
  webhooks?: object[];
  diagnosis?: object;
  diagnosisStatus?: number;
  args?: string[];
  nowMs?: number;
}

const good = (service: string) => `<!doctype html><script src="${service}/v1/tessera.js"></script>`;

async function examine(world: World = {}) {
  const json = (response: ServerResponse, body: object, status = 200) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  const service = await start((response, _number, request) => {
    if (request.url === "/readyz") return void json(response, {});
    if (request.url?.startsWith("/v1/sdk/diagnosis")) {
      const diagnosis = world.diagnosis ?? { key: "ok", origin: "allowed" };
      return void json(response, diagnosis, world.diagnosisStatus);
    }
    json(response, { data: world.webhooks ?? [] });
  });
  const page = await start((response) => {
    response.writeHead(world.status ?? 200, {
      "content-type": "text/html",
      ...world.headers?.(service.url),
    });
    response.end((world.html ?? good)(service.url));
  });
  const terminal = createTestTerminal({
    env: {
      TESSERA_SECRET_KEY: "sk_sandbox_0123456789",
      TESSERA_PUBLISHABLE_KEY: "pk_sandbox_0123456789",
      TESSERA_SERVICE_URL: service.url,
    },
    ...(world.nowMs === undefined ? {} : { nowMs: world.nowMs }),
  });
  const code = await runCommand(terminal, ["doctor", page.url, ...(world.args ?? [])]);
  return { code, text: terminal.lines.join("\n"), service, page };
}

test("a correct page has no problems, and each result names its subject", async () => {
  const { code, text, service, page } = await examine();
  expect(text).not.toContain("PROBLEM");
  expect(code).toBe(0);
  for (const subject of [
    "Service",
    "Clock",
    "Secret key",
    "HTTPS",
    "Script tag",
    "Allowed origins",
  ]) {
    expect(text).toMatch(new RegExp(`^ok +${subject}:`, "m"));
  }
  const diagnosis = service.requests.find(({ url }) => url?.startsWith("/v1/sdk/"));
  expect(diagnosis?.headers["origin"]).toBe(page.url);
});

const policy = (text: (service: string) => string) => (service: string) => ({
  "content-security-policy": text(service),
});

test.each<[string, World, RegExp]>([
  ["a secret key", { html: () => "<script>x='sk_live_abcdefgh'</script>" }, /Roll the key at once/],
  ["a blocked script", { headers: policy(() => "script-src 'self'; frame-src *") }, /script-src/],
  [
    "blocked frames",
    { headers: policy((s) => `default-src 'self'; script-src ${s}`) },
    /frame-src/,
  ],
  [
    "a policy in a meta tag",
    {
      html: (s) =>
        `<meta http-equiv="Content-Security-Policy" content="frame-src &#39;none&#39;">${good(s)}`,
    },
    /frame-src/,
  ],
  [
    "an isolated page",
    { headers: () => ({ "cross-origin-embedder-policy": "require-corp" }) },
    /Firefox and Safari/,
  ],
  [
    "integrity at a moving address",
    { html: (s) => `<script src="${s}/v1/tessera.js" integrity="sha384-x"></script>` },
    /versioned address/,
  ],
  [
    "integrity without crossorigin",
    { html: (s) => `<script src="${s}/1.2.3/tessera.js" integrity="sha384-x"></script>` },
    /crossorigin/,
  ],
  [
    "a copy of the SDK",
    { html: () => '<script src="https://cdn.example/v1/tessera.js"></script>' },
    /Load the SDK from the service/,
  ],
  [
    "an origin that is not allowed",
    { diagnosis: { key: "ok", origin: "refused" } },
    /allowedOrigins/,
  ],
  [
    "a key of the other environment",
    { diagnosis: { key: "wrong_environment" } },
    /other environment/,
  ],
  [
    "an origin that the service cannot check now",
    { diagnosisStatus: 503, diagnosis: { errorCode: "service_unavailable" } },
    /Allowed origins: The service could not check it/,
  ],
  ["a page behind a login", { status: 401 }, /opens without a login/],
  ["a wrong clock", { nowMs: Date.now() - 900_000 }, /NTP/],
  [
    "a disabled endpoint",
    {
      webhooks: [
        {
          webhookId: "we_1",
          url: "https://shop.example/hook",
          status: "disabled",
          disabledReason: "gone",
          failingSince: null,
          slowSince: null,
        },
      ],
    },
    /webhooks enable/,
  ],
])("%s is a problem with advice", async (_what, world, text) => {
  const { code, text: shown } = await examine(world);
  expect(shown).toMatch(text);
  expect(shown).toMatch(/^PROBLEM /m);
  expect(code).toBe(1);
});

test.each<[string, World, RegExp]>([
  ["a page without a tag", { html: () => "<p>" }, /set `apiUrl`/],
  [
    "a policy that denies the camera",
    { headers: () => ({ "permissions-policy": "camera=()" }) },
    /camera=\(self/,
  ],
  [
    "no connect-src",
    { headers: policy((s) => `script-src ${s}; frame-src ${s}; connect-src 'self'`) },
    /connect-src/,
  ],
])("%s gets a note", async (_what, world, text) => {
  const { code, text: shown } = await examine(world);
  expect(shown).toMatch(text);
  expect(shown).toMatch(/^note /m);
  expect(code).toBe(0);
});

test("checks a second return address too", async () => {
  const { service } = await examine({ args: ["--return-url", "https://back.example/done"] });
  const origins = service.requests
    .filter(({ url }) => url?.startsWith("/v1/sdk/"))
    .map(({ headers }) => headers["origin"]);
  expect(origins).toContain("https://back.example");
});

describe("a policy", () => {
  const page = "https://shop.example/pay";
  const pay = "https://pay.example/v1/tessera.js";
  test.each([
    ["script-src https://pay.example", pay, true],
    ["script-src pay.example", pay, true],
    ["script-src *.example", pay, true],
    ["script-src https:", pay, true],
    ["script-src *", pay, true],
    ["script-src https://pay.example/v1/", pay, true],
    ["script-src https://pay.example:*", pay, true],
    ["script-src http://pay.example", pay, true],
    ["default-src https://pay.example", pay, true],
    ["img-src 'none'", pay, true],
    ["script-src 'self'", pay, false],
    ["script-src 'none'", pay, false],
    ["script-src", pay, false],
    ["script-src *.pay.example", pay, false],
    ["script-src https://pay.example/v2/", pay, false],
    ["script-src https://pay.example:8443", pay, false],
    ["script-src https://pay.example.evil.example", pay, false],
    ["script-src 'strict-dynamic' https://pay.example", pay, false],
    ["script-src 'self'; script-src https://pay.example", pay, false],
    ["script-src pay.example", "http://pay.example/v1/tessera.js", false],
  ])("%s for %s: %s", (text, url, expected) => {
    const [only] = parsePolicies(text);
    expect(only && allows(only, "script-src", { url, pageUrl: page })).toBe(expected);
  });

  test("with a nonce allows only the tag that has it", () => {
    const [only] = parsePolicies("script-src 'nonce-abc' 'strict-dynamic'");
    if (!only) throw new Error("there is a policy");
    expect(allows(only, "script-src", { url: pay, pageUrl: page, nonce: "abc" })).toBe(true);
    expect(allows(only, "script-src", { url: pay, pageUrl: page, nonce: "abd" })).toBe(false);
  });

  test("applies together with the other policies in its header", () => {
    const policies = parsePolicies("frame-src *, frame-src 'none'");
    const allowed = policies.map((policy) =>
      allows(policy, "frame-src", { url: pay, pageUrl: page }),
    );
    expect(allowed).toEqual([true, false]);
  });
});
