import type { KycTexts } from "../../i18n/kyc-texts.ts";

/** The name of a side inside a sentence; "document" for an unknown one. */
export function sideName(side: string, { side: names }: Pick<KycTexts, "side">): string {
  return (Object.hasOwn(names, side) ? names[side] : undefined) ?? names.other;
}
