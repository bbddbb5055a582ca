/** Recognises keys and secrets that someone could guess: for settings of production. */

const keyBytes = 32;
/** A random key of 32 bytes has fewer different bytes once in 10^14. */
const leastDifferentBytes = 18;

/** What is wrong with a key of 32 bytes that should be random, for people; undefined: nothing. */
export function weaknessOfKey(key: Uint8Array): string | undefined {
  if (key.length !== keyBytes) return `it has ${key.length} bytes`;
  if (key.every((byte) => byte === 0)) return "it is all zeros";
  if (new Set(key).size < leastDifferentBytes) return "its bytes repeat";
  // Of random bytes about a third are printable; all of them once in 10^13.
  if (key.every((byte) => byte >= 0x20 && byte < 0x7f)) return "it is text";
  const steps = [...key].map((byte, at) => (byte - (key[at - 1] ?? 0)) & 0xff).slice(1);
  if (new Set(steps).size < leastDifferentBytes / 2) return "its bytes are a sequence";
  return undefined;
}

const leastSecretCharacters = 16;
const leastDifferentCharacters = 6;
const placeholders =
  /^(change.?me|your[-_ ]|example|placeholder|secret|password|test[-_ ]|dummy|xxx|<|…)/i;

/** What is wrong with the secret of an outside party, for people; undefined: nothing. */
export function weaknessOfSecret(secret: string): string | undefined {
  if (secret.length < leastSecretCharacters) {
    return `it has ${secret.length} characters, and at least ${leastSecretCharacters} are needed`;
  }
  if (new Set(secret).size < leastDifferentCharacters) return "its characters repeat";
  if (placeholders.test(secret)) return "it is a placeholder";
  return undefined;
}
