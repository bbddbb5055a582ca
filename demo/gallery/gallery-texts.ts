import type { Language } from "#contract/languages";
import { type TextParts, textsOf } from "../../widgets/i18n/texts-of.ts";
import { readLook } from "./look.ts";
import { pseudoTexts } from "./pseudo-texts.ts";

/** The texts of one part, changed as the page's address asks. */
export function galleryTexts<Part extends keyof TextParts>(
  part: Part,
  language: Language,
): TextParts[Part] {
  const { pseudo } = readLook(new URLSearchParams(globalThis.location?.search));
  return pseudoTexts(textsOf(part, language), pseudo);
}
