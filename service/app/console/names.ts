import type { CustomerData } from "#contract/api/customers";

/** A customer's full name; null if unknown. */
export function nameOfCustomer(data: CustomerData | undefined): string | null {
  if (!data) return null;
  const { firstName, middleName, lastName, suffix } = data;
  return [firstName, middleName, lastName, suffix].filter(Boolean).join(" ") || null;
}
