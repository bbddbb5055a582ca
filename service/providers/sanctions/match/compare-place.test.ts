import { describe, expect, test } from "vitest";
import { comparePlace, countryCode } from "./compare-place.ts";

describe("a country as OFAC writes it", () => {
  test.each([
    ["Russia", "RU"],
    ["Hong Kong", "HK"],
    ["Macau", "MO"],
    ["Burma", "MM"],
    ["Cote d Ivoire", "CI"],
    ["Cote d'Ivoire", "CI"],
    ["Congo, Democratic Republic of the", "CD"],
    ["Congo, Republic of the", "CG"],
    ["Bahamas, The", "BS"],
    ["Gambia, The", "GM"],
    ["Korea, North", "KP"],
    ["Bosnia and Herzegovina", "BA"],
    ["Trinidad and Tobago", "TT"],
    ["Saint Kitts and Nevis", "KN"],
    ["Saint Vincent and the Grenadines", "VC"],
    ["North Macedonia, The Republic of", "MK"],
    ["Virgin Islands, British", "VG"],
    ["Virgin Islands, U.S.", "VI"],
    ["Czech Republic", "CZ"],
    ["Turkey", "TR"],
    ["Region: Gaza", "PS"],
  ])("%s is %s", (name, code) => {
    expect(countryCode(name)).toBe(code);
  });

  test.each(["Atlantis", "undetermined", "The", ""])("%s is unknown", (name) => {
    expect(countryCode(name)).toBeNull();
  });
});

test.each([
  ["Kowloon, Hong Kong", { city: "Kowloon", country: "HK" }, "city"],
  ["Sariwon, Korea, North", { city: null, country: "KP" }, "country"],
  ["Nassau, Bahamas, The", { city: null, country: "BS" }, "country"],
  ["Samara, Russia", { city: null, country: "US" }, "differs"],
] as const)("a birth place %s is compared with %o: %s", (place, person, result) => {
  const entry = { countries: [], birthPlaces: [place], addresses: [] };
  expect(comparePlace(person, entry).result).toBe(result);
});
