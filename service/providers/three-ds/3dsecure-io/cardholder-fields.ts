import type { ChargeCustomer } from "#contract/connectors/processor";
import { toAscii } from "../../kit/ascii.ts";

/** ISO 3166-1 numbers of the countries whose addresses are sent. */
const countryNumbers: Readonly<Record<string, string>> = { US: "840" };

/**
 * The customer's e-mail, telephone and billing address, which Visa and Mastercard want where known. An e-mail that is
 * not ASCII is left out: a changed one would be another person's.
 */
export function cardholderFields(customer: ChargeCustomer | undefined): Record<string, unknown> {
  const { email = "", phoneNumber = "", billingAddress } = customer ?? {};
  const isSendable = email.length <= 254 && /^[!-~]+@[!-~]+$/.test(email);
  const [, subscriber] = /^\+1(\d{10})$/.exec(phoneNumber) ?? [];
  const country = billingAddress && countryNumbers[billingAddress.country];
  return {
    ...(isSendable && { email }),
    ...(subscriber !== undefined && { mobilePhone: { cc: "1", subscriber } }),
    ...(country !== undefined && {
      billAddrCountry: country,
      ...text("billAddrLine1", billingAddress?.line1, 50),
      ...text("billAddrLine2", billingAddress?.line2, 50),
      ...text("billAddrCity", billingAddress?.city, 50),
      ...text("billAddrState", billingAddress?.state, 3),
      ...text("billAddrPostCode", billingAddress?.postalCode, 16),
    }),
  };
}

/** The field in ASCII; nothing if no character is left. */
function text(field: string, value: string | undefined, most: number): Record<string, string> {
  const plain = toAscii(value ?? "")
    .slice(0, most)
    .trim();
  return plain === "" ? {} : { [field]: plain };
}
