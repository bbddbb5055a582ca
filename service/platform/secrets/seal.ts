import { type CipherGCM, createCipheriv, createDecipheriv, type DecipherGCM } from "node:crypto";
import type { Randomness } from "../randomness.ts";

const ivBytes = 12;
const tagBytes = 16;

/** A sealed value cannot be opened: it was sealed with another key or for another place, or it was changed. */
export class SealBroken extends Error {
  override name = "SealBroken";
  readonly code = "seal_broken";
}

/**
 * Seals with AES-256-GCM: `iv (12) ‖ ciphertext ‖ tag (16)` as base64url. `place` is authenticated but not stored, so a
 * value that is moved to another row or column cannot be opened there.
 */
export function seal(
  key: Uint8Array,
  place: string,
  plain: Uint8Array,
  random: Randomness,
): string {
  const iv = random.bytes(ivBytes);
  const cipher: CipherGCM = createCipheriv("aes-256-gcm", key, iv);
  cipher.setAAD(Buffer.from(place));
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString(
    "base64url",
  );
}

/** Returns the plain bytes. Throws {@link SealBroken}. */
export function unseal(key: Uint8Array, place: string, sealed: string): Buffer {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < ivBytes + tagBytes) throw new SealBroken("sealed text is too short");
  const decipher: DecipherGCM = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, ivBytes));
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(bytes.subarray(bytes.length - tagBytes));
  try {
    return Buffer.concat([
      decipher.update(bytes.subarray(ivBytes, bytes.length - tagBytes)),
      decipher.final(),
    ]);
  } catch (cause) {
    throw new SealBroken("sealed text does not open", { cause });
  }
}

/**
 * Returns what `open` returns, or undefined if it throws {@link SealBroken}. For work on many values, which one
 * broken value must not stop.
 */
export function unlessBroken<Opened>(open: () => Opened): Opened | undefined {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    return undefined;
  }
}

/** Like {@link unlessBroken}, for work that waits. */
export async function awaitUnlessBroken<Opened>(
  open: () => Promise<Opened>,
): Promise<Opened | undefined> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    return undefined;
  }
}
