import { createHash, timingSafeEqual } from "node:crypto";

/**
 * SHA-256 of a random token, base64url: how API keys and client secrets are stored. A slow hash
 * would add nothing, the tokens hold 256 random bits. Never for anything that a person chose.
 */
export function hashSecret(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** Whether two secrets, or hashes of them, are equal: in constant time for those of one length. */
export function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
