import type { Kysely } from "kysely";
import type { Tables } from "../../platform/database/tables.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Keyring } from "../../platform/secrets/keyring.ts";
import { showText } from "../../platform/secrets/show-text.ts";
import type { StaffRow } from "./tables.ts";

type SealedColumn =
  | "email_sealed"
  | "name_sealed"
  | "password_sealed"
  | "totp_sealed"
  | "totp_pending_sealed";

export function staffPlace(
  { operator_id, staff_id }: Pick<StaffRow, "operator_id" | "staff_id">,
  column: SealedColumn,
) {
  return { operatorId: operator_id, table: "staff", column, id: staff_id };
}

/** Encrypts a value for the account's column. Load the operator's key first. */
export function sealStaff(
  keyring: Pick<Keyring, "encryptField">,
  row: Pick<StaffRow, "operator_id" | "staff_id">,
  column: SealedColumn,
  value: string,
): string {
  return keyring.encryptField(staffPlace(row, column), value);
}

/**
 * Decrypts a value; null if it is empty or damaged, so that one person's row does not hide the others. Load the
 * operator's key first.
 */
export function openStaff(
  keyring: Pick<Keyring, "decryptField">,
  row: StaffRow,
  column: SealedColumn,
): string | null {
  return showText(keyring, staffPlace(row, column), row[column]);
}

/** {@link openStaff} for a login. Logs a damaged value: the person cannot log in until an admin resets their access. */
export function openCredential(
  { keyring, log }: Pick<PlatformDeps, "keyring" | "log">,
  row: StaffRow,
  column: "password_sealed" | "totp_sealed",
): string | null {
  const opened = openStaff(keyring, row, column);
  if (opened === null && row[column] !== null) {
    const { operator_id: operatorId, staff_id: resourceId } = row;
    const problem = "a credential of a staff member cannot be decrypted: reset their access";
    log.errorHourly(problem, { operatorId, resourceId, name: column });
  }
  return opened;
}

/** The person's own name, or the address until they set one. */
export function nameOf(keyring: Pick<Keyring, "decryptField">, row: StaffRow): string {
  return openStaff(keyring, row, "name_sealed") ?? openStaff(keyring, row, "email_sealed") ?? "";
}

/** The index of an address. Ignores case. */
export function emailIndexOf(keyring: Pick<Keyring, "serviceIndex">, email: string): string {
  return keyring.serviceIndex("staff.email", email.trim().normalize("NFC").toLowerCase());
}

/** Finds the person with this address, except removed staff. */
export function findByEmail(db: Kysely<Tables>, emailIndex: string): Promise<StaffRow | undefined> {
  return db
    .selectFrom("staff")
    .selectAll()
    .where("email_index", "=", emailIndex)
    .where("status", "<>", "removed")
    .executeTakeFirst();
}

/** Locks a person's row. Lock it before the person's sessions. */
export function lockStaff(tx: Tx, staffId: string): Promise<StaffRow | undefined> {
  return tx
    .selectFrom("staff")
    .selectAll()
    .where("staff_id", "=", staffId)
    .forUpdate()
    .executeTakeFirst();
}

/** Names by id, including the operator's former staff. */
export async function staffNames(
  { database, keyring }: { database: { kysely: Kysely<Tables> }; keyring: Keyring },
  operatorId: string,
  staffIds: readonly string[],
): Promise<(staffId: string) => { staffId: string; name: string }> {
  const rows =
    staffIds.length === 0
      ? []
      : await database.kysely
          .selectFrom("staff")
          .selectAll()
          .where("operator_id", "=", operatorId)
          .where("staff_id", "in", [...new Set(staffIds)])
          .execute();
  const names = new Map(rows.map((row) => [row.staff_id, nameOf(keyring, row)]));
  return (staffId) => ({ staffId, name: names.get(staffId) ?? staffId });
}
