import { permissionsOfRole, type StaffPermission, type StaffRole } from "#contract/console/roles";
import type { Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { AuditActor } from "../audit/index.ts";

/**
 * Requires that a person still has a permission: a request can wait for locks after it was admitted. Locks the person's
 * row, so that a removal or a new role is either seen here or waits for this transaction. Call it after locking what is
 * decided. Throws 401 `session_required` and 403 `role_not_allowed`. Returns the role, because the person's limits can
 * depend on it.
 */
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

/** {@link requireStaffStillAllowed} if a person acts. Keys and the command line have no role. */
export async function requireActorStillAllowed(
  tx: Tx,
  operatorId: string,
  actor: AuditActor,
  permission: StaffPermission,
): Promise<void> {
  if (actor.kind !== "staff") return;
  await requireStaffStillAllowed(tx, operatorId, actor.staffId, permission);
}
