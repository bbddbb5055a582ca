/**
 * What the operator's console shows of verifications: the queue by age, a case with everything in it,
 * its pictures. Every look is noted in the access log before anything is shown.
 */
import type { KycVerification } from "#contract/api/customers";
import type { PageQuery } from "#contract/lists";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { DocumentReading } from "../../../providers/document-reader/index.ts";
import {
  findCustomer,
  type KnownCustomer,
  type KycOutcome,
  openOutcome,
  presentVerification,
} from "../../profile/index.ts";
import type { KycDeps } from "../kyc-deps.ts";
import { type KycAccessEntry, listAccesses, noteAccess } from "../store/access-log.ts";
import { findImage, listImages, openImage } from "../store/image-store.ts";
import { openJson } from "../store/verification-store.ts";
import type { KycVerificationRow } from "../tables.ts";
import { type ReviewKey, requireRow, versionOf } from "./review-rows.ts";

/** Somebody who opened a case so lately may still be at it. */
export const reviewerStaysMs = 15 * 60_000;

/** One line of the queue. */
export interface ReviewSummary {
  kycVerificationId: string;
  externalCustomerId: string;
  type: string | null;
  status: string;
  submittedAt: string;
  decidedAt: string | null;
  reasons: { code: string; message: string }[];
}

/** Everything that a reviewer decides from. */
export interface ReviewCase {
  verification: KycVerification;
  customer: KnownCustomer;
  reading: DocumentReading | null;
  /** With `staffMessage`s, which the customer never sees. */
  outcome: KycOutcome | null;
  images: { uploadId: string; side: string; contentType: string | null }[];
  decision: { staffId: string; reason: string } | null;
  /** To be given back with the decision: what was seen must be what is decided on. */
  version: string;
  /** Others who opened the case within {@link reviewerStaysMs}, newest last. */
  otherReviewers: { staffId: string; at: string }[];
  accesses: KycAccessEntry[];
}

/** Which cases: those that wait for a person, or what staff decided. */
export type ReviewStatus = "under_review" | "verified_manually" | "rejected_manually";

/** Cases that wait for a person, the oldest first; or decided ones, the newest decision first. */
export async function listReviews(
  deps: KycDeps,
  operatorId: string,
  { page, size }: PageQuery,
  status: ReviewStatus = "under_review",
): Promise<{ data: ReviewSummary[]; page: number; size: number; total: number }> {
  const chosen = deps.database.kysely
    .selectFrom("kyc_verifications")
    .where("operator_id", "=", operatorId)
    .where("status", "=", status);
  const { total } = await chosen
    .select((select) => select.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const isQueue = status === "under_review";
  const rows = await chosen
    .selectAll()
    .orderBy(isQueue ? "submitted_at" : "decided_at", isQueue ? "asc" : "desc")
    .orderBy("kyc_verification_id", isQueue ? "asc" : "desc")
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

/** Opens a case. Throws 404 `resource_not_found`. */
export async function openReview(deps: KycDeps, key: ReviewKey): Promise<ReviewCase> {
  const { kysely } = deps.database;
  const row = await requireRow(deps, key);
  const nowMs = deps.clock.nowMs();
  await note(deps, key, row, "case_opened");
  const [customer, images, accesses] = await Promise.all([
    findCustomer(deps, key.operatorId, row.external_customer_id),
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
    otherReviewers: othersAt(accesses, key.staffId, nowMs),
    accesses,
  };
}

/** One picture of a case. Throws 404, also when the retention is over. */
export async function readReviewImage(
  deps: KycDeps,
  key: ReviewKey,
  uploadId: string,
): Promise<{ contentType: string; bytes: Buffer }> {
  const { kysely } = deps.database;
  const row = await requireRow(deps, key);
  const image = await findImage(kysely, row.kyc_verification_id, uploadId);
  if (!image) throw new ApiError("resource_not_found");
  await note(deps, key, row, "image_viewed", uploadId);
  const bytes = await openImage(kysely, deps.keyring, image);
  if (!bytes) throw new ApiError("resource_not_found");
  return { contentType: image.content_type ?? "application/octet-stream", bytes };
}

function note(
  deps: KycDeps,
  key: ReviewKey,
  row: KycVerificationRow,
  action: "case_opened" | "image_viewed",
  uploadId?: string,
): Promise<void> {
  const at = new Date(deps.clock.nowMs());
  const actor = `staff:${key.staffId}` as const;
  return noteAccess(deps.database.kysely, row, {
    actor,
    action,
    at,
    ...(uploadId ? { uploadId } : {}),
  });
}

function othersAt(accesses: readonly KycAccessEntry[], staffId: string, nowMs: number) {
  const last = new Map<string, string>();
  for (const { actor, action, at } of accesses) {
    if (action !== "case_opened" || at.getTime() <= nowMs - reviewerStaysMs) continue;
    const other = actor.replace(/^staff:/, "");
    if (other === staffId) continue;
    last.delete(other);
    last.set(other, at.toISOString());
  }
  return [...last].map(([other, at]) => ({ staffId: other, at }));
}
