import type { CustomerData } from "#contract/api/customers";
import { requiredAddressParts } from "#contract/required-address-parts";

export type CustomerDataPath =
  | Exclude<keyof CustomerData, "address">
  | `address.${keyof NonNullable<CustomerData["address"]>}`;

/** As sales tax needs it. */
export const wholeAddress: readonly CustomerDataPath[] = [
  "address.line1",
  "address.city",
  "address.state",
  "address.postalCode",
  "address.country",
];

/** As a W-9 needs it (docs/payouts/w9.md). */
export const legalNameAndAddress: readonly CustomerDataPath[] = [
  "firstName",
  "lastName",
  ...wholeAddress,
];

/** What identity verification compares with the document. */
export const identityData: readonly CustomerDataPath[] = ["firstName", "lastName", "dateOfBirth"];

/**
 * The paths of `wanted` that the customer lacks, in that order. Address parts that the country does not use are never
 * missing (no state in Germany).
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
