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
  key_service_timeout: "no answer in time",
  key_service_throttled: "it limits our calls; raise the quota",
  key_service_denied: "it refuses our credentials or the permission to use the key",
  key_service_key_unavailable: "the key does not exist there, is disabled, or is to be deleted",
  key_service_wrong_key:
    "a stored key does not open: another key wrapped it, it belongs to another place, or it was changed",
  key_service_redirected: "it answers with a redirect, which is not followed; set its own address",
  key_service_malformed: "its answer cannot be read; check that the address is the key service's",
  key_service_failed: "it has a fault",
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

/** Whether an error says that a key, local or of a key service, does not open in this process. */
export function isUnopened(error: unknown): error is Error {
  return error instanceof SealBroken || error instanceof KeyServiceError;
}

/** What the status alone says, for error codes that we do not know. */
export function byStatus(statusCode: number): KeyServiceErrorCode {
  if (statusCode === 401 || statusCode === 403) return "key_service_denied";
  if (statusCode === 429) return "key_service_throttled";
  if (statusCode === 404) return "key_service_key_unavailable";
  return statusCode >= 500 ? "key_service_failed" : "key_service_malformed";
}
