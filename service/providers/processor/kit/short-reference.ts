import { createHash } from "node:crypto";

/**
 * A reference for vendors that accept fewer characters than our keys have: the last `length` characters of the key's
 * SHA-256 in base 36. A lost one can be computed again.
 *
 * 20 characters hold 103 bits: two of a billion keys share a reference with a probability below 10⁻¹³.
 */
export function shortReference(key: string, length: number): string {
  if (!Number.isInteger(length) || length < 12 || length > 40) {
    throw new RangeError("a short reference has 12 to 40 characters");
  }
  const digest = createHash("sha256").update(key, "utf8").digest("hex");
  // 256 bits are up to 50 digits in base 36; the padding keeps a leading zero.
  return BigInt(`0x${digest}`).toString(36).padStart(50, "0").slice(-length);
}
