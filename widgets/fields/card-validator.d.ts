/** The Luhn check of card-validator; its main entry would load all its other checks. */
declare module "card-validator/dist/luhn-10" {
  export default function luhn10(digits: string): boolean;
}
