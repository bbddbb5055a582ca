import type { StaffPermission, StaffRole } from "#contract/console/roles";
import type { Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { hasScope } from "../../platform/http/key-restrictions.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { requireStaffStillAllowed } from "../accounts/index.ts";
import type { Decider } from "./decider.ts";

/**
 * {@link requireStaffStillAllowed} for a person or a key: another process remembers a key for some seconds. Locks the
 * key, so that a revocation or a restriction is either seen here or waits for this decision. Also throws 401
 * `api_key_invalid` and 403 `scope_missing`. Returns the person's role, or null for a key.
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
