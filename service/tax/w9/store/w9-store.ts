import type { Kysely } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import type { Tx } from "../../../platform/database/transaction.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { PlatformDeps } from "../../../platform/platform-deps.ts";
import { newId } from "../../../platform/randomness.ts";
import { nextW9Status, type W9Event } from "../states/w9-status.ts";
import type { W9FormRow } from "../tables.ts";
import type { TaxSubject } from "../tax-deps.ts";

type StoreDeps = Pick<PlatformDeps, "clock" | "random" | "keyring">;

/** Only {@link moveForm} writes the status. */
export type W9Changes = Partial<Omit<W9FormRow, "w9_id" | "status" | "version" | "updated_at">>;

/** Finds a form; undefined if it is unknown or another operator's. */
export function findForm(
  db: Kysely<Tables>,
  operatorId: string,
  w9Id: string,
): Promise<W9FormRow | undefined> {
  return db
    .selectFrom("w9_forms")
    .selectAll()
    .where("w9_id", "=", w9Id)
    .where("operator_id", "=", operatorId)
    .executeTakeFirst();
}

/** Finds a pending form. Lock the customer first to change it. */
export function findPendingForm(
  db: Kysely<Tables>,
  { operatorId, externalCustomerId }: TaxSubject,
): Promise<W9FormRow | undefined> {
  return db
    .selectFrom("w9_forms")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .where("status", "=", "pending")
    .executeTakeFirst();
}

/** Inserts a form. The customer must be locked and have no pending form. */
export async function insertForm(
  deps: StoreDeps,
  tx: Tx,
  { operatorId, externalCustomerId }: TaxSubject,
  linkExpiresAt: Date,
): Promise<W9FormRow> {
  const now = new Date(deps.clock.nowMs());
  return tx
    .insertInto("w9_forms")
    .values({
      w9_id: newId(deps, "w9"),
      operator_id: operatorId,
      external_customer_id: externalCustomerId,
      status: "pending",
      version: 1,
      link_generation: 1,
      link_expires_at: linkExpiresAt,
      earlier_link_expires_at: null,
      intent_live_until: null,
      confirm_failures: 0,
      not_us_person: false,
      draft_sealed: null,
      completed_at: null,
      form_revision: null,
      form_sealed: null,
      tin_sealed: null,
      tin_index: null,
      backup_withholding: false,
      confirmed_by: null,
      tin_match: "unverified",
      tin_match_code: null,
      tin_matched_at: null,
      match_due_at: null,
      match_tries: 0,
      lease_token: null,
      voided_at: null,
      voided_by: null,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes a form. Throws ApiError `conflicting_state` if it has changed since it was read. */
export async function changeForm(
  deps: Pick<StoreDeps, "clock">,
  tx: Kysely<Tables>,
  row: W9FormRow,
  changes: W9Changes,
): Promise<W9FormRow> {
  return write(deps, tx, row, changes);
}

/**
 * Moves a form. Throws ApiError `conflicting_state` without such a transition, or if it has changed since it was read.
 */
export async function moveForm(
  deps: Pick<StoreDeps, "clock">,
  tx: Tx,
  row: W9FormRow,
  event: W9Event,
  changes: W9Changes = {},
): Promise<W9FormRow> {
  const status = nextW9Status(row.status, event);
  if (status === undefined) throw new ApiError("conflicting_state");
  return write(deps, tx, row, { ...changes, status });
}

async function write(
  { clock }: Pick<StoreDeps, "clock">,
  tx: Kysely<Tables>,
  row: W9FormRow,
  changes: Partial<W9FormRow>,
): Promise<W9FormRow> {
  const written = await tx
    .updateTable("w9_forms")
    .set({ ...changes, version: row.version + 1, updated_at: new Date(clock.nowMs()) })
    .where("w9_id", "=", row.w9_id)
    .where("version", "=", row.version)
    .returningAll()
    .executeTakeFirst();
  if (!written) throw new ApiError("conflicting_state");
  return written;
}
