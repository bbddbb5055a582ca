import type { KycPictureProblem, KycUpload } from "#contract/client/kyc";
import { inTransaction } from "../../../platform/database/transaction.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { CleanOutcome } from "../../../providers/document-reader/index.ts";
import type { KycDeps } from "../kyc-deps.ts";
import { takeCleaningTurn } from "../store/cleaning-turn.ts";
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
 * A picture is whole: cleans it and keeps only that. Safe to do again and at once: the first to write
 * wins. Throws `service_unavailable` while the reader is busy or another process cleans a picture of this
 * verification, `kyc_already_submitted`.
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
    const release = await takeCleaningTurn(deps, image.kyc_verification_id);
    try {
      return { bytes: await loadRaw(), release };
    } catch (error) {
      await release();
      throw error;
    }
  };
  const outcome = await deps.reader.clean({ side: image.side, take }, owner);
  const result = await judge(outcome, loadRaw, image);
  return inTransaction(database, async (tx) => {
    // Another request may have finished it in the meantime; whoever sent the document in waits here.
    const latest = await tx
      .selectFrom("kyc_verifications")
      .select(["status", "submitted_at"])
      .where("kyc_verification_id", "=", image.kyc_verification_id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const found = await requireImage(tx, image.kyc_verification_id, image.upload_id);
    if (found.state !== "uploading") return presentUpload(keyring, found);
    if (latest.status !== "pending" || latest.submitted_at !== null) {
      throw new ApiError("kyc_already_submitted");
    }
    const now = new Date(deps.clock.nowMs());
    const { side, upload_id: except, kyc_verification_id: kycVerificationId } = image;
    if (result.kept) await dropImages(tx, { kycVerificationId, side, except }, "replaced", now);
    const changes = {
      state: result.kept ? ("received" as const) : ("refused" as const),
      content_type: result.contentType,
      problems_sealed: sealProblems(keyring, image, result.problems),
      updated_at: now,
    };
    const sealed = result.kept ? sealImage(keyring, image, result.kept) : null;
    await changeImage(tx, image.upload_id, { ...changes, image_sealed: sealed });
    await tx.deleteFrom("kyc_image_pieces").where("upload_id", "=", image.upload_id).execute();
    return presentUpload(keyring, { ...found, ...changes });
  });
}

/** What is kept of a whole picture; null: it is refused. */
interface Judgement {
  kept: Uint8Array | null;
  contentType: string | null;
  problems: KycPictureProblem[];
}

async function judge(
  outcome: CleanOutcome,
  loadRaw: () => Promise<Uint8Array>,
  image: ImageHead,
): Promise<Judgement> {
  if (outcome.ok) {
    const problems = outcome.problems.map(({ code, message, blocking }) => ({
      code,
      message,
      blocking,
    }));
    const isBlocked = outcome.image === null || problems.some(({ blocking }) => blocking);
    const kept = isBlocked ? null : (outcome.image?.bytes ?? null);
    return { kept, contentType: kept ? "image/jpeg" : null, problems };
  }
  switch (outcome.reason) {
    case "reader_timeout":
      // This picture would take as long again, and hold a reader each time.
      return refusal("image_too_complex", "This file takes too long to read. Take a new photo.");
    case "reader_busy":
      throw new ApiError("service_unavailable", {
        headers: { "retry-after": String(Math.max(1, Math.ceil(outcome.retryAfterMs / 1000))) },
      });
    case "reader_unavailable":
      // Nothing here can look into pictures: a person will.
      return { kept: await loadRaw(), contentType: image.content_type, problems: [] };
    default:
      return refusal("image_damaged", "This picture can't be opened. Take it again.");
  }
}

function refusal(code: string, message: string): Judgement {
  return { kept: null, contentType: null, problems: [{ code, message, blocking: true }] };
}
