/** Names by credit-card-type's codes. */
const brandNames: Readonly<Record<string, string>> = {
  visa: "Visa",
  mastercard: "Mastercard",
  "american-express": "American Express",
  discover: "Discover",
  jcb: "JCB",
  "diners-club": "Diners Club",
  unionpay: "UnionPay",
  maestro: "Maestro",
};

/** `visa` → `Visa`; an unknown brand is shown by its code. */
export function brandName(code: string): string {
  return brandNames[code] ?? code;
}
