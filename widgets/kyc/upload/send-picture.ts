import type { KycUpload } from "#contract/client/kyc";
import type { ApiAnswer } from "../../client/read-answer.ts";
import type { KycRefusal } from "../kyc-answers.ts";
import type { KycApi } from "../kyc-api.ts";

/** How far a picture is. `stalled`: no connection; it goes on by itself. */
export interface SendingState {
  readonly sentBytes: number;
  readonly totalBytes: number;
  readonly stalled: boolean;
}

/** What sending needs. */
export interface SendPictureOptions {
  readonly api: Pick<KycApi, "begin" | "send" | "upload">;
  readonly side: string;
  readonly blob: Blob;
  /** An upload of these bytes that was begun before. */
  readonly begun?: KycUpload | undefined;
  /** Key of `begin`: a repeated one announces the picture once. */
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  readonly onBegun?: (upload: KycUpload) => void;
  readonly onProgress: (state: SendingState) => void;
  /** Resolves after so long, sooner when the connection is back or the signal aborts. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly nowMs: () => number;
}

/** The first piece is small: a slow line shows progress soon. Pieces grow while they are quick. */
const firstPieceBytes = 64 * 1024;
const mostPieceBytes = 512 * 1024;
const quickMs = 700;
const slowMs = 4_000;
const pausesMs = [500, 1_000, 2_000, 4_000, 8_000];

/**
 * Sends a picture in pieces until the service has it whole. A lost connection is waited out: after it
 * the service says how far it is, and the rest is sent. Ends with the upload as the service has it
 * (`received` or `refused`), or with the refusal that ended it; `aborted` when the signal did.
 */
export async function sendPicture(options: SendPictureOptions): Promise<ApiAnswer<KycUpload>> {
  const { api, side, blob, signal, onProgress, pause, nowMs } = options;
  let failures = 0;
  let offset = options.begun?.offset ?? 0;
  let pieceBytes = firstPieceBytes;
  const tell = (stalled: boolean) =>
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
    const answer = await api.begin(body, options.idempotencyKey);
    if (answer.ok) {
      upload = answer.value;
      options.onBegun?.(upload);
    } else if (isPassing(answer.failure)) {
      tell(true);
      await wait(answer.failure.retryAfterMs);
    } else return answer;
  }

  tell(false);
  while (true) {
    if (signal.aborted) return aborted;
    // The end again, where everything was sent and only the answer is missing.
    const from = Math.min(offset, Math.max(0, blob.size - 1));
    const piece = blob.slice(from, Math.min(blob.size, from + pieceBytes));
    const beganMs = nowMs();
    const answer = await api.send(upload.uploadId, from, piece);
    if (answer.ok) {
      failures = 0;
      if (answer.value.state !== "uploading") return answer;
      offset = answer.value.offset;
      const tookMs = nowMs() - beganMs;
      if (tookMs < quickMs) pieceBytes = Math.min(mostPieceBytes, pieceBytes * 2);
      if (tookMs > slowMs) pieceBytes = firstPieceBytes;
      tell(false);
      continue;
    }
    const { failure } = answer;
    const { offset: known } = (failure.extra ?? {}) as KycRefusal;
    if (failure.code === "kyc_upload_offset" && known !== undefined && known !== from) {
      offset = known;
      continue;
    }
    if (!isPassing(failure)) return answer;
    tell(failure.status === 0);
    await wait(failure.retryAfterMs);
    if (failure.status !== 0 || signal.aborted) continue;
    // The piece may have arrived though its answer did not.
    const found = await api.upload(upload.uploadId);
    if (found.ok && found.value.state !== "uploading") return found;
    if (found.ok) offset = found.value.offset;
  }
}

/** Nobody's fault that lasts: no answer, the reader or the limiter busy, an error that says nothing. */
function isPassing({ kind, status }: { kind: "lost" | "refused"; status: number }): boolean {
  return kind === "lost" || status === 429;
}

const aborted: ApiAnswer<KycUpload> = {
  ok: false,
  failure: { kind: "lost", code: "aborted", message: "", status: 0 },
};
