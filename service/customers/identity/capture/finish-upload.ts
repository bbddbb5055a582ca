import type { KycPictureProblem, KycUpload } from "#contract/client/kyc";
import { inTransaction } from "../../../platform/database/transaction.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { CleanOutcome } from "../../../providers/document-reader/index.ts";
import type { KycDeps } from "../kyc-deps.ts";
import { takeCleaningLease } from "../store/cleaning-lease.ts";
import {
  changeImage,
  dropImages,
  type ImageHead,
  joinPieces,
  requireImage,
  sealImage,
  sealProblems,
} from "../store/image-store.ts";
import { presentUpload } from "./present-upload.ts";

/**
 * Cleans a complete picture and stores only the result. Safe to repeat, also concurrently: the first write wins. Throws
 * `kyc_already_submitted`, `service_unavailable` while the reader or the verification's cleaning lease is taken, and
 * 404 if the customer was erased.
 */
export async function finishUpload(
  deps: KycDeps,
  image: ImageHead,
  externalCustomerId: string,
): Promise<KycUpload> {
  const { keyring, database } = deps;
  const { operator_id: operatorId } = image;
  const owner = { operatorId, externalCustomerId };
  const loadRaw = () => joinPieces(database.kysely, keyring, image);
  const take = async () => {
    const release = await takeCleaningLease(deps, image.kyc_verification_id);
    try {
      return { bytes: await loadRaw(), release };
    } catch (error) {
      await release();
      throw error;
    }
  };
  const outcome = await deps.reader.clean({ side: image.side, take }, owner);
  const result = await toUploadResult(outcome, loadRaw, image);
  return inTransaction(database, async (tx) => {
    // Another request may have finished the upload. A concurrent submission waits for this lock.
    const latest = await tx
      .selectFrom("kyc_verifications")
      .select(["status", "submitted_at"])
      .where("kyc_verification_id", "=", image.kyc_verification_id)
      .forUpdate()
      .executeTakeFirst();
    const found = await requireImage(tx, image.kyc_verification_id, image.upload_id);
    if (found.state !== "uploading") return presentUpload(keyring, found);
    if (latest?.status !== "pending" || latest.submitted_at !== null) {
      throw new ApiError("kyc_already_submitted");
    }
    const now = new Date(deps.clock.nowMs());
    const { side, upload_id: except, kyc_verification_id: kycVerificationId } = image;
    if (result.image) await dropImages(tx, { kycVerificationId, side, except }, "replaced", now);
    const changes = {
      state: result.image ? ("received" as const) : ("refused" as const),
      content_type: result.contentType,
      problems_sealed: sealProblems(keyring, image, result.problems),
      updated_at: now,
    };
    const sealed = result.image ? sealImage(keyring, image, result.image) : null;
    await changeImage(tx, image.upload_id, { ...changes, image_sealed: sealed });
    await tx.deleteFrom("kyc_image_pieces").where("upload_id", "=", image.upload_id).execute();
    return presentUpload(keyring, { ...found, ...changes });
  });
}

/** The result of an upload. `image` is null if the picture is refused. */
interface UploadResult {
  image: Uint8Array | null;
  contentType: string | null;
  problems: KycPictureProblem[];
}

async function toUploadResult(
  outcome: CleanOutcome,
  loadRaw: () => Promise<Uint8Array>,
  head: ImageHead,
): Promise<UploadResult> {
  if (outcome.ok) {
    const problems = outcome.problems.map(({ code, message, blocking }) => ({
      code,
      message,
      blocking,
    }));
    const isBlocked = outcome.image === null || problems.some(({ blocking }) => blocking);
    const image = isBlocked ? null : (outcome.image?.bytes ?? null);
    return { image, contentType: image ? "image/jpeg" : null, problems };
  }
  switch (outcome.reason) {
    case "reader_timeout":
      // Every try would take as long and occupy a reader.
      return refusal("image_too_complex", "This file takes too long to read. Take a new photo.");
    case "reader_busy":
      throw new ApiError("service_unavailable", {
        headers: { "retry-after": String(Math.max(1, Math.ceil(outcome.retryAfterMs / 1000))) },
      });
    case "reader_unavailable":
      // Without a reader, staff must see the original.
      return { image: await loadRaw(), contentType: head.content_type, problems: [] };
    default:
      return refusal("image_damaged", "This picture can't be opened. Take it again.");
  }
}

function refusal(code: string, message: string): UploadResult {
  return { image: null, contentType: null, problems: [{ code, message, blocking: true }] };
}
