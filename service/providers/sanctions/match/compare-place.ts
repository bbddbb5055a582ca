import { isCountryCode } from "#contract/regions";
import type { ListEntry } from "../list-entry.ts";
import { wordsOf } from "./name-words.ts";

export type PlaceResult = "city" | "country" | "differs" | "unknown";

/** The comparison, with what the list says. */
export interface PlaceComparison {
  readonly result: PlaceResult;
  readonly listed: readonly string[];
}

/** OFAC's names that `Intl` lacks, as {@link countryKey} writes them. */
const otherNames: Readonly<Record<string, string>> = {
  burma: "MM",
  "cabo verde": "CV",
  "congo democratic republic": "CD",
  "congo republic": "CG",
  "cote d ivoire": "CI",
  "czech republic": "CZ",
  "holy see": "VA",
  "korea north": "KP",
  "korea south": "KR",
  macau: "MO",
  "macedonia former yugoslav republic": "MK",
  "micronesia federated states": "FM",
  "north macedonia republic": "MK",
  palestinian: "PS",
  "west bank": "PS",
  gaza: "PS",
  "region gaza": "PS",
  swaziland: "SZ",
  turkey: "TR",
  "virgin islands british": "VG",
  "virgin islands u s": "VI",
};
/** `Intl` writes `&` and leaves the article out. */
const fillers: ReadonlySet<string> = new Set(["and", "the", "of"]);

const codes = new Map<string, string>();

/** The ISO 3166-1 code of a country's English name; null if unknown. */
export function countryCode(name: string): string | null {
  if (codes.size === 0) {
    // Long and short: `Hong Kong SAR China`, `Hong Kong`.
    const styles = (["long", "short"] as const).map(
      (style) => new Intl.DisplayNames(["en"], { type: "region", fallback: "none", style }),
    );
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    for (const first of letters) {
      for (const second of letters) {
        const code = first + second;
        // A withdrawn code has the same name as the country's current code, so it is skipped.
        if (!isCountryCode(code)) continue;
        for (const names of styles) {
          const found = names.of(code);
          if (found !== undefined) codes.set(countryKey(found), code);
        }
      }
    }
    for (const [other, code] of Object.entries(otherNames)) codes.set(other, code);
  }
  return codes.get(countryKey(name)) ?? null;
}

/** Compares a city and a country code with the entry. Both may be null. */
export function comparePlace(
  { city, country }: { readonly city: string | null; readonly country: string | null },
  entry: Pick<ListEntry, "countries" | "birthPlaces" | "addresses">,
): PlaceComparison {
  const listed = [...new Set([...entry.countries, ...entry.birthPlaces])].slice(0, 8);
  if (country === null || listed.length === 0) return { result: "unknown", listed };
  const found = new Set(
    [...entry.countries, ...entry.birthPlaces.flatMap(countryParts)].flatMap(
      (name) => countryCode(name) ?? [],
    ),
  );
  if (!found.has(country)) return { result: found.size === 0 ? "unknown" : "differs", listed };
  const cityKey = city === null ? "" : keyOf(city);
  const places = [...entry.birthPlaces, ...entry.addresses];
  const isCity =
    cityKey !== "" &&
    places.some((place) => place.split(",").some((part) => keyOf(part) === cityKey));
  return { result: isCity ? "city" : "country", listed };
}

/** `Karachi, Pakistan` → `Pakistan`; `Sariwon, Korea, North` → `Korea North`. One of the two is a country. */
function countryParts(place: string): string[] {
  const parts = place.split(",");
  return [parts.slice(-1), parts.slice(-2)].map((each) => each.join(" "));
}

function countryKey(name: string): string {
  return wordsOf(name)
    .filter((word) => !fillers.has(word))
    .map((word) => (word === "saint" ? "st" : word))
    .join(" ");
}

function keyOf(name: string): string {
  return wordsOf(name).join(" ");
}
