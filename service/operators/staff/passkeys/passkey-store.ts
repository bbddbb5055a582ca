import type { AuthenticatorTransportFuture } from "@simplewebauthn/server";
import type { Kysely } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import type { StaffPasskeyRow } from "../tables.ts";

export function passkeyNamePlace(row: Pick<StaffPasskeyRow, "operator_id" | "passkey_id">) {
  return {
    operatorId: row.operator_id,
    table: "staff_passkeys",
    column: "name_sealed",
    id: row.passkey_id,
  };
}

/** Lists the account's passkeys, oldest first. */
export function passkeysOf(
  db: Kysely<Tables>,
  { staffId, operatorId }: { staffId: string; operatorId: string },
): Promise<StaffPasskeyRow[]> {
  return db
    .selectFrom("staff_passkeys")
    .selectAll()
    .where("staff_id", "=", staffId)
    .where("operator_id", "=", operatorId)
    .orderBy("passkey_id")
    .execute();
}

export async function hasPasskey(
  { database }: { database: { kysely: Kysely<Tables> } },
  whose: { staffId: string; operatorId: string },
): Promise<boolean> {
  return (await passkeysOf(database.kysely, whose)).length > 0;
}

/** How the browser reaches the authenticator, as the browser reported it. */
export function transportsOf({ transports }: StaffPasskeyRow): AuthenticatorTransportFuture[] {
  return transports.split(",").filter(Boolean) as AuthenticatorTransportFuture[];
}

export async function deletePasskeys(db: Kysely<Tables>, staffId: string): Promise<void> {
  await db.deleteFrom("staff_passkeys").where("staff_id", "=", staffId).execute();
}
