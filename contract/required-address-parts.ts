/**
 * Required parts of a postal address by country (Google's libaddressinput data, as in
 * widgets/fields/address/address-formats.json; a test compares both). The service must not require a state where there
 * are none, and the form must offer every part that the service requires.
 */

/** A address line, C city, S state, Z postal code → countries that require exactly these. */
const countriesByParts = {
  AS: "AE CO HK ID KY NR",
  A: "AG GI MO VG",
  ACSZ: "AS AU BR CA CN ES FM IN IT KR MH MP PF PW RU TW UA US VI",
  ACZ: "AT AX BE BL CH CZ DE DK EE FI FK FR GB GF GG GL GP GR GS GU HU IM IO JE LI LT LU LV MF MQ MX MY NC NL NO NZ PL PM PN PR PT RE RO SE SH SJ SK TC TR WF YT ZA",
  ACS: "CR HN IQ JM KN PG SO SV UM VE",
  ASZ: "JP",
  AZ: "SG SM",
} as const;

export type RequiredAddressPart = "line1" | "city" | "state" | "postalCode";

const partOfLetter: Readonly<Record<string, RequiredAddressPart>> = {
  A: "line1",
  C: "city",
  S: "state",
  Z: "postalCode",
};

/** All other countries need an address line and city. */
const defaultParts = "AC";

/** The required address parts of a country (ISO 3166-1 alpha-2); null counts as US. */
export function requiredAddressParts(country: string | null): readonly RequiredAddressPart[] {
  const wanted = country ?? "US";
  const entry = Object.entries(countriesByParts).find(([, countries]) =>
    countries.split(" ").includes(wanted),
  );
  return [...(entry?.[0] ?? defaultParts)].flatMap((letter) => partOfLetter[letter] ?? []);
}
