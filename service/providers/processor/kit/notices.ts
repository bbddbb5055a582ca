import type { ChargeFacts } from "#contract/connectors/charge-facts";
import type { ProcessorChange, ProcessorNotice } from "#contract/connectors/processor";

/** A request to the address for notices, as it came. */
export interface ReceivedNotice {
  readonly rawBody: Buffer;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Time by the machine's clock, for signatures that expire. */
  readonly nowMs: number;
}

/** The reason code of a dispute whose notice names none. An earlier notice may have named it. */
export const unnamedReason = "unknown";

/** What a verified notice says about a charge, a refund or a reversal, in the service's terms. */
export interface OutcomeNotice {
  /** The same for each delivery of the notice, and for no other of the processor. */
  readonly noticeId: string;
  /** Our key of the charge, refund or reversal. */
  readonly key: string;
  /** The vendor's id of the charge, refund or reversal. */
  readonly reference: string;
  /** For a refund or reversal: the vendor's id of the charge. */
  readonly chargeId: string | null;
  /** The vendor's name of what happened. */
  readonly event: string;
  readonly succeeded: boolean;
  /** Why it failed, in the vendor's words; at most 200 characters. */
  readonly reason: string | null;
  readonly amountMinor: number;
  readonly currency: string;
  /** ISO 8601: when it happened, by the vendor's clock. */
  readonly at: string;
  readonly facts: ChargeFacts | null;
  /** For a refund: the reference for the customer's bank, once it is known. */
  readonly arn: string | null;
}

/** A change that a notice reports under the vendor's names, because the vendor does not have our whole key. */
export interface NamedChange {
  readonly type: "charge" | "refund";
  /** The vendor's id of the charge or refund, if the notice has it. */
  readonly id: string | null;
  /** Our reference of it, as the connector's `referenceOf` computes it, if the notice has it. */
  readonly reference: string | null;
}

/** What a request says. Only `heard` is believed. */
export type NoticeContent =
  /** The signature is missing, wrong or too old. */
  | { readonly type: "forged" }
  /** Signed, but not understood; `paths` are the wrong fields. */
  | { readonly type: "malformed"; readonly paths: readonly string[] }
  | {
      readonly type: "heard";
      /**
       * What happened, for vendors whose outcomes cannot be queried. The service stores each once, before it looks
       * `changes` up; the look-up gets them and decides.
       */
      readonly outcomes?: readonly OutcomeNotice[];
      /** Charges and refunds to look up now. A notice decides no outcome, so twice or late does no harm. */
      readonly changes: readonly ProcessorChange[];
      /** As `changes`, under the vendor's names. */
      readonly named?: readonly NamedChange[];
      /** Disputes and reports of fraud, which the service stores once for each `eventId`. */
      readonly reports: readonly ProcessorNotice[];
      /**
       * Wrong fields of the other events in the request. The vendor gets the refusal that `malformed` gets, once the
       * rest is stored.
       */
      readonly unread?: readonly string[];
    };

/** Reads a vendor's notices. Must check the signature before anything else, in constant time. */
export type NoticeReader = (received: ReceivedNotice) => NoticeContent;
