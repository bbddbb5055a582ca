import type { CustomerData } from "#contract/api/customers";
import { requiredAddressParts } from "#contract/required-address-parts";

export type CustomerDataPath =
  | Exclude<keyof CustomerData, "address">
  | `address.${keyof NonNullable<CustomerData["address"]>}`;

/** What sales tax needs. */
export const wholeAddress: readonly CustomerDataPath[] = [
  "address.line1",
  "address.city",
  "address.state",
  "address.postalCode",
  "address.country",
];

/** What a W-9 needs (docs/payouts/w9.md). */
export const legalNameAndAddress: readonly CustomerDataPath[] = [
  "firstName",
  "lastName",
  ...wholeAddress,
];

/** The data that is compared with the identity document. */
export const identityData: readonly CustomerDataPath[] = ["firstName", "lastName", "dateOfBirth"];

/** Paths of `required` that the customer lacks. Address parts that the country does not use are never missing. */
export function missingCustomerData(
  data: CustomerData,
  required: readonly CustomerDataPath[],
): CustomerDataPath[] {
  const needed: readonly string[] = requiredAddressParts(data.address?.country ?? null);
  return required.filter((path) => {
    const [field, part] = path.split(".") as [keyof CustomerData, string | undefined];
    const value = data[field];
    if (part !== undefined && part !== "country" && !needed.includes(part)) return false;
    if (part === undefined || value === null) return value === null;
    return (value as Record<string, string | null>)[part] === null;
  });
}
