/**
 * Known devices: browsers in which a person has completed a login.
 *
 * - A known device has its own counter of failures, so that failures elsewhere cannot lock its owner out.
 * - The browser holds 32 random bytes in a cookie that scripts cannot read. The store holds only their hash, so nobody
 *   can forge a cookie or move it to another account. Every login replaces the bytes.
 * - A new password, a reset, a lock and a removal revoke all of a person's devices.
 *
 * A device replaces neither the password nor the second factor.
 */
import type { Kysely } from "kysely";
import type { Tables } from "../../platform/database/tables.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { newId, randomToken } from "../../platform/randomness.ts";
import { hashSecret } from "../../platform/secrets/hash-secret.ts";
import type { StaffRow } from "./tables.ts";

/** How long a device stays known without a login. */
export const deviceMs = 90 * 24 * 60 * 60_000;
/** Maximum number of devices of a person; the least recently used are removed first. */
const maxDevices = 20;

/** Finds the device of a token; null unless it belongs to the account with that index. */
export async function findDevice(
  { machineClock, database }: Pick<PlatformDeps, "machineClock" | "database">,
  emailIndex: string,
  token: string | null,
): Promise<string | null> {
  // The query runs without a token, too, so that the time reveals nothing about the account.
  const found = await database.kysely
    .selectFrom("staff_devices as d")
    .innerJoin("staff as p", "p.staff_id", "d.staff_id")
    .select("d.device_id")
    .where("d.token_hash", "=", hashSecret(token ?? ""))
    .where("d.expires_at", ">", new Date(machineClock.nowMs()))
    .where("p.email_index", "=", emailIndex)
    .where("p.status", "=", "active")
    .executeTakeFirst();
  return found?.device_id ?? null;
}

/** Makes the browser a known device. A known one gets a new token. Resolves to the cookie's token. */
export async function rememberDevice(
  deps: Pick<PlatformDeps, "clock" | "machineClock" | "random">,
  tx: Tx,
  staff: Pick<StaffRow, "staff_id" | "operator_id">,
  deviceId: string | null,
): Promise<string> {
  const token = randomToken(deps.random, 32);
  const nowMs = deps.machineClock.nowMs();
  const fresh = {
    token_hash: hashSecret(token),
    last_used_at: new Date(nowMs),
    expires_at: new Date(nowMs + deviceMs),
  };
  if (deviceId !== null) {
    const { numUpdatedRows } = await tx
      .updateTable("staff_devices")
      .set(fresh)
      .where("device_id", "=", deviceId)
      .where("staff_id", "=", staff.staff_id)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return token;
  }
  await tx
    .insertInto("staff_devices")
    .values({
      device_id: newId(deps, "staffDevice"),
      operator_id: staff.operator_id,
      staff_id: staff.staff_id,
      created_at: new Date(nowMs),
      ...fresh,
    })
    .execute();
  await tx
    .deleteFrom("staff_devices")
    .where("staff_id", "=", staff.staff_id)
    .where("device_id", "not in", (select) =>
      select
        .selectFrom("staff_devices")
        .select("device_id")
        .where("staff_id", "=", staff.staff_id)
        .orderBy("last_used_at", "desc")
        .orderBy("device_id", "desc")
        .limit(maxDevices),
    )
    .execute();
  return token;
}

/** Forgets the browsers that the account has used, so that none counts as known. */
export async function deleteDevices(db: Kysely<Tables>, staffId: string): Promise<void> {
  await db.deleteFrom("staff_devices").where("staff_id", "=", staffId).execute();
}
