/** Accepted card brands, by the ids of `credit-card-type`. */
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

/** How a card is funded. `unknown`: the issuer range tables do not list it. */
export const cardFundings = ["credit", "debit", "prepaid", "unknown"] as const;
/** One of {@link cardFundings}. */
export type CardFunding = (typeof cardFundings)[number];
