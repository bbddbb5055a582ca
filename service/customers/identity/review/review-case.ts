/** The console's review cases. The access log records every access before data is returned. */
import type { KycVerification } from "#contract/api/customers";
import { type ListSort, orderOf, type PageQuery } from "#contract/lists";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { DocumentReading } from "../../../providers/document-reader/index.ts";
import {
  findShownCustomer,
  type KnownCustomer,
  type KycOutcome,
  openOutcome,
  presentVerification,
} from "../../profile/index.ts";
import type { KycDeps } from "../kyc-deps.ts";
import { type KycAccessEntry, listAccesses, recordView } from "../store/access-log.ts";
import { findImage, listImages, openImage } from "../store/image-store.ts";
import { openJson } from "../store/verification-store.ts";
import type { KycVerificationRow } from "../tables.ts";
import { type ReviewKey, requireRow, versionOf } from "./review-rows.ts";

/** A reviewer who opened the case this recently may still work on it. */
export const recentReviewMs = 15 * 60_000;

export interface ReviewSummary {
  kycVerificationId: string;
  externalCustomerId: string;
  type: string | null;
  status: string;
  submittedAt: string;
  decidedAt: string | null;
  reasons: { code: string; message: string }[];
}

export interface ReviewCase {
  verification: KycVerification;
  customer: KnownCustomer;
  reading: DocumentReading | null;
  /** The `staffMessage`s in it are for staff only. */
  outcome: KycOutcome | null;
  images: { uploadId: string; side: string; contentType: string | null }[];
  decision: { staffId: string; reason: string } | null;
  /** The decision repeats it, so that it applies only to what the reviewer saw. */
  version: string;
  /** Reviewers within {@link recentReviewMs}, newest last. */
  otherReviewers: { staffId: string; at: string }[];
  accesses: KycAccessEntry[];
}

export type ReviewStatus = "under_review" | "verified_manually" | "rejected_manually";

/** Lists cases: waiting ones oldest first, decided ones by default newest first. */
export async function listReviews(
  deps: KycDeps,
  operatorId: string,
  { page, size, sort = "newest" }: PageQuery & { readonly sort?: ListSort | undefined },
  status: ReviewStatus = "under_review",
): Promise<{ data: ReviewSummary[]; page: number; size: number; total: number }> {
  const selected = deps.database.kysely
    .selectFrom("kyc_verifications")
    .where("operator_id", "=", operatorId)
    .where("status", "=", status);
  const { total } = await selected
    .select((select) => select.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const isQueue = status === "under_review";
  const direction = isQueue ? "asc" : orderOf(sort).direction;
  const rows = await selected
    .selectAll()
    .orderBy(isQueue ? "submitted_at" : "decided_at", direction)
    .orderBy("kyc_verification_id", direction)
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const data = rows.map((row) => ({
    kycVerificationId: row.kyc_verification_id,
    externalCustomerId: row.external_customer_id,
    type: row.document_type,
    status: row.status,
    decidedAt: row.decided_at?.toISOString() ?? null,
    submittedAt: (row.submitted_at ?? row.created_at).toISOString(),
    reasons: (openOutcome(deps.keyring, row)?.reasons ?? []).map(({ code, staffMessage }) => ({
      code,
      message: staffMessage,
    })),
  }));
  return { data, page, size, total: Number(total) };
}

/**
 * Opens a case, without the customer's data that cannot be decrypted. Logs the access first. Throws 404
 * `resource_not_found`.
 */
export async function openReview(deps: KycDeps, key: ReviewKey): Promise<ReviewCase> {
  const { kysely } = deps.database;
  const row = await requireRow(deps, key);
  const nowMs = deps.clock.nowMs();
  await recordReviewAccess(deps, key, row, "case_opened");
  const [customer, images, accesses] = await Promise.all([
    findShownCustomer(deps, key.operatorId, row.external_customer_id),
    listImages(kysely, row.kyc_verification_id),
    listAccesses(kysely, key.operatorId, row.kyc_verification_id),
  ]);
  if (!customer) throw new ApiError("resource_not_found");
  const reason = openJson<string>(deps, row, "decision_reason_sealed");
  return {
    verification: presentVerification(deps.keyring, row),
    customer,
    reading: openJson<DocumentReading>(deps, row, "reading_sealed"),
    outcome: openOutcome(deps.keyring, row) ?? null,
    images: images
      .filter(({ state }) => state === "received")
      .map((image) => ({
        uploadId: image.upload_id,
        side: image.side,
        contentType: image.content_type,
      })),
    decision: row.decided_by === null ? null : { staffId: row.decided_by, reason: reason ?? "" },
    version: versionOf(row, customer),
    otherReviewers: otherReviewersOf(accesses, key.staffId, nowMs),
    accesses,
  };
}

/** Reads a picture. Throws 404 without one, and after its retention has ended. */
export async function readReviewImage(
  deps: KycDeps,
  key: ReviewKey,
  uploadId: string,
): Promise<{ contentType: string; bytes: Buffer }> {
  const { kysely } = deps.database;
  const row = await requireRow(deps, key);
  const image = await findImage(kysely, row.kyc_verification_id, uploadId);
  if (!image) throw new ApiError("resource_not_found");
  await recordReviewAccess(deps, key, row, "image_viewed", uploadId);
  const bytes = await openImage(kysely, deps.keyring, image);
  if (!bytes) throw new ApiError("resource_not_found");
  return { contentType: image.content_type ?? "application/octet-stream", bytes };
}

function recordReviewAccess(
  deps: KycDeps,
  key: ReviewKey,
  row: KycVerificationRow,
  action: "case_opened" | "image_viewed",
  uploadId?: string,
): Promise<void> {
  const at = new Date(deps.clock.nowMs());
  const actor = `staff:${key.staffId}` as const;
  return recordView(deps.database.kysely, row, {
    actor,
    action,
    at,
    ...(uploadId ? { uploadId } : {}),
  });
}

function otherReviewersOf(accesses: readonly KycAccessEntry[], staffId: string, nowMs: number) {
  const last = new Map<string, string>();
  for (const { actor, action, at } of accesses) {
    if (action !== "case_opened" || at.getTime() <= nowMs - recentReviewMs) continue;
    const other = actor.replace(/^staff:/, "");
    if (other === staffId) continue;
    last.delete(other);
    last.set(other, at.toISOString());
  }
  return [...last].map(([other, at]) => ({ staffId: other, at }));
}
