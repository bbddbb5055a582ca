import { permissionsOfRole, type StaffPermission, type StaffRole } from "#contract/console/roles";
import type { Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { hasScope } from "../../platform/http/key-restrictions.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Decider } from "./decider.ts";

/**
 * Requires that the decider may still decide: a request can wait for locks after it was admitted, and another process
 * remembers a key for some seconds. Locks the decider's row, so that a removal, a new role, a revocation or a
 * restriction is either seen here or waits for this decision. Call it after locking what is decided. Throws 401
 * `session_required` or `api_key_invalid`, and 403 `role_not_allowed` or `scope_missing`. Returns the person's role, or
 * null for a key.
 */
export async function requireStillAllowed(
  { machineClock }: Pick<PlatformDeps, "machineClock">,
  tx: Tx,
  operatorId: string,
  decider: Decider,
  permission: StaffPermission,
): Promise<StaffRole | null> {
  if (decider.kind === "staff") {
    return requireStaffStillAllowed(tx, operatorId, decider.staffId, permission);
  }
  const key = await tx
    .selectFrom("api_keys")
    .select(["revoked_at", "expires_at", "scopes"])
    .where("operator_id", "=", operatorId)
    .where("key_id", "=", decider.keyId)
    .forKeyShare()
    .executeTakeFirst();
  const hasExpired = key?.expires_at && key.expires_at.getTime() <= machineClock.nowMs();
  if (!key || key.revoked_at !== null || hasExpired) throw new ApiError("api_key_invalid");
  if (!hasScope(key, ["approvals"])) throw new ApiError("scope_missing");
  return null;
}

/** {@link requireStillAllowed} for a person. Returns the role, because their limits can depend on it. */
export async function requireStaffStillAllowed(
  tx: Tx,
  operatorId: string,
  staffId: string,
  permission: StaffPermission,
): Promise<StaffRole> {
  const staff = await tx
    .selectFrom("staff")
    .select(["status", "role"])
    .where("operator_id", "=", operatorId)
    .where("staff_id", "=", staffId)
    .forKeyShare()
    .executeTakeFirst();
  // A former member keeps their row.
  if (staff?.status !== "active") throw new ApiError("session_required");
  if (!permissionsOfRole[staff.role].includes(permission)) throw new ApiError("role_not_allowed");
  return staff.role;
}
