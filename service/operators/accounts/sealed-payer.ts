import { maskTin } from "#contract/tin";
import type { Keyring } from "../../platform/secrets/keyring.ts";
import {
  type GivenPayer,
  SettingRefused,
  type SettingsPatch,
  type StoredPayer,
} from "./operator-settings.ts";

/** The payer with its whole TIN, nine digits. Use it for forms only. */
export type PayerProfile = Omit<StoredPayer, "sealedTin" | "last4"> & { readonly tin: string };
/** The payer for display, with a TIN such as `XX-XXX6789`. */
export type ShownPayer = Omit<StoredPayer, "sealedTin" | "last4"> & { readonly maskedTin: string };

/**
 * Seals the payer's TIN. If the patch has none, keeps the one of `before`. Throws {@link SettingRefused} if there is
 * none or it has another type.
 */
export function sealPatch(
  keyring: Keyring,
  operatorId: string,
  { payer, ...others }: SettingsPatch,
  before: StoredPayer | null,
): Record<string, unknown> {
  if (payer === undefined) return others;
  if (payer === null) return { ...others, payer };
  const { tin, ...profile } = payer;
  return { ...others, payer: { ...profile, ...sealTin(keyring, operatorId, payer, before) } };
}

/** Opens the payer for a form. Load the operator's key first. */
export function openPayer(
  keyring: Keyring,
  operatorId: string,
  { sealedTin, last4, ...profile }: StoredPayer,
): PayerProfile {
  return { ...profile, tin: keyring.decryptField(placeOf(operatorId), sealedTin) };
}

export function showPayer({ sealedTin, last4, ...profile }: StoredPayer): ShownPayer {
  return { ...profile, maskedTin: maskTin(last4, profile.tinType === "EIN" ? "ein" : "ssn") };
}

function sealTin(
  keyring: Keyring,
  operatorId: string,
  { tin, tinType }: GivenPayer,
  before: StoredPayer | null,
): Pick<StoredPayer, "sealedTin" | "last4"> {
  if (tin !== undefined) {
    const sealedTin = keyring.encryptField(placeOf(operatorId), tin);
    return { sealedTin, last4: tin.slice(-4) };
  }
  if (before?.tinType !== tinType) {
    throw new SettingRefused("payer.tin: must have nine digits", ["payer", "tin"]);
  }
  return { sealedTin: before.sealedTin, last4: before.last4 };
}

function placeOf(operatorId: string) {
  return { operatorId, table: "operators", column: "settings.payer.tin", id: operatorId };
}
