/**
 * Receives pictures in pieces. A piece is stored before it is acknowledged, so an upload survives a lost network or a
 * crash; a repeated piece changes nothing. After the last piece the reader re-encodes the picture without metadata or
 * hidden data, and only the result is stored.
 */
import { type BeginKycUpload, type KycUpload, kycUploadLimits } from "#contract/client/kyc";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { ApiResponse, ResponseClaim } from "../../../platform/http/idempotency.ts";
import { newId } from "../../../platform/randomness.ts";
import { documentSides, sniffPicture } from "../../../providers/document-reader/index.ts";
import type { KycDeps } from "../kyc-deps.ts";
import { changeImage, insertPiece, requireImage } from "../store/image-store.ts";
import { changeVerification, listVerifications } from "../store/verification-store.ts";
import {
  deletionTime,
  type KycCaller,
  requireConsent,
  runStep,
  secretMark,
} from "./customer-step.ts";
import { finishUpload } from "./finish-upload.ts";
import { presentUpload } from "./present-upload.ts";

/** Maximum number of uploads of a verification in a day, far above what a customer needs. */
export const maxUploads = 40;
const dayMs = 24 * 60 * 60 * 1000;

/** Begins an upload. Throws `kyc_image_too_large`, `kyc_side_unknown`, `rate_limited`. */
export function beginUpload(
  deps: KycDeps,
  caller: KycCaller,
  body: BeginKycUpload,
  claim: ResponseClaim,
): Promise<ApiResponse<KycUpload>> {
  if (body.sizeBytes > kycUploadLimits.maxBytes) throw new ApiError("kyc_image_too_large");
  return runStep(deps, caller, false, async (context) => {
    const { tx, now } = context;
    const row = requireConsent(context.newest);
    if (!documentSides[row.document_type].includes(body.side)) {
      throw new ApiError("kyc_side_unknown");
    }
    const { count } = await tx
      .selectFrom("kyc_images")
      .select((select) => select.fn.countAll<number>().as("count"))
      .where("kyc_verification_id", "=", row.kyc_verification_id)
      .where("created_at", ">", new Date(now.getTime() - dayMs))
      // Pictures that a payment's secret began no longer count after a restart with another secret.
      .where("state", "!=", "deleted")
      .executeTakeFirstOrThrow();
    if (Number(count) >= maxUploads) {
      throw new ApiError("rate_limited", { headers: { "retry-after": "3600" } });
    }
    const uploadId = newId(deps, "kycUpload");
    await tx
      .insertInto("kyc_images")
      .values({
        upload_id: uploadId,
        operator_id: row.operator_id,
        kyc_verification_id: row.kyc_verification_id,
        side: body.side,
        state: "uploading",
        size_bytes: body.sizeBytes,
        received_bytes: 0,
        content_type: null,
        problems_sealed: null,
        image_sealed: null,
        created_at: now,
        updated_at: now,
      })
      .execute();
    await changeVerification(deps, tx, row, {
      ...secretMark(caller, row),
      delete_images_at: deletionTime(context),
    });
    const image = await requireImage(tx, row.kyc_verification_id, uploadId);
    const response = { statusCode: 201, body: presentUpload(deps.keyring, image) };
    await claim.store(tx, response);
    return response;
  });
}

/**
 * Receives a piece that begins at `offset`. Throws:
 * - `kyc_upload_offset`, with the next piece's offset
 * - `kyc_image_unsupported` at the first piece
 * - `kyc_image_too_complex` if reading would take too long; the upload has ended
 * - `service_unavailable` if the picture is complete but the reader is busy; send the last piece again
 */
export async function receivePiece(
  deps: KycDeps,
  caller: KycCaller,
  uploadId: string,
  offset: number,
  bytes: Buffer,
): Promise<KycUpload> {
  const image = await runStep(deps, caller, false, async ({ tx, now, newest }) => {
    const row = requireConsent(newest);
    const found = await requireImage(tx, row.kyc_verification_id, uploadId);
    if (found.state !== "uploading") return found;
    const end = offset + bytes.length;
    if (end <= found.received_bytes) return found;
    const mark = secretMark(caller, row);
    if (mark.payment_secret_used) await changeVerification(deps, tx, row, mark);
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
  const isComplete = image.state === "uploading" && image.received_bytes === image.size_bytes;
  const upload = isComplete
    ? await finishUpload(deps, image, caller.externalCustomerId)
    : presentUpload(deps.keyring, image);
  // The upload ended as `refused`, so that the same bytes never cost reading time again.
  if (upload.problems.some(({ code }) => code === "image_too_complex")) {
    throw new ApiError("kyc_image_too_complex");
  }
  return upload;
}

/** How much of a picture has arrived. Throws 404 `resource_not_found`. */
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

/** Recognizes the type by the first bytes; ignores file name and content type. */
function contentTypeOf(bytes: Uint8Array): string | null {
  const format = sniffPicture(bytes);
  return format && `image/${format}`;
}
