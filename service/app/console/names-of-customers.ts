import { findCustomers } from "../../customers/profile/index.ts";
import type { ConsoleDeps } from "./console-deps.ts";
import { nameOfCustomer } from "./names.ts";

export interface CustomerNames {
  customerName: string | null;
  customerEmail: string | null;
}

/** The names for a list page, in one query; null if unknown. */
export async function namesOfCustomers(
  deps: Pick<ConsoleDeps, "clock" | "database" | "keyring" | "random">,
  operatorId: string,
  externalCustomerIds: readonly string[],
): Promise<(externalCustomerId: string) => CustomerNames> {
  const found = await findCustomers(deps, operatorId, [...new Set(externalCustomerIds)]);
  return (externalCustomerId) => {
    const data = found.get(externalCustomerId)?.data;
    return { customerName: nameOfCustomer(data), customerEmail: data?.email || null };
  };
}
