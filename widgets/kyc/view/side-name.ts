import type { KycTexts } from "../../i18n/kyc-texts.ts";

/** The side's name inside a sentence; "document" for an unknown side. */
export function sideName(side: string, { side: names }: Pick<KycTexts, "side">): string {
  return (Object.hasOwn(names, side) ? names[side] : undefined) ?? names.other;
}
