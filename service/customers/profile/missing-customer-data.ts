import type { CustomerData } from "#contract/api/customers";
import { requiredAddressParts } from "#contract/required-address-parts";

/** The path of a field of CustomerData. */
export type CustomerDataPath =
  | Exclude<keyof CustomerData, "address">
  | `address.${keyof NonNullable<CustomerData["address"]>}`;

/** A complete address, as sales tax needs it. */
export const wholeAddress: readonly CustomerDataPath[] = [
  "address.line1",
  "address.city",
  "address.state",
  "address.postalCode",
  "address.country",
];

/** What a W-9 needs: legal name and address (docs/payouts/w9.md). */
export const legalNameAndAddress: readonly CustomerDataPath[] = [
  "firstName",
  "lastName",
  ...wholeAddress,
];

/** What identity verification compares with the document (service/customers/identity). */
export const identityData: readonly CustomerDataPath[] = ["firstName", "lastName", "dateOfBirth"];

/**
 * Returns the paths of `wanted` that the customer lacks, in the order of `wanted`. Address parts that the customer's
 * country does not need are never missing (no state in Germany).
 */
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
