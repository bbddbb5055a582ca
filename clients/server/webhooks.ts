import {
  formatSignatureHeader,
  secretPrefix,
  signatureHeaders,
  signedText,
} from "../../contract/events/signature.ts";
import type { VerifiedWebhookEvent } from "../../contract/events/verified-event.ts";
import { type VerifyWebhookOptions, verifyWebhook } from "../../contract/events/verify-webhook.ts";

export interface WebhookTools {
  /**
   * Verifies a delivery and returns its event. `type` tells which `data` it has. An event can arrive more than once:
   * store its `eventId`.
   * @throws WebhookVerificationError
   */
  unwrap(delivery: VerifyWebhookOptions): Promise<VerifiedWebhookEvent>;
  /** Signs an event as the service does, for tests of your own endpoint. */
  signTestDelivery(
    delivery: TestDelivery,
  ): Promise<{ body: string; headers: Record<string, string> }>;
}

export interface TestDelivery {
  event: VerifiedWebhookEvent;
  /** `whsec_…`: the secret that your endpoint uses in the test. */
  secret: string;
  /** The time of the signature, in milliseconds. Default: now. */
  nowMs?: number | undefined;
}

export const webhooks: WebhookTools = { unwrap: verifyWebhook, signTestDelivery };

async function signTestDelivery({ event, secret, nowMs = Date.now() }: TestDelivery) {
  const body = JSON.stringify(event);
  const signed = await signBody({ eventId: event.eventId, body, secret, nowMs });
  return { body, headers: { "content-type": "application/json", ...signed } };
}

/** The signature headers that the service sends with a delivery. */
export async function signBody({
  eventId,
  body,
  secret,
  nowMs,
}: {
  eventId: string;
  body: string;
  secret: string;
  nowMs: number;
}): Promise<Record<string, string>> {
  const seconds = Math.floor(nowMs / 1000);
  const signed = new TextEncoder().encode(signedText(eventId, seconds, body));
  const decoded = atob(secret.slice(secretPrefix.length));
  const key = Uint8Array.from(decoded, (character) => character.charCodeAt(0));
  const sign = async (hash: string) => {
    const usages: KeyUsage[] = ["sign"];
    const imported = await crypto.subtle.importKey(
      "raw",
      key,
      { name: "HMAC", hash },
      false,
      usages,
    );
    return new Uint8Array(await crypto.subtle.sign("HMAC", imported, signed));
  };
  const hex = [...(await sign("SHA-512"))].map((byte) => byte.toString(16).padStart(2, "0"));
  const base64 = btoa(String.fromCharCode(...(await sign("SHA-256"))));
  return {
    [signatureHeaders.tessera]: formatSignatureHeader(seconds, [hex.join("")]),
    [signatureHeaders.id]: eventId,
    [signatureHeaders.timestamp]: String(seconds),
    [signatureHeaders.standard]: `v1,${base64}`,
  };
}
