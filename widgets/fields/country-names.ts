/** `US` → `United States`, in the reader's language; the code itself where the browser knows none. */
export function countryName(country: string, locale: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: "region" }).of(country) ?? country;
  } catch {
    return country;
  }
}

/** Codes with their names, sorted as the reader's alphabet has them. */
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

/** 🇺🇸 out of the two letters; Windows shows the letters, which is as good. */
export function flagOf(country: string): string {
  return country.replace(/[A-Z]/g, (letter) =>
    String.fromCodePoint(0x1f1e6 + letter.charCodeAt(0) - 65),
  );
}
