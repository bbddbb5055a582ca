import { expect, test, vi } from "vitest";
import { createStepsApi } from "./steps-api.ts";

function apiAnswering(status: number, body: unknown) {
  const send = vi.fn<(path: string, init: RequestInit) => Promise<Response>>(
    async () => new Response(JSON.stringify(body), { status }),
  );
  return {
    send,
    api: createStepsApi({ clientSecretKey: "pi_1_secret_x", publishableKey: "pk_1", send }),
  };
}

test("asks with the client secret and reads the response", async () => {
  const progress = { status: "pending", phoneNumber: "•••• 34", resendAt: "2026", attemptsLeft: 5 };
  const { api, send } = apiAnswering(200, { ...progress, more: "unknown" });
  expect(await api.startSms({ language: "en" })).toEqual({ ok: true, value: progress });
  const [path, init] = send.mock.calls[0] ?? [];
  expect(path).toBe("/v1/client/sms-verification");
  expect(init?.method).toBe("POST");
  expect(init?.headers).toMatchObject({
    Authorization: "Bearer pi_1_secret_x",
    "Tessera-Publishable-Key": "pk_1",
  });
});

test("returns the open requirements without members of unknown types", async () => {
  const { api } = apiAnswering(200, {
    requirements: [{ type: "kyc", blocks: "submission", status: null }],
  });
  expect(await api.fillIn({ lastName: "Doe" })).toEqual({
    ok: true,
    value: { requirements: [{ type: "kyc", blocks: "submission" }] },
  });
});

test("returns a refusal's code, and the tries left", async () => {
  const { api } = apiAnswering(400, { message: "…", errorCode: "sms_code_wrong", attemptsLeft: 4 });
  expect(await api.checkSms("111111")).toEqual({
    ok: false,
    failure: { code: "sms_code_wrong", attemptsLeft: 4 },
  });
});

test("an unreadable response, and no response, count as lost", async () => {
  const lost = { ok: false, failure: { code: "lost" } };
  expect(await apiAnswering(200, { status: 7 }).api.checkSms("1")).toEqual(lost);
  expect(await apiAnswering(502, "<html>").api.checkSms("1")).toEqual(lost);
  const broken = createStepsApi({
    clientSecretKey: "a",
    publishableKey: "b",
    send: () => Promise.reject(new TypeError("network")),
  });
  expect(await broken.checkSms("1")).toEqual(lost);
});

/** Records each call's path and idempotency key. After these responses, each response is lost. */
function apiRecording(responses: (Response | Promise<Response>)[]) {
  const sent: string[] = [];
  let keys = 0;
  const api = createStepsApi({
    clientSecretKey: "a",
    publishableKey: "b",
    newKey: () => `key-${++keys}`,
    async send(path, { headers }) {
      sent.push(`${path.split("/").at(-1)} ${new Headers(headers).get("Idempotency-Key")}`);
      return responses.shift() ?? Response.error();
    },
  });
  return { api, sent };
}
const lostResponse = () => Promise.reject(new TypeError("network"));
const refused = (status: number, errorCode: string) => Response.json({ errorCode }, { status });

test("a call keeps its key until the service has accepted or refused it, and any other call has a new one", async () => {
  const { api, sent } = apiRecording([
    lostResponse(),
    refused(409, "idempotency_key_in_use"),
    refused(429, "rate_limited"),
    refused(503, "unavailable"),
    refused(400, "sms_code_wrong"),
    refused(400, "sms_code_wrong"),
  ]);
  for (let calls = 0; calls < 6; calls += 1) await api.checkSms("111111");
  await api.startSms({ language: "en" });
  expect(sent).toEqual([...Array(5).fill("check key-1"), "check key-2", "sms-verification key-3"]);
});

test("data that is sent again after a lost response keeps its key, because the service takes it only once", async () => {
  const { api, sent } = apiRecording([lostResponse(), Response.json({ requirements: [] })]);
  await api.fillIn({ lastName: "Doe" });
  expect(await api.fillIn({ lastName: "Doe" })).toMatchObject({ ok: true });
  expect(sent).toEqual(["customer-data key-1", "customer-data key-1"]);
});

test("a new text message is sent if the response to the last request was lost, but a code was checked since", async () => {
  const { api, sent } = apiRecording([lostResponse(), refused(400, "sms_code_wrong")]);
  await api.startSms({ language: "en" });
  await api.checkSms("111111");
  await api.startSms({ language: "en" });
  expect(sent).toEqual(["sms-verification key-1", "check key-2", "sms-verification key-3"]);
});
