import type { Language } from "#contract/languages";
import { changeLoadedTexts } from "../../widgets/i18n/load-from.ts";
import { type TextParts, textsOf } from "../../widgets/i18n/texts-of.ts";
import { readLook } from "./look.ts";
import { pseudoTexts } from "./pseudo-texts.ts";

/** The texts of one part, in the pseudo-language that the page's address names, if any. */
export function galleryTexts<Part extends keyof TextParts>(
  part: Part,
  language: Language,
): TextParts[Part] {
  return inLook(textsOf(part, language));
}

const inLook = <T>(texts: T): T =>
  pseudoTexts(texts, readLook(new URLSearchParams(globalThis.location?.search)).pseudo);

/** Does the same for texts that forms load on their own. */
export const applyLookToLoadedTexts = (): void => changeLoadedTexts(inLook);
