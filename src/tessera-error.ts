import type { ErrorReport, Party } from "../contract/channel/channel-error.ts";

/**
 * The one error of the SDK. `code` is stable and in snake_case; `party` says who can do something
 * about it: the `customer`, the `integrator` (the operator's code or settings), the `network`, or
 * `us`; `message` is one sentence in English for the console and the log, not for customers;
 * `requestId` names the service's request, where there was one.
 */
export class TesseraError extends Error {
  override readonly name = "TesseraError";
  readonly code: string;
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
export const integratorError = (code: string, message: string, cause?: unknown): TesseraError =>
  new TesseraError({ code, party: "integrator", message }, cause);
