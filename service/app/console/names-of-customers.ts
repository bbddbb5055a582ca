import { findCustomers } from "../../customers/profile/index.ts";
import type { ConsoleDeps } from "./console-deps.ts";
import { nameOfCustomer } from "./names.ts";

/** Both are null if unknown. */
export interface CustomerNames {
  customerName: string | null;
  customerEmail: string | null;
}

/** Reads the names for a whole list page in one query. */
export async function namesOfCustomers(
  deps: Pick<ConsoleDeps, "clock" | "database" | "keyring" | "random">,
  operatorId: string,
  externalCustomerIds: readonly string[],
): Promise<(externalCustomerId: string) => CustomerNames> {
  const found = await findCustomers(deps, operatorId, [...new Set(externalCustomerIds)]);
  return (externalCustomerId) => {
    const data = found.get(externalCustomerId)?.data;
    return { customerName: nameOfCustomer(data), customerEmail: data?.email ?? null };
  };
}
