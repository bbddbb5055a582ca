import { createHmac } from "node:crypto";
import { describe, expect, expectTypeOf, test } from "vitest";
import type { DisbursementIntent } from "../api/disbursements.ts";
import type { PaymentIntent } from "../api/payment-intents.ts";
import { formatSignatureHeader, signedText } from "./signature.ts";
import { verifyWebhook, type WebhookData, WebhookVerificationError } from "./verify-webhook.ts";

const key = Buffer.alloc(32, 7);
const secret = `whsec_${key.toString("base64")}`;
const otherSecret = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;
const eventId = "evt_222222222222222222222222";
const seconds = 1_790_000_000;
const now = () => seconds * 1000;
const body = JSON.stringify({
  eventId,
  type: "payment",
  status: "succeeded-in-a-way-not-invented-yet",
  createdAt: "2026-09-21T00:00:00.000Z",
  sequence: 3,
  data: { paymentDescriptor: "CAFÉ ☕" },
});

function sign(text: string, stamp = seconds, id = eventId, using: Buffer = key): string {
  return createHmac("sha512", using)
    .update(signedText(id, stamp, text))
    .digest("hex");
}

function headersFor(text: string, signature = formatSignatureHeader(seconds, [sign(text)])) {
  return { "webhook-id": eventId, "tessera-signature": signature };
}

async function codeOf(attempt: Promise<unknown>): Promise<string> {
  const error = await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(WebhookVerificationError);
  return (error as WebhookVerificationError).code;
}

test("event data has the types of the possible resources", () => {
  const dataOf = (data: PaymentIntent | DisbursementIntent): WebhookData => data;
  expectTypeOf(dataOf).returns.toEqualTypeOf<WebhookData>();
  expectTypeOf<WebhookData["paymentIntentId"]>().toEqualTypeOf<string | undefined>();
});

describe("a misconfigured server", () => {
  test("gets an error for a missing secret and for a parsed body", async () => {
    const headers = headersFor(body);
    const unset = undefined as unknown as string;
    expect(await codeOf(verifyWebhook({ body, headers, secret: unset, now }))).toBe(
      "secret_malformed",
    );
    const parsed = verifyWebhook({ body: JSON.parse(body), headers, secret, now });
    expect(await codeOf(parsed)).toBe("body_not_raw");
    await expect(parsed).rejects.toThrow("express.raw");
  });
});

describe("a signed delivery", () => {
  test("verifies as text, bytes or a buffer", async () => {
    const bytes = new TextEncoder().encode(body);
    for (const each of [body, bytes, Buffer.from(bytes), bytes.slice().buffer]) {
      const event = await verifyWebhook({ body: each, headers: headersFor(body), secret, now });
      expect(event.eventId).toBe(eventId);
    }
  });

  test("returns its event, even with an unknown status", async () => {
    const event = await verifyWebhook({ body, headers: headersFor(body), secret, now });
    expect(event).toMatchObject({ eventId, status: "succeeded-in-a-way-not-invented-yet" });
  });

  test("verifies from bytes, from Fetch headers and from headers in any case", async () => {
    const bytes = Buffer.from(body);
    const headers = new Headers(headersFor(body));
    expect(await verifyWebhook({ body: bytes, headers, secret, now })).toMatchObject({ eventId });
    const upper = Object.fromEntries(
      Object.entries(headersFor(body)).map(([name, value]) => [name.toUpperCase(), value]),
    );
    expect(await verifyWebhook({ body, headers: upper, secret, now })).toMatchObject({ eventId });
  });

  test("verifies during secret rotation, with both secrets on either side", async () => {
    const both = formatSignatureHeader(seconds, [
      sign(body, seconds, eventId, Buffer.alloc(32, 8)),
      sign(body),
    ]);
    const twice = { body, headers: headersFor(body, both), now };
    expect(await verifyWebhook({ ...twice, secret })).toMatchObject({ eventId });
    expect(await verifyWebhook({ ...twice, secret: otherSecret })).toMatchObject({ eventId });
    const once = { body, headers: headersFor(body), now };
    expect(await verifyWebhook({ ...once, secret: [otherSecret, secret] })).toMatchObject({
      eventId,
    });
  });

  test.each([-300, 300])("is accepted when its timestamp is %d seconds off", async (off) => {
    const headers = headersFor(body);
    const late = () => (seconds + off) * 1000;
    expect(await verifyWebhook({ body, headers, secret, now: late })).toMatchObject({ eventId });
  });
});

describe("an untrusted delivery", () => {
  test.each([-301, 301])("is refused when its timestamp is %d seconds off", async (off) => {
    const late = () => (seconds + off) * 1000;
    const attempt = verifyWebhook({ body, headers: headersFor(body), secret, now: late });
    expect(await codeOf(attempt)).toBe("timestamp_out_of_tolerance");
  });

  test("is refused when the body, the id or the timestamp was changed", async () => {
    const changedBody = verifyWebhook({ body: `${body} `, headers: headersFor(body), secret, now });
    expect(await codeOf(changedBody)).toBe("signature_mismatch");
    const changedId = { ...headersFor(body), "webhook-id": `${eventId.slice(0, -1)}3` };
    expect(await codeOf(verifyWebhook({ body, headers: changedId, secret, now }))).toBe(
      "signature_mismatch",
    );
    const changedStamp = headersFor(body, formatSignatureHeader(seconds + 1, [sign(body)]));
    expect(await codeOf(verifyWebhook({ body, headers: changedStamp, secret, now }))).toBe(
      "signature_mismatch",
    );
  });

  test("is refused under another secret", async () => {
    const attempt = verifyWebhook({ body, headers: headersFor(body), secret: otherSecret, now });
    expect(await codeOf(attempt)).toBe("signature_mismatch");
  });

  test.each([
    ["no timestamp", `v1=${sign(body)}`],
    ["two timestamps", `t=${seconds},t=${seconds},v1=${sign(body)}`],
    ["no signature", `t=${seconds}`],
    ["a short signature", `t=${seconds},v1=${sign(body).slice(2)}`],
    ["only another scheme", `t=${seconds},v0=${sign(body)}`],
    ["nonsense", "Bearer 123"],
  ])("is refused when its header has %s", async (_what, header) => {
    const attempt = verifyWebhook({ body, headers: headersFor(body, header), secret, now });
    expect(await codeOf(attempt)).toBe("header_malformed");
  });

  test("is refused without headers, or with a header sent twice", async () => {
    expect(await codeOf(verifyWebhook({ body, headers: {}, secret, now }))).toBe("header_missing");
    const twice = { ...headersFor(body), "webhook-id": [eventId, eventId] };
    expect(await codeOf(verifyWebhook({ body, headers: twice, secret, now }))).toBe(
      "header_missing",
    );
  });

  test.each([
    "not json",
    "null",
    "[]",
    JSON.stringify({ eventId: "evt_other", type: "payment", status: "success", data: {} }),
  ])("is refused when the signed body is not an event with this id: %s", async (text) => {
    const attempt = verifyWebhook({ body: text, headers: headersFor(text), secret, now });
    expect(await codeOf(attempt)).toBe("body_malformed");
  });

  test.each(["", "whsec_", "sk_sandbox_abc", "whsec_???", secret.slice(0, -3), `${secret}=`, []])(
    "is refused for a malformed secret: %j",
    async (wrong) => {
      const attempt = verifyWebhook({ body, headers: headersFor(body), secret: wrong, now });
      expect(await codeOf(attempt)).toBe("secret_malformed");
    },
  );
});
