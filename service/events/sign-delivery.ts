import { createHmac } from "node:crypto";
import {
  formatSignatureHeader,
  secretPrefix,
  signatureHeaders,
  signedText,
} from "#contract/events/signature";
import type { Randomness } from "../platform/randomness.ts";

/** The bytes of a secret: 256 bits. The secret ends with their base64. */
const secretBytes = 32;

/** Creates a secret: `whsec_` and base64. */
export function createWebhookSecret(random: Randomness): string {
  return secretPrefix + Buffer.from(random.bytes(secretBytes)).toString("base64");
}

/**
 * Signs a delivery. Returns the headers of one try (contract/events/signature.ts). `secrets` are all valid ones, newest
 * first: the operator's server may have any of them.
 */
export function signDelivery(
  eventId: string,
  rawBody: string,
  secrets: readonly string[],
  nowMs: number,
): Record<string, string> {
  const seconds = Math.floor(nowMs / 1000);
  const text = signedText(eventId, seconds, rawBody);
  const keys = secrets.map((secret) => Buffer.from(secret.slice(secretPrefix.length), "base64"));
  const sign = (algorithm: "sha512" | "sha256", encoding: "hex" | "base64") =>
    keys.map((key) => createHmac(algorithm, key).update(text).digest(encoding));
  return {
    [signatureHeaders.tessera]: formatSignatureHeader(seconds, sign("sha512", "hex")),
    [signatureHeaders.id]: eventId,
    [signatureHeaders.timestamp]: String(seconds),
    [signatureHeaders.standard]: sign("sha256", "base64")
      .map((signature) => `v1,${signature}`)
      .join(" "),
  };
}
