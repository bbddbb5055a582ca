import type { ApiKeyView } from "#contract/console/api-keys";
import type { PlatformDeps } from "../../../platform/platform-deps.ts";
import { showApprovalLimits } from "../approval-limits.ts";

/** `createdBy` is `staff:<id>`, `command`, `service` or null. */
export type ListedKey = Omit<ApiKeyView, "createdBy"> & { readonly createdBy: string | null };

/** Lists the operator's keys, newest first; ended ones last. */
export async function listKeys(
  { database, machineClock }: Pick<PlatformDeps, "database" | "machineClock">,
  operatorId: string,
): Promise<ListedKey[]> {
  const rows = await database.kysely
    .selectFrom("api_keys")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("kind", "=", "secret")
    // Not by id alone: a console names the keys that it creates, with its own clock.
    .orderBy("created_at", "desc")
    .orderBy("key_id", "desc")
    .execute();
  const now = new Date(machineClock.nowMs());
  const all = rows.map(
    (row): ListedKey => ({
      keyId: row.key_id,
      hint: row.hint,
      label: row.label,
      status: statusOf(row, now),
      scopes: row.scopes,
      allowedAddresses: row.allowed_addresses,
      approvalLimits: showApprovalLimits(row.approval_limits),
      createdBy: row.created_by,
      createdAt: row.created_at.toISOString(),
      lastUsedAt: row.last_used_at?.toISOString() ?? null,
      expiresAt: row.expires_at?.toISOString() ?? null,
      revokedAt: row.revoked_at?.toISOString() ?? null,
      version: row.version,
    }),
  );
  const hasEnded = ({ status }: ListedKey) => status === "revoked" || status === "expired";
  return [...all.filter((key) => !hasEnded(key)), ...all.filter(hasEnded)];
}

function statusOf(row: { revoked_at: Date | null; expires_at: Date | null }, now: Date): string {
  if (row.revoked_at !== null) return "revoked";
  if (row.expires_at === null) return "active";
  return row.expires_at <= now ? "expired" : "ending";
}
