import type { KycTexts } from "../../i18n/kyc-texts.ts";

/** Inside a sentence; "document" for an unknown side. */
export function sideName(side: string, { side: names }: Pick<KycTexts, "side">): string {
  return (Object.hasOwn(names, side) ? names[side] : undefined) ?? names.other;
}
