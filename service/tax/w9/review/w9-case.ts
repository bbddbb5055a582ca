import { maskTin } from "#contract/tin";
import { findShownCustomer, lockExistingCustomer } from "../../../customers/profile/index.ts";
import { requireStaffStillAllowed } from "../../../operators/accounts/index.ts";
import { appendAudit } from "../../../operators/audit/index.ts";
import { inTransaction } from "../../../platform/database/transaction.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import { unlessBroken } from "../../../platform/secrets/seal.ts";
import { type CaptureLink, captureLinkFor } from "../links/capture-link.ts";
import { drawSignedForm } from "../pdf/draw-signed-form.ts";
import { listAccesses, logAccess, type W9AccessEntry } from "../store/access-log.ts";
import { openSignedForm, type SignedForm } from "../store/signed-form.ts";
import { findForm, moveForm } from "../store/w9-store.ts";
import type { W9FormRow } from "../tables.ts";
import type { TaxDeps, TaxSubject } from "../tax-deps.ts";

export interface W9Key {
  readonly operatorId: string;
  readonly w9Id: string;
  readonly staffId: string;
}

export interface W9Summary {
  w9Id: string;
  externalCustomerId: string;
  /** `pending`, `completed` or `void`. */
  status: string;
  createdAt: string;
  completedAt: string | null;
  formRevision: string | null;
  notUsPerson: boolean;
  backupWithholding: boolean;
  /** `unverified`, `pending`, `match` or `mismatch`. */
  tinMatch: string;
  tinMatchCode: string | null;
}

/** The case for staff; the TIN is masked. */
export interface W9Case extends W9Summary {
  /** The signed form; null until signed, and if it cannot be decrypted: staff can still request another one. */
  form: (Omit<SignedForm, "tinLast4"> & { maskedTin: string }) | null;
  /** `intent`, `date_of_birth` or `phone`; null if the signer was not confirmed. */
  confirmedBy: string | null;
  /** The operator's customers with the same TIN. */
  sameNumber: string[];
  accesses: W9AccessEntry[];
}

/** Lists a customer's W-9s, newest first. */
export async function listW9s(
  deps: TaxDeps,
  { operatorId, externalCustomerId }: TaxSubject,
): Promise<W9Summary[]> {
  const rows = await deps.database.kysely
    .selectFrom("w9_forms")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .orderBy("w9_id", "desc")
    .execute();
  return rows.map(summaryOf);
}

/** Reads a case, after logging the access. Throws ApiError `resource_not_found`. */
export async function readW9(deps: TaxDeps, key: W9Key): Promise<W9Case> {
  const row = await requireForm(deps, key);
  const { kysely } = deps.database;
  await logAccess(deps, kysely, row, { actor: `staff:${key.staffId}`, action: "form_viewed" });
  const form = unlessBroken(() => openSignedForm(deps.keyring, row)) ?? null;
  return {
    ...summaryOf(row),
    form: form && presentForm(form),
    confirmedBy: row.confirmed_by,
    sameNumber: await othersWithNumber(deps, row),
    accesses: await listAccesses(deps, kysely, row),
  };
}

/**
 * Returns a PDF with the complete TIN, after logging the access. Throws ApiError `resource_not_found`, `w9_unreadable`.
 */
export async function readW9Copy(deps: TaxDeps, key: W9Key): Promise<Buffer> {
  const row = await requireForm(deps, key);
  if (row.completed_at === null) throw new ApiError("resource_not_found");
  const { kysely } = deps.database;
  await logAccess(deps, kysely, row, { actor: `staff:${key.staffId}`, action: "copy_viewed" });
  return drawSignedForm(deps.keyring, row);
}

/**
 * Voids a signed form and requests another one, with webhook event and audit entry: the TIN was wrong, or the IRS sent
 * a notice. Returns the new link; null if an older signed form is valid. Throws ApiError `conflicting_state` if the
 * form is not signed, and what {@link requireStaffStillAllowed} throws.
 */
export async function requestNewW9(
  deps: TaxDeps,
  key: W9Key,
): Promise<{ externalCustomerId: string; link: CaptureLink | null }> {
  const { operatorId, staffId } = key;
  const { external_customer_id: externalCustomerId } = await requireForm(deps, key);
  const link = await inTransaction(deps.database, async (tx) => {
    await lockExistingCustomer(tx, operatorId, externalCustomerId);
    const row = await findForm(tx, operatorId, key.w9Id);
    if (!row) throw new ApiError("resource_not_found");
    await requireStaffStillAllowed(tx, operatorId, staffId, "payouts.decide");
    await moveForm(deps, tx, row, "voided", {
      voided_at: new Date(deps.clock.nowMs()),
      voided_by: staffId,
      match_due_at: null,
      // A check that is under way must not make it due again.
      lease_token: null,
    });
    await logAccess(deps, tx, row, { actor: `staff:${staffId}`, action: "asked_anew" });
    const next = await captureLinkFor(deps, tx, { operatorId, externalCustomerId });
    await appendAudit(deps, tx, operatorId, {
      actor: { kind: "staff", staffId },
      action: "w9.asked_anew",
      subject: { type: "w9", id: key.w9Id },
    });
    return next;
  });
  deps.webhooks.wake();
  return { externalCustomerId, link };
}

async function requireForm(deps: TaxDeps, { operatorId, w9Id }: W9Key): Promise<W9FormRow> {
  const row = await findForm(deps.database.kysely, operatorId, w9Id);
  if (!row) throw new ApiError("resource_not_found");
  const customer = await findShownCustomer(deps, operatorId, row.external_customer_id);
  // After an erasure the form is kept only for tax forms.
  if (!customer) throw new ApiError("resource_not_found");
  return row;
}

async function othersWithNumber({ database }: TaxDeps, row: W9FormRow): Promise<string[]> {
  if (row.tin_index === null) return [];
  const others = await database.kysely
    .selectFrom("w9_forms")
    .select("external_customer_id")
    .distinct()
    .where("operator_id", "=", row.operator_id)
    .where("tin_index", "=", row.tin_index)
    .where("external_customer_id", "!=", row.external_customer_id)
    .orderBy("external_customer_id")
    .limit(20)
    .execute();
  return others.map((each) => each.external_customer_id);
}

function summaryOf(row: W9FormRow): W9Summary {
  return {
    w9Id: row.w9_id,
    externalCustomerId: row.external_customer_id,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    completedAt: row.completed_at?.toISOString() ?? null,
    formRevision: row.form_revision,
    notUsPerson: row.not_us_person,
    backupWithholding: row.backup_withholding,
    tinMatch: row.tin_match,
    tinMatchCode: row.tin_match_code,
  };
}

function presentForm({ tinLast4, ...form }: SignedForm): NonNullable<W9Case["form"]> {
  return { ...form, maskedTin: maskTin(tinLast4, form.tinBox) };
}
