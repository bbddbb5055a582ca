/**
 * Pictures, piece by piece. A piece is stored before it is acknowledged, so after a lost network or
 * a crash the upload goes on where it was; the same piece sent again changes nothing. The last piece
 * makes the picture whole: it is decoded and written anew by the reader (no metadata, nothing hidden
 * behind the picture), and only that is kept.
 */
import {
  type BeginKycUpload,
  type KycPictureProblem,
  type KycUpload,
  kycUploadLimits,
} from "../../../contract/client/kyc.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Answer, AnswerClaim } from "../../platform/http/idempotency.ts";
import { newId } from "../../platform/randomness.ts";
import {
  type CleanOutcome,
  documentSides,
  sniffPicture,
} from "../../providers/document-reader/index.ts";
import type { KycDeps } from "../kyc-deps.ts";
import {
  changeImage,
  dropImages,
  findImage,
  type ImageHead,
  insertPiece,
  joinPieces,
  presentUpload,
  sealImage,
  sealProblems,
} from "../store/image-store.ts";
import { changeVerification, listVerifications } from "../store/verification-store.ts";
import { deletionTime, inStep, type KycCaller, requireConsent } from "./customer-step.ts";

/** Pictures that one verification may begin; nobody needs as many. */
export const mostUploads = 40;

/** Announces a picture. Refuses `kyc_image_too_large`, `kyc_side_unknown`, `rate_limited`. */
export function beginUpload(
  deps: KycDeps,
  caller: KycCaller,
  body: BeginKycUpload,
  claim: AnswerClaim,
): Promise<Answer<KycUpload>> {
  if (body.sizeBytes > kycUploadLimits.maxBytes) throw new ApiError("kyc_image_too_large");
  return inStep(deps, caller, false, async (context) => {
    const { tx, now } = context;
    const row = requireConsent(context.newest);
    if (!documentSides[row.document_type].includes(body.side)) {
      throw new ApiError("kyc_side_unknown");
    }
    const { count } = await tx
      .selectFrom("kyc_images")
      .select((select) => select.fn.countAll<number>().as("count"))
      .where("kyc_verification_id", "=", row.kyc_verification_id)
      .executeTakeFirstOrThrow();
    if (Number(count) >= mostUploads) {
      throw new ApiError("rate_limited", { headers: { "retry-after": "3600" } });
    }
    const uploadId = newId(deps, "kycUpload");
    await tx
      .insertInto("kyc_images")
      .values({
        ...{ upload_id: uploadId, operator_id: row.operator_id },
        ...{ kyc_verification_id: row.kyc_verification_id, side: body.side, state: "uploading" },
        ...{ size_bytes: body.sizeBytes, received_bytes: 0, content_type: null },
        ...{ problems_sealed: null, image_sealed: null, created_at: now, updated_at: now },
      })
      .execute();
    await changeVerification(deps, tx, row, { delete_images_at: deletionTime(context) });
    const image = await requireImage(tx, row.kyc_verification_id, uploadId);
    const answer = { statusCode: 201, body: presentUpload(deps.keyring, image) };
    await claim.store(tx, answer);
    return answer;
  });
}

/**
 * Takes a piece that begins at `offset`. Refuses with `kyc_upload_offset` (and where the next one
 * begins), `kyc_image_unsupported` at the first piece, `service_unavailable` when the picture is whole but
 * the reader is busy: the last piece sent again tries again.
 */
export async function takePiece(
  deps: KycDeps,
  caller: KycCaller,
  uploadId: string,
  offset: number,
  bytes: Buffer,
): Promise<KycUpload> {
  const image = await inStep(deps, caller, false, async ({ tx, now, newest }) => {
    const row = requireConsent(newest);
    const found = await requireImage(tx, row.kyc_verification_id, uploadId);
    if (found.state !== "uploading") return found;
    const end = offset + bytes.length;
    if (end <= found.received_bytes) return found;
    if (offset !== found.received_bytes || end > found.size_bytes) {
      throw new ApiError("kyc_upload_offset", { extra: { offset: found.received_bytes } });
    }
    const contentType = offset === 0 ? contentTypeOf(bytes) : found.content_type;
    if (contentType === null) throw new ApiError("kyc_image_unsupported");
    await insertPiece(tx, deps.keyring, found, offset, bytes);
    const changes = { received_bytes: end, content_type: contentType, updated_at: now };
    await changeImage(tx, uploadId, changes);
    return { ...found, ...changes };
  });
  const isWhole = image.state === "uploading" && image.received_bytes === image.size_bytes;
  return isWhole ? finishUpload(deps, image) : presentUpload(deps.keyring, image);
}

/** How far a picture is. */
export async function readUpload(
  deps: KycDeps,
  caller: KycCaller,
  uploadId: string,
): Promise<KycUpload> {
  const { kysely } = deps.database;
  const [newest] = await listVerifications(kysely, caller);
  if (!newest) throw new ApiError("resource_not_found");
  const image = await requireImage(kysely, newest.kyc_verification_id, uploadId);
  return presentUpload(deps.keyring, image);
}

async function finishUpload(deps: KycDeps, image: ImageHead): Promise<KycUpload> {
  const { keyring, database } = deps;
  const raw = await joinPieces(database.kysely, keyring, image);
  const outcome = await deps.reader.clean({ side: image.side, bytes: raw });
  const result = judge(outcome, raw, image);
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

/** By the first bytes: the file's name and what the browser says of it count for nothing. */
function contentTypeOf(bytes: Uint8Array): string | null {
  const format = sniffPicture(bytes);
  return format && `image/${format}`;
}

/** What is kept of a whole picture; null: it is refused. */
interface Judgement {
  kept: Uint8Array | null;
  contentType: string | null;
  problems: KycPictureProblem[];
}

function judge(outcome: CleanOutcome, raw: Uint8Array, image: ImageHead): Judgement {
  if (outcome.ok) {
    const problems = outcome.problems.map(({ code, message, blocking }) => ({
      ...{ code, message, blocking },
    }));
    const isBlocked = outcome.image === null || problems.some(({ blocking }) => blocking);
    const kept = isBlocked ? null : (outcome.image?.bytes ?? null);
    return { kept, contentType: kept ? "image/jpeg" : null, problems };
  }
  switch (outcome.reason) {
    case "reader_busy":
    case "reader_timeout":
      throw new ApiError("service_unavailable", {
        headers: { "retry-after": String(Math.max(1, Math.ceil(outcome.retryAfterMs / 1000))) },
      });
    case "reader_unavailable":
      // Nothing here can look into pictures: a person will.
      return { kept: raw, contentType: image.content_type, problems: [] };
    default: {
      const message = "This picture can't be opened. Take it again.";
      return {
        kept: null,
        contentType: null,
        problems: [{ code: "image_damaged", message, blocking: true }],
      };
    }
  }
}

async function requireImage(
  db: Parameters<typeof findImage>[0],
  kycVerificationId: string,
  uploadId: string,
): Promise<ImageHead> {
  const image = await findImage(db, kycVerificationId, uploadId);
  if (!image) throw new ApiError("resource_not_found");
  return image;
}
