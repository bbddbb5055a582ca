/** The first is the default. Customers have more languages (contract/languages.ts). */
export const languages = ["en", "es"] as const;
export type Language = (typeof languages)[number];
