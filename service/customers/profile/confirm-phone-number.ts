import type { Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { openProfile, sealProfile } from "./customer-row.ts";
import { lockCustomerRow, updateCustomer } from "./customer-store.ts";
import type { CustomerDeps } from "./customers.ts";

/**
 * Stores this number (E.164) as verified, after a payout's code proved it. Does nothing for an unknown customer. Throws
 * ApiError `phone_number_verified` if another number is verified.
 */
export async function confirmPhoneNumber(
  deps: Pick<CustomerDeps, "clock" | "keyring">,
  tx: Tx,
  customer: { operatorId: string; externalCustomerId: string },
  phoneNumber: string,
): Promise<void> {
  const { operatorId, externalCustomerId } = customer;
  const row = await lockCustomerRow(tx, operatorId, externalCustomerId);
  if (!row) return;
  const before = openProfile(deps.keyring, row);
  if (row.phone_verified_at !== null && before.phoneNumber !== phoneNumber) {
    throw new ApiError("phone_number_verified");
  }
  const now = new Date(deps.clock.nowMs());
  const data = { ...before, phoneNumber };
  await updateCustomer(tx, row.customer_id, {
    ...sealProfile(deps.keyring, operatorId, row.customer_id, data),
    phone_verified_at: now,
    version: row.version + 1,
    updated_at: now,
  });
}
