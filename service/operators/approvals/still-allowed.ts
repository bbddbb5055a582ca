import { permissionsOfRole, type StaffPermission } from "#contract/console/roles";
import type { Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Decider } from "./decider.ts";

/**
 * Requires that the decider may still decide: a request can wait for locks after it was admitted, and another process
 * remembers a key for some seconds. Locks the decider's row, so that a removal, a new role or a revocation is either
 * seen here or waits for this decision. Call it after the locks of what is decided. Throws 401 `session_required` or
 * `api_key_invalid`, and 403 `role_not_allowed`.
 */
export async function requireStillAllowed(
  tx: Tx,
  operatorId: string,
  decider: Decider,
  permission: StaffPermission,
): Promise<void> {
  if (decider.kind === "key") {
    const key = await tx
      .selectFrom("api_keys")
      .select("revoked_at")
      .where("operator_id", "=", operatorId)
      .where("key_id", "=", decider.keyId)
      .forKeyShare()
      .executeTakeFirst();
    if (!key || key.revoked_at !== null) throw new ApiError("api_key_invalid");
    return;
  }
  const staff = await tx
    .selectFrom("staff")
    .select(["status", "role"])
    .where("operator_id", "=", operatorId)
    .where("staff_id", "=", decider.staffId)
    .forKeyShare()
    .executeTakeFirst();
  // A former member keeps their row.
  if (staff?.status !== "active") throw new ApiError("session_required");
  if (!permissionsOfRole[staff.role].includes(permission)) throw new ApiError("role_not_allowed");
}
