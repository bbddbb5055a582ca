import type { CustomerData } from "#contract/api/customers";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { openProfile } from "./customer-row.ts";
import { findCustomerRows } from "./customer-store.ts";

/** The customer's data only, in one statement; undefined for an unknown or erased customer. The operator's key must be loaded. */
export async function readProfile(
  { database, keyring }: Pick<PlatformDeps, "database" | "keyring">,
  operatorId: string,
  externalCustomerId: string,
): Promise<CustomerData | undefined> {
  const [row] = await findCustomerRows(database, operatorId, [externalCustomerId]);
  return row && row.erased_at === null ? openProfile(keyring, row) : undefined;
}
