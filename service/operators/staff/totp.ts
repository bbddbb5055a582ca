/**
 * RFC 6238 with HMAC-SHA-1, six digits and steps of 30 seconds, the only parameters that all authenticator apps
 * support.
 */
import { createHmac } from "node:crypto";

/** The secret is as long as the hash (RFC 4226 §4, R6). */
export const totpSecretBytes = 20;
const stepMs = 30_000;
/** Steps that a phone's clock may be fast or slow. */
const driftSteps = 1;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The number of the time step (RFC 6238 §4.2). */
export function totpStep(nowMs: number): number {
  return Math.floor(nowMs / stepMs);
}

export function totpStepEndMs(step: number): number {
  return (step + 1) * stepMs;
}

/** Computes the code of a time step (RFC 4226 §5.3). */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0x0f;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, "0");
}

/**
 * The time step that a code belongs to; undefined for a wrong or used code. Store the step as the new `lastStep`, so
 * that no code works twice (RFC 6238 §5.2).
 */
export function matchTotp(
  secret: Uint8Array,
  code: string,
  { nowMs, lastStep }: { nowMs: number; lastStep: number },
): number | undefined {
  const now = totpStep(nowMs);
  let matched: number | undefined;
  // Checks all steps, so that the duration reveals nothing.
  for (let step = now - driftSteps; step <= now + driftSteps; step += 1) {
    if (totpCode(secret, step) === code && step > lastStep) matched ??= step;
  }
  return matched;
}

/** Encodes bytes as RFC 4648 Base32 without padding, which apps accept when typed. */
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

/** The content of the QR code (Google Authenticator's key URI format). */
export function otpauthUri(secret: Uint8Array, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const query = `secret=${toBase32(secret)}&issuer=${encodeURIComponent(issuer)}`;
  return `otpauth://totp/${label}?${query}&algorithm=SHA1&digits=6&period=30`;
}
