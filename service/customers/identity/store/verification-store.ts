import type { Kysely } from "kysely";
import { recordEvent, sealEvent } from "../../../events/index.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import type { Tx } from "../../../platform/database/transaction.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { PlatformDeps } from "../../../platform/platform-deps.ts";
import { newId } from "../../../platform/randomness.ts";
import { showText } from "../../../platform/secrets/show-text.ts";
import { presentVerification, verificationPlace } from "../../profile/index.ts";
import type { KycSubject } from "../kyc-deps.ts";
import { eventStatus, type KycEvent, nextKycStatus } from "../states/kyc-status.ts";
import type { KycVerificationRow } from "../tables.ts";

type StoreDeps = Pick<PlatformDeps, "clock" | "random" | "keyring">;

export type NewVerification = Pick<KycVerificationRow, "origin"> &
  Partial<
    Pick<
      KycVerificationRow,
      "document_type" | "consented_at" | "unreadable_before" | "payment_secret_used"
    >
  >;

/** Lists the customer's verifications, newest first. Lock the customer before you change one. */
export function listVerifications(
  db: Kysely<Tables>,
  { operatorId, externalCustomerId }: KycSubject,
): Promise<KycVerificationRow[]> {
  return db
    .selectFrom("kyc_verifications")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .orderBy("kyc_verification_id", "desc")
    .execute();
}

/** Inserts a verification and its webhook event. The customer must be locked, with no open verification. */
export async function insertVerification(
  deps: StoreDeps,
  tx: Tx,
  subject: KycSubject,
  columns: NewVerification,
): Promise<KycVerificationRow> {
  const now = new Date(deps.clock.nowMs());
  const row = await tx
    .insertInto("kyc_verifications")
    .values({
      kyc_verification_id: newId(deps, "kycVerification"),
      operator_id: subject.operatorId,
      external_customer_id: subject.externalCustomerId,
      status: "pending",
      created_at: now,
      updated_at: now,
      version: 1,
      read_tries: 0,
      document_type: columns.document_type ?? null,
      consented_at: columns.consented_at ?? null,
      unreadable_before: columns.unreadable_before ?? 0,
      submitted_at: null,
      decided_at: null,
      read_due_at: null,
      lease_token: null,
      reading_sealed: null,
      outcome_sealed: null,
      document_index: null,
      document_expires_on: null,
      decided_by: null,
      decision_reason_sealed: null,
      delete_images_at: null,
      origin: columns.origin,
      payment_secret_used: columns.payment_secret_used ?? false,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordStatusEvent(deps, tx, row);
  return row;
}

/** Only {@link moveVerification} writes the status. */
export type VerificationChanges = Partial<
  Omit<KycVerificationRow, "kyc_verification_id" | "status" | "version" | "updated_at">
>;

/** Changes a verification. The customer must be locked. */
export async function changeVerification(
  deps: StoreDeps,
  tx: Tx,
  row: KycVerificationRow,
  changes: VerificationChanges,
): Promise<KycVerificationRow> {
  return write(deps, tx, row, changes);
}

/**
 * Moves a verification to its next status with its webhook event. Throws ApiError `conflicting_state` if the status
 * table has no such transition.
 */
export async function moveVerification(
  deps: StoreDeps,
  tx: Tx,
  row: KycVerificationRow,
  event: KycEvent,
  changes: VerificationChanges = {},
): Promise<KycVerificationRow> {
  const status = nextKycStatus(row.status, event);
  if (status === undefined) throw new ApiError("conflicting_state");
  const moved = await write(deps, tx, row, { ...changes, status });
  await recordStatusEvent(deps, tx, moved);
  return moved;
}

async function write(
  { clock }: Pick<StoreDeps, "clock">,
  tx: Tx,
  row: KycVerificationRow,
  changes: Partial<KycVerificationRow>,
): Promise<KycVerificationRow> {
  const written = await tx
    .updateTable("kyc_verifications")
    .set({ ...changes, version: row.version + 1, updated_at: new Date(clock.nowMs()) })
    .where("kyc_verification_id", "=", row.kyc_verification_id)
    .where("version", "=", row.version)
    .returningAll()
    .executeTakeFirst();
  if (!written) throw new ApiError("conflicting_state");
  return written;
}

async function recordStatusEvent(deps: StoreDeps, tx: Tx, row: KycVerificationRow): Promise<void> {
  const event = sealEvent(deps, {
    operatorId: row.operator_id,
    resourceId: row.kyc_verification_id,
    sequence: row.version,
    type: "kyc_verification",
    status: eventStatus(row.status),
    data: presentVerification(deps.keyring, row),
    atMs: row.updated_at.getTime(),
  });
  await recordEvent(tx, event);
}

/** Encrypts a value for the column. Load the operator's key first. */
export function sealJson(
  { keyring }: Pick<StoreDeps, "keyring">,
  row: KycVerificationRow,
  column: Parameters<typeof verificationPlace>[1],
  value: unknown,
): string {
  return keyring.encryptField(verificationPlace(row, column), JSON.stringify(value));
}

/** Decrypts a column; null if it is empty or cannot be decrypted. Load the operator's key first. */
export function openJson<Value>(
  { keyring }: Pick<StoreDeps, "keyring">,
  row: KycVerificationRow,
  column: Parameters<typeof verificationPlace>[1],
): Value | null {
  const text = showText(keyring, verificationPlace(row, column), row[column]);
  return text === null ? null : JSON.parse(text);
}
