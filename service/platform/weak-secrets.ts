/** Detects keys and secrets that can be guessed; production refuses them. */

const keyBytes = 32;
/** A random key of 32 bytes has fewer only once in 10^14. */
const minDifferentBytes = 18;

/** Why a key of 32 bytes is not random, as text for people. Undefined if it looks random. */
export function weaknessOfKey(key: Uint8Array): string | undefined {
  if (key.length !== keyBytes) return `it has ${key.length} bytes`;
  if (key.every((byte) => byte === 0)) return "it is all zeros";
  if (new Set(key).size < minDifferentBytes) return "its bytes repeat";
  // A third of all bytes are printable; all 32 are once in 10^13.
  if (key.every((byte) => byte >= 0x20 && byte < 0x7f)) return "it is text";
  const steps = [...key].map((byte, at) => (byte - (key[at - 1] ?? 0)) & 0xff).slice(1);
  if (new Set(steps).size < minDifferentBytes / 2) return "its bytes are a sequence";
  return undefined;
}

const minSecretCharacters = 16;
const minDifferentCharacters = 6;
const placeholders =
  /^(change.?me|your[-_ ]|example|placeholder|secret|password|test[-_ ]|dummy|xxx|<|…)/i;

/** Why an outside party's secret is weak, as text for people. Undefined if it is not. */
export function weaknessOfSecret(secret: string): string | undefined {
  if (secret.length < minSecretCharacters) {
    return `it has ${secret.length} characters, and at least ${minSecretCharacters} are needed`;
  }
  if (new Set(secret).size < minDifferentCharacters) return "its characters repeat";
  if (placeholders.test(secret)) return "it is a placeholder";
  return undefined;
}
