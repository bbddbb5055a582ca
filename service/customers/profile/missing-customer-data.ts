import type { CustomerData } from "#contract/api/customers";
import { requiredAddressParts } from "#contract/required-address-parts";

/** A field of CustomerData by its path. */
export type CustomerDataPath =
  | Exclude<keyof CustomerData, "address">
  | `address.${keyof NonNullable<CustomerData["address"]>}`;

/** Where the customer is, for what depends on it (sales tax). */
export const wholeAddress: readonly CustomerDataPath[] = [
  "address.line1",
  "address.city",
  "address.state",
  "address.postalCode",
  "address.country",
];

/** What a W-9 needs: legal name and address (docs/how-money-moves.md). */
export const legalNameAndAddress: readonly CustomerDataPath[] = [
  "firstName",
  "lastName",
  ...wholeAddress,
];

/** What a document is compared with (service/customers/identity). */
export const identityData: readonly CustomerDataPath[] = ["firstName", "lastName", "dateOfBirth"];

/**
 * Those of `wanted` that the customer lacks, named by path, in the order of `wanted`. Parts of the
 * address that the customer's country does not need are never missing (no state in Germany).
 */
export function missingCustomerData(
  data: CustomerData,
  wanted: readonly CustomerDataPath[],
): CustomerDataPath[] {
  const needed: readonly string[] = requiredAddressParts(data.address?.country ?? null);
  return wanted.filter((path) => {
    const [field, part] = path.split(".") as [keyof CustomerData, string | undefined];
    const value = data[field];
    if (part !== undefined && part !== "country" && !needed.includes(part)) return false;
    if (part === undefined || value === null) return value === null;
    return (value as Record<string, string | null>)[part] === null;
  });
}
