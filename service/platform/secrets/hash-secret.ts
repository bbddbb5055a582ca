import { createHash, timingSafeEqual } from "node:crypto";

/**
 * SHA-256 of a random token as base64url, the stored form of API keys and client secrets. They have 256 random bits, so
 * a slow hash would add nothing. Never use it for anything a person chose.
 */
export function hashSecret(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** Compares two secrets or hashes, in constant time if their lengths are equal. */
export function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
