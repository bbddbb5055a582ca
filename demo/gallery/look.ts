import { type Appearance, ownAppearance } from "#contract/appearance/appearance";
import { directionOf, type Language, languages } from "#contract/languages";
import type { Pseudo } from "./pseudo-texts.ts";

/** Looks of operators: each color is difficult in a different way, and the shapes differ. */
export const brands: Readonly<Record<string, Omit<Appearance, "mode"> | null>> = {
  none: null,
  violet: { brandColor: "#6d28d9", radius: "soft", density: "comfortable", font: "system" },
  yellow: { brandColor: "#ffd400", radius: "round", density: "comfortable", font: "rounded" },
  ink: { brandColor: "#101418", radius: "square", density: "compact", font: "serif" },
};

export interface Look {
  readonly lang: Language;
  /** The writing direction; default: the language's. */
  readonly dir: "ltr" | "rtl";
  /** The text size in percent of the default. */
  readonly zoom: 100 | 200;
  /** A pseudo-language made from the language's texts, to find what is cut off or not translated. */
  readonly pseudo: Pseudo | null;
  /** One of {@link brands}. */
  readonly brand: string;
  readonly mode: "light" | "dark";
  /** The width in pixels; null shows two phone widths side by side. */
  readonly width: number | null;
}

export const widths = [360, 768, 1280] as const;

/** Reads the options from a query; unknown values become the default. */
export function readLook(parameters: URLSearchParams): Look {
  const get = (name: string) => parameters.get(name) ?? "";
  const lang = languages.find((language) => language === get("lang")) ?? languages[0];
  const [dir, pseudo, width] = [get("dir"), get("pseudo"), Number(get("width"))];
  return {
    lang,
    dir: dir === "rtl" || dir === "ltr" ? dir : directionOf(lang),
    zoom: get("zoom") === "200" ? 200 : 100,
    pseudo: pseudo === "long" || pseudo === "mirrored" ? pseudo : null,
    brand: Object.hasOwn(brands, get("brand")) ? get("brand") : "none",
    mode: get("mode") === "dark" ? "dark" : "light",
    width: widths.find((each) => each === width) ?? null,
  };
}

export function appearanceIn({ brand, mode }: Look): Appearance | null {
  const chosen = brands[brand] ?? null;
  if (chosen === null && mode === "light") return null;
  return { ...(chosen ?? ownAppearance), mode };
}

/** The query of a link to an entry in the list (`entry`) or alone (`show`), or to the changes. */
export function linkTo(
  kind: "entry" | "show" | "changes",
  id: string,
  look: Look,
  search = "",
): string {
  const { zoom, pseudo, width, ...texts } = look;
  const query = new URLSearchParams({ [kind]: id, ...texts, zoom: String(zoom) });
  if (pseudo !== null) query.set("pseudo", pseudo);
  if (width !== null) query.set("width", String(width));
  if (search !== "" && kind !== "show") query.set("search", search);
  return `?${query}`;
}
