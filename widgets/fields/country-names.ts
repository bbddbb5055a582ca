/** `US` → `United States`, in the reader's language; the code if the browser has no name. */
export function countryName(country: string, locale: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: "region" }).of(country) ?? country;
  } catch {
    return country;
  }
}

/** The countries with their names, sorted in the reader's alphabet. */
export function namedCountries(
  countries: readonly string[],
  locale: string,
): { country: string; name: string }[] {
  const names = new Intl.DisplayNames(locale, { type: "region" });
  const { compare } = new Intl.Collator(locale);
  return countries
    .map((country) => ({ country, name: names.of(country) ?? country }))
    .sort((a, b) => compare(a.name, b.name));
}

/** 🇺🇸 from the two letters; Windows shows the letters. */
export function flagOf(country: string): string {
  return country.replace(/[A-Z]/g, (letter) =>
    String.fromCodePoint(0x1f1e6 + letter.charCodeAt(0) - 65),
  );
}
