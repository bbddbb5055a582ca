import { acceptedBrands } from "./accepted-brands.ts";

/** Names by credit-card-type's codes. */
const brandNames: Readonly<Record<string, string>> = {
  ...acceptedBrands,
  jcb: "JCB",
  "diners-club": "Diners Club",
  unionpay: "UnionPay",
  maestro: "Maestro",
};

/** `visa` → `Visa`; an unknown brand is shown by its code. */
export function brandName(code: string): string {
  return brandNames[code] ?? code;
}
