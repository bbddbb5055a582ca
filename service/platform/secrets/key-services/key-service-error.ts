import { SealBroken } from "../seal.ts";

export type KeyServiceErrorCode =
  | "key_service_unreachable"
  | "key_service_timeout"
  | "key_service_throttled"
  | "key_service_denied"
  | "key_service_key_unavailable"
  | "key_service_wrong_key"
  | "key_service_redirected"
  | "key_service_malformed"
  | "key_service_failed";

const advice: Readonly<Record<KeyServiceErrorCode, string>> = {
  key_service_unreachable: "no connection; check its address, the network and the certificate",
  key_service_timeout: "it did not respond in time",
  key_service_throttled: "it throttles our calls; raise the quota",
  key_service_denied: "it refuses our credentials, or they may not use the key",
  key_service_key_unavailable:
    "the key does not exist there, is disabled, or is scheduled for deletion",
  key_service_wrong_key:
    "a stored key cannot be unwrapped: another key wrapped it, it belongs elsewhere, or it was changed",
  key_service_redirected:
    "it answers with a redirect, which is not followed; set the final address",
  key_service_malformed: "its answer cannot be read; check that the address is the key service's",
  key_service_failed: "it reports an internal error",
};

/**
 * A failed call to a key service. The message names the key and the vendor's error code, never a key, a token or the
 * vendor's text.
 */
export class KeyServiceError extends Error {
  override name = "KeyServiceError";
  readonly code: KeyServiceErrorCode;
  constructor(code: KeyServiceErrorCode, serviceId: string, detail?: string, cause?: unknown) {
    const shown = detail && /^[A-Za-z0-9_ ]{1,64}$/.test(detail) ? ` (${detail})` : "";
    super(`${code}: the key service ${serviceId}: ${advice[code]}${shown}`, { cause });
    this.code = code;
  }

  /** Whether the same call can succeed a moment later. */
  get isTransient(): boolean {
    return (
      this.code === "key_service_unreachable" ||
      this.code === "key_service_timeout" ||
      this.code === "key_service_throttled" ||
      this.code === "key_service_failed"
    );
  }
}

/** Whether this process could not unwrap a key, locally or with the key service. */
export function isUnopened(error: unknown): error is Error {
  return error instanceof SealBroken || error instanceof KeyServiceError;
}

/** Whether no process can unwrap a key as it is stored: it was changed, or belongs elsewhere. */
export function isDamaged(error: unknown): error is Error {
  return (
    error instanceof SealBroken ||
    (error instanceof KeyServiceError && error.code === "key_service_wrong_key")
  );
}

/** The code for a status, if the vendor's own error code is unknown. */
export function byStatus(statusCode: number): KeyServiceErrorCode {
  if (statusCode === 401 || statusCode === 403) return "key_service_denied";
  if (statusCode === 429) return "key_service_throttled";
  if (statusCode === 404) return "key_service_key_unavailable";
  return statusCode >= 500 ? "key_service_failed" : "key_service_malformed";
}
