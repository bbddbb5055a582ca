import { isCountryCode } from "#contract/regions";
import type { ListEntry } from "../list-entry.ts";
import { wordsOf } from "./name-words.ts";

export type PlaceResult = "city" | "country" | "differs" | "unknown";

/** The comparison, with what the list says. */
export interface PlaceComparison {
  readonly result: PlaceResult;
  readonly listed: readonly string[];
}

/** OFAC's names that `Intl` lacks. */
const otherNames: Readonly<Record<string, string>> = {
  burma: "MM",
  "congo democratic republic of the": "CD",
  "congo republic of the": "CG",
  "cote d ivoire": "CI",
  czechia: "CZ",
  "korea north": "KP",
  "korea south": "KR",
  palestinian: "PS",
  "west bank": "PS",
  gaza: "PS",
  turkey: "TR",
  "the gambia": "GM",
  "bosnia and herzegovina": "BA",
};

const codes = new Map<string, string>();

/** The ISO 3166-1 code of a country's English name; null if unknown. */
export function countryCode(name: string): string | null {
  if (codes.size === 0) {
    const names = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    for (const first of letters) {
      for (const second of letters) {
        const code = first + second;
        // A withdrawn code has the same name as the country's current code, so it is skipped.
        const found = isCountryCode(code) ? names.of(code) : undefined;
        if (found !== undefined) codes.set(keyOf(found), code);
      }
    }
    for (const [other, code] of Object.entries(otherNames)) codes.set(other, code);
  }
  return codes.get(keyOf(name)) ?? null;
}

/** Compares a city and a country code with the entry. Both may be null. */
export function comparePlace(
  { city, country }: { readonly city: string | null; readonly country: string | null },
  entry: Pick<ListEntry, "countries" | "birthPlaces" | "addresses">,
): PlaceComparison {
  const listed = [...new Set([...entry.countries, ...entry.birthPlaces])].slice(0, 8);
  if (country === null || listed.length === 0) return { result: "unknown", listed };
  const found = new Set(
    [...entry.countries, ...entry.birthPlaces.map(countryPart)].flatMap(
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

/** `Karachi, Pakistan` → `Pakistan`. */
function countryPart(place: string): string {
  return place.split(",").at(-1) ?? "";
}

function keyOf(name: string): string {
  return wordsOf(name).join(" ");
}
