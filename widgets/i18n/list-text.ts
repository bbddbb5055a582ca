/** `a, b, and c`, `a, b y c`, `a、b和c`. */
export const listText = (items: readonly string[], locale: string): string =>
  new Intl.ListFormat(locale, { type: "conjunction" }).format(items);
