import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBankingProviderFor } from "../providers/open-banking/index.ts";
import { createPayoutDirectory } from "../providers/payout/index.ts";
import { createTwilioSmsSender } from "../providers/sms/index.ts";
import { createTinMatcher } from "../providers/tin-matching/index.ts";
import { createTestService, type TestService } from "../testing/create-test-service.ts";
import type { OutgoingHttp, OutgoingRequest } from "./outgoing-http.ts";

let t: TestService;
let folder: string;
const file = () => join(folder, "key");
const rotate = async (text: string) => {
  writeFileSync(file(), text);
  await t.runJob("reread_secrets");
  await t.runJob("reread_secrets");
};
const connector = { name: "party", url: "https://party.example", key: {} };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tessera-rotating-"));
  writeFileSync(file(), "first-key");
  const value = JSON.stringify({ ...connector, key: { file: file() } });
  t = await createTestService({
    env: {
      PAYOUT_PROCESSOR: value,
      TIN_MATCHING: value,
      BANK_LOGIN: value,
      TWILIO_ACCOUNT_SID: "AC1",
      TWILIO_FROM: "+12025550100",
      TWILIO_AUTH_TOKEN: JSON.stringify({ file: file() }),
    },
  });
});
afterAll(async () => {
  await t.close();
  rmSync(folder, { recursive: true });
});

async function keysSent(act: (http: OutgoingHttp) => Promise<unknown>): Promise<string[]> {
  const sent: OutgoingRequest[] = [];
  const http: OutgoingHttp = {
    async call(request) {
      sent.push(request);
      const isMetadata = request.url.includes("well-known");
      const issuer = connector.url;
      const metadata = { issuer, token_endpoint: `${issuer}/token`, response_types_supported: [] };
      const text = JSON.stringify(isMetadata ? metadata : {});
      return {
        statusCode: isMetadata ? 200 : 503,
        headers: { "content-type": "application/json" },
        text,
      };
    },
    close: () => Promise.resolve(),
  };
  await act(http).catch(() => undefined);
  return sent.flatMap(({ headers }) => {
    const [, scheme, value = ""] =
      /^(\S+) (.+)$/.exec(new Headers(headers).get("authorization") ?? "") ?? [];
    if (scheme === undefined) return [];
    return scheme === "Basic" ? [atob(value).split(":")[1] ?? ""] : [value];
  });
}

test("calls to outside parties carry the newest key of its file, without a restart", async () => {
  const { payoutProcessors, tinMatching, payByBank, twilio } = t.service.deps.config;
  if (!tinMatching || !payByBank || !twilio) throw new Error("not configured");
  const all = () =>
    Promise.all([
      keysSent(async (http) =>
        createPayoutDirectory(payoutProcessors, {
          notificationUrl: "https://x.example",
          payees: () => ({
            find: async () => undefined,
            save: async (_payee, _account, id) => id,
            remove: async () => {},
          }),
          mayCall: async () => true,
          machineNowMs: () => 0,
          references: () => ({ reserve: async (_, key) => key, find: async (_, key) => key }),
          sendDeadlineMs: 1,
          lookUpDeadlineMs: 1,
          http,
        })
          .forMethod("bank")
          ?.lookUp("key", { operatorId: "op_1", amountMinor: 1, currency: "USD" }),
      ),
      keysSent((http) =>
        createTinMatcher(http, tinMatching).check({
          tinType: "ssn",
          tin: "123456789",
          name: "N",
          reference: null,
        }),
      ),
      keysSent((http) => createTwilioSmsSender(http, twilio).send({ to: "+1", body: "b" })),
      keysSent((http) =>
        openBankingProviderFor(payByBank, http, {
          payDeadlineMs: 1,
          lookUpDeadlineMs: 1,
          publicUrl: "http://pay.localhost:4000",
        }).lookUp({
          key: "key",
          order: { amountMinor: 1, currency: "USD", payee: "p", reference: "r", endToEndId: "e" },
        }),
      ),
    ]);
  // OAuth encodes the secret as in a form (RFC 6749 §2.3.1).
  const key = (text: string) => [[text], [text], [text], [text.replaceAll("-", "%2D")]];
  await rotate("first-key");
  expect(await all()).toEqual(key("first-key"));
  await rotate("second-key");
  expect(await all()).toEqual(key("second-key"));
});

test("a party that calls us is recognized by the newest key", async () => {
  const notify = (token: string) =>
    t.call("POST", "/v1/payout-notifications", {
      token,
      body: { eventId: "e_1", idempotencyKey: "di_none" },
    });
  await rotate("third-key");
  expect((await notify("third-key")).statusCode).toBe(200);
  expect((await notify("second-key")).statusCode).toBe(401);
});

test("a file that cannot be used is in the log and the metrics, without its contents", async () => {
  await rotate("fourth-key");
  rmSync(file());
  await t.runJob("reread_secrets");
  await t.runJob("reread_secrets");
  const lines = t.logLines.filter((line) => line.includes("a secret's file cannot be used"));
  expect(lines.filter((line) => line.includes("TWILIO_AUTH_TOKEN"))).toHaveLength(1);
  expect(lines[0]).toContain("ENOENT");
  expect(t.logLines.join("")).not.toContain("fourth-key");
  const metrics = async () => (await t.service.deps.metrics.expose()).text;
  expect(await metrics()).toContain("tessera_secret_files_unusable 4");
  await rotate("fifth-key");
  expect(await metrics()).toContain("tessera_secret_files_unusable 0");
});

test("a file with two lines, for example while somebody replaces the key, leaves the key in use", async () => {
  const [payoutProcessor] = t.service.deps.config.payoutProcessors;
  await rotate("sixth-key");
  await rotate("sixth-key\nseventh-key");
  expect(payoutProcessor).toMatchObject({ key: "sixth-key" });
  expect(t.logLines.at(-1)).not.toContain("sixth-key");
  await rotate("seventh-key");
  expect(payoutProcessor).toMatchObject({ key: "seventh-key" });
});
