/**
 * Reads submitted documents and decides. Each run leases one verification, so a crash costs only the lease. The reader
 * runs outside any transaction; only the holder of the lease writes the result.
 */
import { sql } from "kysely";
import { isStoreLost } from "../../../platform/database/store-unavailable.ts";
import { inTransaction, type Tx } from "../../../platform/database/transaction.ts";
import { dateIn } from "../../../platform/date-in.ts";
import { randomToken } from "../../../platform/randomness.ts";
import type { DocumentImage, DocumentReading } from "../../../providers/document-reader/index.ts";
import { lockCustomer, readProfile } from "../../profile/index.ts";
import type { Decision } from "../decision/index.ts";
import type { KycDeps } from "../kyc-deps.ts";
import type { KycEvent } from "../states/kyc-status.ts";
import { recordAccess } from "../store/access-log.ts";
import { listImages, openImage } from "../store/image-store.ts";
import { moveVerification, sealJson } from "../store/verification-store.ts";
import type { KycVerificationRow } from "../tables.ts";

/** The lease is longer than a reading's deadline. */
const leaseMs = 3 * 60_000;
/** Failed tries until the document goes to review. */
export const maxReadTries = 5;
const retryPauseMs = 5_000;

const eventOf: Record<Decision["status"], KycEvent> = {
  verified: "read_as_verified",
  under_review: "read_as_under_review",
  rejected: "read_as_rejected",
};

/** The operator whose document was read last. A process's readers share it, to alternate. */
export interface ReadCursor {
  operatorId: string;
}

/** Reads one document. "more" if there was one. */
export async function readSubmitted(
  deps: KycDeps,
  cursor: ReadCursor,
  isClosing: () => boolean,
): Promise<"more" | undefined> {
  if (isClosing()) return undefined;
  const leaseToken = randomToken(deps.random, 16);
  const row =
    (await claim(deps, leaseToken, cursor.operatorId)) ?? (await claim(deps, leaseToken, ""));
  if (!row) return undefined;
  cursor.operatorId = row.operator_id;
  await readOne(deps, row, isClosing).catch((error: unknown) => {
    if (isStoreLost(error)) throw error;
    // A failed round would delay the documents behind it. This one is due again when its lease ends.
    const { operator_id: operatorId, kyc_verification_id: resourceId } = row;
    deps.log.errorHourly("a document could not be read", { operatorId, resourceId, error });
  });
  return "more";
}

async function readOne(
  deps: KycDeps,
  row: KycVerificationRow,
  isClosing: () => boolean,
): Promise<void> {
  try {
    await deps.keyring.load(row.operator_id);
    await readProfile(deps, row.operator_id, row.external_customer_id);
  } catch (error) {
    // Unavailable keys and a damaged profile say nothing about the document: it is read once both can be used.
    await requeue(deps, row, { readTries: row.read_tries - 1, pauseMs: leaseMs });
    throw error;
  }
  if (row.read_tries > maxReadTries) return settle(deps, row, null);
  const outcome = await deps.reader.read(
    { type: row.document_type ?? "drivers_license", images: await openImages(deps, row) },
    { operatorId: row.operator_id, externalCustomerId: row.external_customer_id },
  );
  if (outcome.ok) return settle(deps, row, outcome.reading);
  const { reason } = outcome;
  const isStopping = isClosing();
  // A busy reader and a shutdown say nothing about the document.
  const isTry = reason !== "reader_busy" && !isStopping;
  // After a time-out, every try would exceed the deadline and occupy a reader.
  if (isTry && (reason === "reader_timeout" || row.read_tries >= maxReadTries)) {
    deps.log.warn("a document goes to review unread", { reason });
    return settle(deps, row, null);
  }
  const pauseMs = isStopping ? 0 : Math.max(outcome.retryAfterMs, retryPauseMs);
  await requeue(deps, row, { readTries: row.read_tries - (isTry ? 0 : 1), pauseMs });
}

/** The oldest waiting document of the next operator after `afterOperatorId`. */
async function claim(
  { clock, database }: KycDeps,
  leaseToken: string,
  afterOperatorId: string,
): Promise<KycVerificationRow | undefined> {
  const now = new Date(clock.nowMs());
  return database.kysely
    .updateTable("kyc_verifications")
    .set({
      lease_token: leaseToken,
      read_due_at: new Date(now.getTime() + leaseMs),
      read_tries: sql<number>`read_tries + 1`,
    })
    .where("kyc_verification_id", "=", (select) =>
      select
        .selectFrom("kyc_verifications")
        .select("kyc_verification_id")
        .where("read_due_at", "<=", now)
        .where("operator_id", ">", afterOperatorId)
        .orderBy("operator_id")
        .orderBy("read_due_at")
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
}

async function openImages(deps: KycDeps, row: KycVerificationRow): Promise<DocumentImage[]> {
  const { kysely } = deps.database;
  const images: DocumentImage[] = [];
  for (const image of await listImages(kysely, row.kyc_verification_id)) {
    if (image.state !== "received") continue;
    const at = new Date(deps.clock.nowMs());
    const entry = { uploadId: image.upload_id, actor: "reader", action: "image_read", at } as const;
    await recordAccess(kysely, row, entry);
    const bytes = await openImage(kysely, deps.keyring, image);
    if (bytes) images.push({ side: image.side, bytes });
  }
  return images;
}

/** Queues a document again after `pauseMs`. Does nothing if another process has the lease. */
async function requeue(
  { database, clock }: KycDeps,
  row: KycVerificationRow,
  { readTries, pauseMs }: { readonly readTries: number; readonly pauseMs: number },
): Promise<void> {
  await database.kysely
    .updateTable("kyc_verifications")
    .set({
      lease_token: null,
      read_due_at: new Date(clock.nowMs() + pauseMs),
      read_tries: readTries,
    })
    .where("kyc_verification_id", "=", row.kyc_verification_id)
    .where("lease_token", "=", row.lease_token)
    .execute();
}

/** Stores the result. Does nothing if another process has the lease. */
async function settle(
  deps: KycDeps,
  claimed: KycVerificationRow,
  reading: DocumentReading | null,
): Promise<void> {
  const { operator_id: operatorId, external_customer_id: externalCustomerId } = claimed;
  const { settings } = await deps.operators.get(operatorId);
  await inTransaction(deps.database, async (tx) => {
    const customer = await lockCustomer(deps, tx, operatorId, externalCustomerId);
    const row = await tx
      .selectFrom("kyc_verifications")
      .selectAll()
      .where("kyc_verification_id", "=", claimed.kyc_verification_id)
      .where("lease_token", "=", claimed.lease_token)
      .forUpdate()
      .executeTakeFirst();
    if (!customer || !row || row.document_type === null) return;
    const nowMs = deps.clock.nowMs();
    const documentIndex = reading && indexOf(deps, operatorId, reading);
    const { firstName, middleName, lastName, suffix, dateOfBirth } = customer.data;
    const decision = deps.decide({
      type: row.document_type,
      reading,
      customer: { firstName, middleName, lastName, suffix, dateOfBirth },
      today: dateIn(settings.timeZone, nowMs),
      numberUsedByAnother:
        documentIndex !== null && (await isUsedByAnother(tx, row, documentIndex)),
      unreadableBefore: row.unreadable_before,
      autoVerify: settings.documentReview === "when_needed",
    });
    const { checks, canRetry, retakeSides, status } = decision;
    const isFinal = status !== "under_review";
    const keepMs = settings.documentRetentionDays * 24 * 60 * 60 * 1000;
    const outcome = { checks, reasons: decision.reasons, canRetry, retakeSides };
    await moveVerification(deps, tx, row, eventOf[status], {
      read_due_at: null,
      lease_token: null,
      decided_at: isFinal ? new Date(nowMs) : null,
      document_index: documentIndex,
      document_expires_on: decision.documentExpiresOn,
      outcome_sealed: sealJson(deps, row, "outcome_sealed", outcome),
      reading_sealed: reading ? sealJson(deps, row, "reading_sealed", reading) : null,
      delete_images_at: isFinal ? new Date(nowMs + keepMs) : null,
    });
  });
  deps.webhooks.wake();
}

/** The document's issuer and number. */
function indexOf(
  { keyring }: Pick<KycDeps, "keyring">,
  operatorId: string,
  { type, fields }: DocumentReading,
): string | null {
  const number = fields.documentNumber?.value.toUpperCase().replace(/[^A-Z0-9]/g, "");
  if (!number) return null;
  const issuer = `${fields.issuingCountry?.value ?? ""}/${fields.issuingState?.value ?? ""}`;
  return keyring.blindIndex(operatorId, "kyc.document", `${type}/${issuer}/${number}`);
}

/** The lock makes the second of two concurrent verifications see the first. */
async function isUsedByAnother(
  tx: Tx,
  row: KycVerificationRow,
  documentIndex: string,
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${documentIndex}, 7304553))`.execute(tx);
  const other = await tx
    .selectFrom("kyc_verifications")
    .select("kyc_verification_id")
    .where("operator_id", "=", row.operator_id)
    .where("document_index", "=", documentIndex)
    .where("external_customer_id", "!=", row.external_customer_id)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}
