import type { ProcessorChange, ProcessorNotice } from "#contract/connectors/processor";

/** A request to the address for notices, as it came. */
export interface ReceivedNotice {
  readonly rawBody: Buffer;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Time by the machine's clock, for signatures that expire. */
  readonly nowMs: number;
}

/** What a request says. Only `heard` is believed. */
export type NoticeContent =
  /** The signature is missing, wrong or too old. */
  | { readonly type: "forged" }
  /** Signed, but not understood; `paths` are the wrong fields. */
  | { readonly type: "malformed"; readonly paths: readonly string[] }
  | {
      readonly type: "heard";
      /** Charges and refunds to look up now. A notice decides no outcome, so twice or late does no harm. */
      readonly changes: readonly ProcessorChange[];
      /** Disputes and reports of fraud, which the service stores once for each `eventId`. */
      readonly reports: readonly ProcessorNotice[];
    };

/** Reads a vendor's notices. Must check the signature before anything else, in constant time. */
export type NoticeReader = (received: ReceivedNotice) => NoticeContent;
