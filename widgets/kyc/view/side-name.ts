import type { KycTexts } from "../../i18n/kyc-texts.ts";

/** A side as it stands in a sentence; one that is not known here is "document". */
export function sideName(side: string, { side: names }: Pick<KycTexts, "side">): string {
  return (Object.hasOwn(names, side) ? names[side] : undefined) ?? names.other;
}
