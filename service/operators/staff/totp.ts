/**
 * Time-based one-time passwords: RFC 6238 with HMAC-SHA-1, six digits and steps of 30 seconds, the only
 * parameters that all authenticator apps take.
 */
import { createHmac } from "node:crypto";

/** Length of a secret: as long as the hash (RFC 4226 §4, R6). */
export const totpSecretBytes = 20;
const stepMs = 30_000;
/** A phone's clock may be this many steps off, either way. */
const driftSteps = 1;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The step that a time lies in. */
export function totpStep(nowMs: number): number {
  return Math.floor(nowMs / stepMs);
}

/** When the step after this one begins, in milliseconds. */
export function totpStepEndMs(step: number): number {
  return (step + 1) * stepMs;
}

/** The code of a step (RFC 4226 §5.3). */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0x0f;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, "0");
}

/**
 * The step whose code this is, near `nowMs` and after `lastStep`; undefined for a wrong or used one. The
 * caller stores it as the new `lastStep`, so that no code is taken twice (RFC 6238 §5.2).
 */
export function matchTotp(
  secret: Uint8Array,
  code: string,
  { nowMs, lastStep }: { nowMs: number; lastStep: number },
): number | undefined {
  const now = totpStep(nowMs);
  let matched: number | undefined;
  // All of them are looked at, so that the time taken tells nothing.
  for (let step = now - driftSteps; step <= now + driftSteps; step += 1) {
    if (totpCode(secret, step) === code && step > lastStep) matched ??= step;
  }
  return matched;
}

/** RFC 4648 base32 without padding, as apps take it typed in. */
export function toBase32(bytes: Uint8Array): string {
  let text = "";
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(value >> bits) & 31];
    }
    value &= (1 << bits) - 1;
  }
  return bits > 0 ? text + alphabet[(value << (5 - bits)) & 31] : text;
}

/** What the QR code says (Google Authenticator's key URI format). */
export function otpauthUri(secret: Uint8Array, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const query = `secret=${toBase32(secret)}&issuer=${encodeURIComponent(issuer)}`;
  return `otpauth://totp/${label}?${query}&algorithm=SHA1&digits=6&period=30`;
}
