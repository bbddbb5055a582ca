import type { FieldPlace, Keyring } from "./keyring.ts";
import { unlessBroken } from "./seal.ts";

/**
 * Decrypts a text that is only shown, such as a note. Null without one, and if it cannot be decrypted: the rest of its
 * page or list is still shown.
 */
export function showText(
  keyring: Pick<Keyring, "decryptField">,
  place: FieldPlace,
  sealed: string | null,
): string | null {
  if (sealed === null) return null;
  return unlessBroken(() => keyring.decryptField(place, sealed)) ?? null;
}
