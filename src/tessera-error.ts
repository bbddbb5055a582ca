import type { ErrorReport, Party } from "../contract/channel/channel-error.ts";

/**
 * The codes that the SDK and its widgets give today. Open: new ones may come, and codes of the service come
 * through.
 */
export type TesseraErrorCode =
  | SdkErrorCode
  // Keeps the union from collapsing to string, so that editors offer the codes.
  | (string & {});

/** What the page script raises itself; a test holds the list to its sources. */
export type SdkErrorCode =
  | "api_url_invalid"
  | "api_url_missing"
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
  | "popup_blocked"
  | "publishable_key_invalid"
  | "secret_key_in_page"
  | "timeout"
  | "unexpected"
  | "unknown_call"
  | "unmounted"
  | "w9_capture_url_invalid"
  | "wrong_key"
  | "wrong_origin";

/**
 * The one error of the SDK. `code` is stable and in snake_case; `party` says who can do something
 * about it: the `customer`, the `integrator` (the operator's code or settings), the `network`, or
 * `us`; `message` is one sentence in English for the console and the log, not for customers;
 * `requestId` names the service's request, where there was one.
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

/** The operator's own key is where everybody can read it. */
export const secretKeyInPage = (): TesseraError =>
  integratorError(
    "secret_key_in_page",
    "A secret key must never be in a page: revoke it, and use the publishable key (pk_…) here.",
  );

/** An error that the operator's code can mend. */
export const integratorError = (
  code: SdkErrorCode,
  message: string,
  cause?: unknown,
): TesseraError => new TesseraError({ code, party: "integrator", message }, cause);
