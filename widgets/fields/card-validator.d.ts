/** The Luhn check of card-validator (its main entry would bring all its other checks along). */
declare module "card-validator/dist/luhn-10" {
  export default function luhn10(digits: string): boolean;
}
