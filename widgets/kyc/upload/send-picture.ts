import type { KycUpload } from "#contract/client/kyc";
import type { ApiResult } from "../../client/read-result.ts";
import type { KycApi } from "../kyc-api.ts";
import type { KycRefusal } from "../kyc-responses.ts";

/** `stalled`: no connection; the upload resumes automatically. */
export interface SendingState {
  readonly sentBytes: number;
  readonly totalBytes: number;
  readonly stalled: boolean;
}

export interface SendPictureOptions {
  readonly api: Pick<KycApi, "begin" | "send" | "upload">;
  readonly side: string;
  readonly blob: Blob;
  /** An earlier upload of these bytes. */
  readonly begun?: KycUpload | undefined;
  /** The key for `begin`, so that a repeated call announces the picture only once. */
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  readonly onBegun?: (upload: KycUpload) => void;
  readonly onProgress: (state: SendingState) => void;
  /** Resolves after `ms`, sooner when the connection returns or the signal aborts. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly nowMs: () => number;
}

/** The first piece is small, so that a slow line shows progress soon. Pieces grow while they are fast. */
const firstPieceBytes = 64 * 1024;
const maxPieceBytes = 512 * 1024;
const quickMs = 700;
const slowMs = 4_000;
const pausesMs = [500, 1_000, 2_000, 4_000, 8_000];

/**
 * Sends a picture in pieces until the service has all of it. After a lost connection it asks for the offset and sends
 * the rest. Resolves with the service's upload (`received` or `refused`), the refusal that ended it, or `aborted` after
 * the signal.
 */
export async function sendPicture(options: SendPictureOptions): Promise<ApiResult<KycUpload>> {
  const { api, side, blob, signal, onProgress, pause, nowMs } = options;
  let failures = 0;
  let offset = options.begun?.offset ?? 0;
  let pieceBytes = firstPieceBytes;
  const report = (stalled: boolean) =>
    onProgress({ sentBytes: offset, totalBytes: blob.size, stalled });
  const wait = async (retryAfterMs = 0) => {
    const ms = Math.max(retryAfterMs, pausesMs[Math.min(failures, pausesMs.length - 1)] ?? 8_000);
    failures += 1;
    await pause(ms, signal);
  };

  let upload = options.begun;
  while (upload === undefined) {
    if (signal.aborted) return aborted;
    const body = { side: side as "front", sizeBytes: blob.size };
    const result = await api.begin(body, options.idempotencyKey);
    if (result.ok) {
      upload = result.value;
      options.onBegun?.(upload);
    } else {
      const { failure } = result;
      // Nobody waits an hour here: that is the limit of pictures in a day.
      if (failure.kind === "refused" || Number(failure.retryAfterMs) > 60_000) return result;
      report(true);
      await wait(failure.retryAfterMs);
    }
  }

  report(false);
  while (true) {
    if (signal.aborted) return aborted;
    // Sends the last byte again if only the response is missing.
    const from = Math.min(offset, Math.max(0, blob.size - 1));
    const piece = blob.slice(from, Math.min(blob.size, from + pieceBytes));
    const beganMs = nowMs();
    const result = await api.send(upload.uploadId, from, piece);
    if (result.ok) {
      failures = 0;
      if (result.value.state !== "uploading") return result;
      offset = result.value.offset;
      const tookMs = nowMs() - beganMs;
      if (tookMs < quickMs) pieceBytes = Math.min(maxPieceBytes, pieceBytes * 2);
      if (tookMs > slowMs) pieceBytes = firstPieceBytes;
      report(false);
      continue;
    }
    const { failure } = result;
    const { offset: known } = (failure.extra ?? {}) as KycRefusal;
    if (failure.code === "kyc_upload_offset" && known !== undefined && known !== from) {
      offset = known;
      continue;
    }
    if (failure.kind === "refused") return result;
    report(failure.status === 0);
    await wait(failure.retryAfterMs);
    if (failure.status !== 0 || signal.aborted) continue;
    // The piece may have arrived without a response.
    const found = await api.upload(upload.uploadId);
    if (found.ok && found.value.state !== "uploading") return found;
    if (found.ok) offset = found.value.offset;
  }
}

const aborted: ApiResult<KycUpload> = {
  ok: false,
  failure: { kind: "lost", code: "aborted", message: "", status: 0 },
};
