/** The console's languages; the first is the default. Customers have more (contract/languages.ts). */
export const languages = ["en", "es"] as const;
/** One of {@link languages}. */
export type Language = (typeof languages)[number];
