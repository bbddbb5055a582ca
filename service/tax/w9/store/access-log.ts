import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { PlatformDeps } from "../../../platform/platform-deps.ts";
import { showText } from "../../../platform/secrets/show-text.ts";
import type { W9FormRow } from "../tables.ts";

export type W9Actor = "customer" | "service" | `staff:${string}`;

export type W9Access =
  | "opened"
  | "left"
  | "confirmation_refused"
  | "confirmed_by_date_of_birth"
  | "confirmed_by_phone"
  | "draft_saved"
  | "declared_not_us_person"
  | "declared_us_person"
  | "signed"
  | "copy_downloaded"
  | "form_viewed"
  | "copy_viewed"
  | "tin_revealed"
  | "asked_anew"
  | "number_matched";

export interface W9Origin {
  readonly ipAddress: string;
  readonly userAgent: string;
}

/** Entries of staff and the service have no address and browser. */
export interface W9AccessEntry {
  actor: string;
  action: string;
  at: string;
  ipAddress: string | null;
  userAgent: string | null;
}

/** `from` is undefined for staff and the service. */
interface AccessEntry {
  readonly actor: W9Actor;
  readonly action: W9Access;
  readonly from?: W9Origin | undefined;
}

/**
 * Logs an access of the customer or of staff. Call it in the transaction of the change, or before data is returned.
 * Announcement 98-27 requires a record of all accesses that lead to a signed form. Waits for an erasure of the customer
 * that is under way. Throws ApiError `resource_not_found` if the customer is erased: their address and browser must not
 * be stored again.
 */
export async function logAccess(
  deps: Pick<PlatformDeps, "clock" | "keyring">,
  db: Kysely<Tables>,
  row: Pick<W9FormRow, "operator_id" | "w9_id">,
  entry: AccessEntry,
): Promise<void> {
  const { actor, action, ip_address_sealed, user_agent_sealed, accessed_at } = rowOf(
    deps,
    row,
    entry,
  );
  const { numAffectedRows } = await sql`
    insert into w9_access_log
      (operator_id, w9_id, actor, action, ip_address_sealed, user_agent_sealed, accessed_at)
    select f.operator_id, f.w9_id, ${actor}::text, ${action}::text, ${ip_address_sealed}::text,
      ${user_agent_sealed}::text, ${accessed_at}::timestamptz
    from w9_forms f
    join customers c on c.operator_id = f.operator_id
      and c.external_customer_id = f.external_customer_id
    where f.operator_id = ${row.operator_id} and f.w9_id = ${row.w9_id} and c.erased_at is null
    for key share of c`.execute(db);
  if (numAffectedRows !== 1n) throw new ApiError("resource_not_found");
}

/**
 * Logs accesses of jobs and filings in one statement. Includes forms of erased customers, which are kept for filings.
 */
export async function logAccesses(
  deps: Pick<PlatformDeps, "clock" | "keyring">,
  db: Kysely<Tables>,
  rows: readonly Pick<W9FormRow, "operator_id" | "w9_id">[],
  entry: Omit<AccessEntry, "from">,
): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map((row) => rowOf(deps, row, entry));
  await db.insertInto("w9_access_log").values(values).execute();
}

function rowOf(
  { clock, keyring }: Pick<PlatformDeps, "clock" | "keyring">,
  row: Pick<W9FormRow, "operator_id" | "w9_id">,
  { actor, action, from }: AccessEntry,
) {
  const seal = (column: SealedColumn, text: string | undefined) =>
    text === undefined ? null : keyring.encryptField(placeOf(row, column), text);
  return {
    operator_id: row.operator_id,
    w9_id: row.w9_id,
    actor,
    action,
    ip_address_sealed: seal("ip_address_sealed", from?.ipAddress),
    user_agent_sealed: seal("user_agent_sealed", from?.userAgent),
    accessed_at: new Date(clock.nowMs()),
  };
}

/** Lists the accesses, oldest first. */
export async function listAccesses(
  { keyring }: Pick<PlatformDeps, "keyring">,
  db: Kysely<Tables>,
  row: Pick<W9FormRow, "operator_id" | "w9_id">,
): Promise<W9AccessEntry[]> {
  const rows = await db
    .selectFrom("w9_access_log")
    .selectAll()
    .where("w9_id", "=", row.w9_id)
    .orderBy("access_id")
    .execute();
  const open = (column: SealedColumn, sealed: string | null) =>
    showText(keyring, placeOf(row, column), sealed);
  return rows.map((row) => ({
    actor: row.actor,
    action: row.action,
    at: row.accessed_at.toISOString(),
    ipAddress: open("ip_address_sealed", row.ip_address_sealed),
    userAgent: open("user_agent_sealed", row.user_agent_sealed),
  }));
}

/** What the form window's last access shows. */
export async function readWindow(
  db: Kysely<Tables>,
  row: Pick<W9FormRow, "w9_id">,
  nowMs: number,
): Promise<{ window: "none" | "open" | "left"; idleSeconds: number }> {
  const last = await db
    .selectFrom("w9_access_log")
    .select(["action", "accessed_at"])
    .where("w9_id", "=", row.w9_id)
    .where("actor", "=", "customer")
    .orderBy("access_id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!last) return { window: "none", idleSeconds: 0 };
  // At most one day; longer makes no difference.
  const idleSeconds = Math.floor((nowMs - last.accessed_at.getTime()) / 1000);
  return {
    window: last.action === "left" ? "left" : "open",
    idleSeconds: Math.min(86_400, Math.max(0, idleSeconds)),
  };
}

type SealedColumn = "ip_address_sealed" | "user_agent_sealed";

function placeOf(row: Pick<W9FormRow, "operator_id" | "w9_id">, column: SealedColumn) {
  return { operatorId: row.operator_id, table: "w9_access_log", column, id: row.w9_id };
}
