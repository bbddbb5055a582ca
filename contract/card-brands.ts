/** Brands of cards that are taken, by the ids of `credit-card-type`. */
export const cardBrands = [
  "visa",
  "mastercard",
  "american-express",
  "discover",
  "diners-club",
  "jcb",
  "unionpay",
  "maestro",
] as const;

/** What a card draws on. `unknown`: no table of issuers' ranges has it. */
export const cardFundings = ["credit", "debit", "prepaid", "unknown"] as const;
/** One of {@link cardFundings}. */
export type CardFunding = (typeof cardFundings)[number];
