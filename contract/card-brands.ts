/** Ids of `credit-card-type`. */
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

/** Kinds of funding. `unknown`: the issuer range tables do not list the card. */
export const cardFundings = ["credit", "debit", "prepaid", "unknown"] as const;
export type CardFunding = (typeof cardFundings)[number];
