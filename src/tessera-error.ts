import { type ErrorReport, type Party, reportOf } from "../contract/channel/channel-error.ts";

/** The current codes of the SDK and its widgets. More may be added, and the service's codes are passed on. */
export type TesseraErrorCode =
  | SdkErrorCode
  // Without this the union collapses to string, and editors suggest no codes.
  | (string & {});

/** Codes that the page script and the widgets raise. A test compares the list with the sources. */
export type SdkErrorCode =
  | "api_url_invalid"
  | "api_url_missing"
  | "bad_answer"
  | "bank_blocked"
  | "challenge_blocked"
  | "channel_closed"
  | "client_secret_key_missing"
  | "client_secret_missing"
  | "client_secret_wrong_kind"
  | "closed"
  | "csp"
  | "deadline_exceeded"
  | "fetch_client_secret_key_failed"
  | "fetch_client_secret_key_missing"
  | "frame_reloaded"
  | "incomplete"
  | "invalid_answer"
  | "invalid_params"
  | "isolated"
  | "mount_target_missing"
  | "network"
  | "new_missing"
  | "not_mounted"
  | "payment_intent_expired"
  | "popup_blocked"
  | "publishable_key_invalid"
  | "requirement_unmet"
  | "secret_key_in_page"
  | "session_refused"
  | "timeout"
  | "unexpected"
  | "unknown_call"
  | "unmounted"
  | "w9_capture_url_invalid"
  | "wrong_key"
  | "wrong_origin";

/**
 * The SDK's only error class.
 * - `code` is stable, in snake_case.
 * - `party` says who can act: the `customer`, the `integrator` (the operator's code or settings),
 *   the `network`, or `us` (Tessera).
 * - `message` is one English sentence for logs, not for customers.
 * - `requestId` identifies the service's request, if there was one.
 */
export class TesseraError extends Error {
  override readonly name = "TesseraError";
  readonly code: TesseraErrorCode;
  readonly party: Party;
  readonly requestId: string | undefined;

  constructor(report: ErrorReport, cause?: unknown) {
    super(report.message, cause === undefined ? undefined : { cause });
    this.code = report.code;
    this.party = report.party;
    this.requestId = report.requestId;
  }
}

/** A failed call over the channel, as operators see it. */
export const toTesseraError = (thrown: unknown): TesseraError =>
  thrown instanceof TesseraError ? thrown : new TesseraError(reportOf(thrown), thrown);

export const secretKeyInPage = (): TesseraError =>
  integratorError(
    "secret_key_in_page",
    "A secret key must never be in a page. Revoke it, and use the publishable key (pk_…) here.",
  );

export const integratorError = (code: SdkErrorCode, message: string): TesseraError =>
  new TesseraError({ code, party: "integrator", message });
