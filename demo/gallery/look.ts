import { directionOf, type Language, languages } from "#contract/languages";
import type { Pseudo } from "./pseudo-texts.ts";

/** Display options; part of every link. */
export interface Look {
  readonly lang: Language;
  /** Default: the language's. */
  readonly dir: "ltr" | "rtl";
  /** Percent of the default text size. */
  readonly zoom: 100 | 200;
  /** Texts made from the language's, to find what is cut off or not translated. */
  readonly pseudo: Pseudo | null;
}

/** Reads the options from a query; unknown values become the default. */
export function readLook(parameters: URLSearchParams): Look {
  const lang = languages.find((each) => each === parameters.get("lang")) ?? "en";
  const [dir, pseudo] = [parameters.get("dir"), parameters.get("pseudo")];
  return {
    lang,
    dir: dir === "rtl" || dir === "ltr" ? dir : directionOf(lang),
    zoom: parameters.get("zoom") === "200" ? 200 : 100,
    pseudo: pseudo === "long" || pseudo === "mirrored" ? pseudo : null,
  };
}

/** Returns the query of a link to an entry in the list (`entry`) or alone (`show`). */
export function linkTo(
  kind: "entry" | "show",
  id: string,
  { lang, dir, zoom, pseudo }: Look,
): string {
  const query = { [kind]: id, lang, dir, zoom: String(zoom), ...(pseudo && { pseudo }) };
  return `?${new URLSearchParams(query)}`;
}
