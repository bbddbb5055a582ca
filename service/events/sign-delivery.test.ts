import { createHmac } from "node:crypto";
import { Webhook, WebhookVerificationError } from "standardwebhooks";
import { expect, test } from "vitest";
import { verifyWebhook } from "#contract/events/verify-webhook";
import { createSystemRandomness } from "../platform/randomness.ts";
import { createWebhookSecret, signDelivery } from "./sign-delivery.ts";

const random = createSystemRandomness();
const nowMs = Date.UTC(2026, 10, 22);
const eventId = "evt_222222222222222222222222";
const body = JSON.stringify({ eventId, type: "payment", status: "success", data: { name: "Zoë" } });

test("verifyWebhook() accepts our signature with the old secret and the new", async () => {
  const [newer, older] = [createWebhookSecret(random), createWebhookSecret(random)];
  const headers = signDelivery(eventId, body, [newer, older], nowMs);
  for (const secret of [newer, older])
    expect(await verifyWebhook({ body, headers, secret, now: () => nowMs })).toMatchObject({
      eventId,
    });
  await expect(
    verifyWebhook({ body, headers, secret: createWebhookSecret(random), now: () => nowMs }),
  ).rejects.toMatchObject({ code: "signature_mismatch" });
});

test("the three Standard Webhooks headers follow the specification", () => {
  const secret = createWebhookSecret(random);
  const headers = signDelivery(eventId, body, [secret], nowMs);
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const expected = createHmac("sha256", key).update(signed).digest("base64");
  expect(headers["webhook-signature"]).toBe(`v1,${expected}`);
  expect(headers["webhook-timestamp"]).toBe(String(nowMs / 1000));
});

test("the Standard Webhooks library accepts our deliveries with our secret", () => {
  const secret = createWebhookSecret(random);
  // The library knows only the machine's clock.
  const headers = signDelivery(eventId, body, [createWebhookSecret(random), secret], Date.now());
  const library = new Webhook(secret);
  expect(library.verify(body, headers)).toMatchObject({ eventId });
  expect(() => library.verify(`${body} `, headers)).toThrow(WebhookVerificationError);
});
