import { expect, test } from "vitest";
import { signBody } from "../server/webhooks.ts";
import { runCommand } from "./run-command.ts";
import { createTestTerminal } from "./testing/test-terminal.ts";

const secret = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
const nowMs = Date.UTC(2026, 10, 27, 12);
const body = '{"eventId":"evt_1","type":"payment","status":"success","data":{"amount":1.50}}';
const plainBody = JSON.stringify(JSON.parse(body));

async function verify(
  options: { payload?: string; signed?: string; args?: string[]; env?: object; at?: number } = {},
) {
  const headers = await signBody({
    eventId: "evt_1",
    body: options.signed ?? plainBody,
    secret,
    nowMs: options.at ?? nowMs,
  });
  const terminal = createTestTerminal({
    env: { TESSERA_WEBHOOK_SECRET: secret, ...options.env },
    files: { payload: options.payload ?? plainBody, secret: `${secret}\n` },
    nowMs,
  });
  const signature = headers["tessera-signature"] ?? "";
  const code = await runCommand(terminal, [
    "webhook",
    "verify",
    "--payload",
    "payload",
    "--signature",
    signature,
    ...(options.args ?? []),
  ]);
  return { code, text: terminal.lines.join("\n") };
}

test("accepts a delivery, also at the time in `--at` and with the secret from a file", async () => {
  expect(await verify()).toEqual({ code: 0, text: "Verified: payment success evt_1" });
  const at = nowMs - 86_400_000;
  expect((await verify({ at, args: ["--at", new Date(at).toISOString()] })).code).toBe(0);
  expect((await verify({ at, args: ["--at", String(at / 1000)] })).code).toBe(0);
  expect(
    (await verify({ args: ["--secret-file", "secret"], env: { TESSERA_WEBHOOK_SECRET: "" } })).code,
  ).toBe(0);
});

test.each([
  ["an old delivery", { at: nowMs - 3_600_000 }, /timestamp_out_of_tolerance[\s\S]*60 minutes ago/],
  ["a delivery from the future", { at: nowMs + 3_600_000 }, /60 minutes in the future/],
  ["a body with a line break", { payload: `${plainBody}\n` }, /line break at its end/],
  ["a reformatted body", { payload: body }, /parsed and serialized again/],
  ["another body", { payload: plainBody.replace("success", "failed") }, /another endpoint/],
  ["another id", { args: ["--id", "evt_2"] }, /signature_mismatch/],
  [
    "another secret",
    { env: { TESSERA_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 2).toString("base64")}` } },
    /signature_mismatch[\s\S]*another endpoint/,
  ],
  ["a malformed secret", { env: { TESSERA_WEBHOOK_SECRET: "abc" } }, /secret_malformed/],
  ["no payload", { args: ["--payload", "x"] }, /Use --payload only once/],
])("says why %s fails", async (_what, options, text) => {
  const result = await verify(options);
  expect(result.code).toBe(1);
  expect(result.text).toMatch(text);
  expect(result.text).not.toContain(secret);
});
