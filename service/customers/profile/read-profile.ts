import type { CustomerData } from "#contract/api/customers";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { openProfile } from "./customer-row.ts";
import { findCustomerRows } from "./customer-store.ts";

/** Reads a profile in one statement; undefined if unknown or erased. Load the operator's key first. */
export async function readProfile(
  { database, keyring }: Pick<PlatformDeps, "database" | "keyring">,
  operatorId: string,
  externalCustomerId: string,
): Promise<CustomerData | undefined> {
  const [row] = await findCustomerRows(database, operatorId, [externalCustomerId]);
  return row && row.erased_at === null ? openProfile(keyring, row) : undefined;
}
