import type { Read } from "#contract/channel/readers";
import type { BeginKycUpload, GiveKycConsent, KycHandoff, KycUpload } from "#contract/client/kyc";
import { clientHeaders } from "../client/client-headers.ts";
import { type ApiResult, readResult } from "../client/read-result.ts";
import {
  type KycSession,
  readHandoff,
  readRefusal,
  readSession,
  readUpload,
} from "./kyc-responses.ts";

/**
 * The calls of an identity verification with one client secret at a time. No call throws. Idempotency keys make
 * repetition safe.
 */
export interface KycApi {
  useSecret(clientSecret: string): void;
  /** `begun`: the session request, if it is already under way. */
  session(begun?: Promise<Response>): Promise<ApiResult<KycSession>>;
  consent(body: GiveKycConsent, idempotencyKey: string): Promise<ApiResult<KycSession>>;
  submit(idempotencyKey: string): Promise<ApiResult<KycSession>>;
  retry(idempotencyKey: string): Promise<ApiResult<KycSession>>;
  handoff(idempotencyKey: string): Promise<ApiResult<KycHandoff>>;
  begin(body: BeginKycUpload, idempotencyKey: string): Promise<ApiResult<KycUpload>>;
  /** The `extra` of a `kyc_upload_offset` refusal says where the next piece starts. */
  send(uploadId: string, offset: number, piece: Blob): Promise<ApiResult<KycUpload>>;
  upload(uploadId: string): Promise<ApiResult<KycUpload>>;
}

export interface KycApiOptions {
  /** `useSecret` changes the secret, for other calls too. */
  readonly credentials: {
    clientSecretKey: string;
    /** Null on our own pages, which have no operator's key. */
    readonly publishableKey: string | null;
  };
  readonly fetch?: (path: string, init: RequestInit) => Promise<Response>;
  readonly signalAfter?: (ms: number) => AbortSignal;
}

const deadlineMs = 15_000;
/** The service decodes and re-encodes a picture before it responds to the last piece. */
const pieceDeadlineMs = 60_000;

export function createKycApi(options: KycApiOptions): KycApi {
  const {
    credentials,
    fetch: ask = (path, init) => fetch(path, init),
    signalAfter = (ms) => AbortSignal.timeout(ms),
  } = options;

  const call = <T>(
    shape: Read<T>,
    path: string,
    init: { body?: object | Blob; key?: string; withinMs?: number } = {},
  ) => {
    const { body, key, withinMs = deadlineMs } = init;
    const type = body instanceof Blob ? "application/octet-stream" : "application/json";
    return readResult(
      ask(`/v1/client/kyc${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: {
          ...clientHeaders(credentials.clientSecretKey, credentials.publishableKey),
          ...(body !== undefined && { "Content-Type": type }),
          ...(key !== undefined && { "Idempotency-Key": key }),
        },
        ...(body !== undefined && { body: body instanceof Blob ? body : JSON.stringify(body) }),
        cache: "no-store",
        credentials: "omit",
        signal: signalAfter(withinMs),
      }),
      shape,
      readRefusal,
    );
  };

  return {
    useSecret(secret) {
      credentials.clientSecretKey = secret;
    },
    session: (begun) =>
      begun ? readResult(begun, readSession, readRefusal) : call(readSession, ""),
    consent: (body, key) => call(readSession, "/consent", { body, key }),
    submit: (key) => call(readSession, "/submit", { body: {}, key }),
    retry: (key) => call(readSession, "/retry", { body: {}, key }),
    handoff: (key) => call(readHandoff, "/handoff", { body: {}, key }),
    begin: (body, key) => call(readUpload, "/uploads", { body, key }),
    send: (uploadId, offset, piece) =>
      call(readUpload, `/uploads/${encodeURIComponent(uploadId)}?offset=${offset}`, {
        body: piece,
        withinMs: pieceDeadlineMs,
      }),
    upload: (uploadId) => call(readUpload, `/uploads/${encodeURIComponent(uploadId)}`),
  };
}
