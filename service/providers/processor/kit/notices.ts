import type { ChargeFacts } from "#contract/connectors/charge-facts";
import type { ProcessorChange, ProcessorNotice } from "#contract/connectors/processor";

/** A request to the address for notices, before it is checked. */
export interface ReceivedNotice {
  readonly rawBody: Buffer;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The machine's clock, for signatures that expire. */
  readonly nowMs: number;
}

/** The reason for a dispute whose notice has no reason code. An earlier notice may have named it. */
export const unnamedReason = "unknown";

/** A verified notice about a charge, a refund or a reversal, in the service's terms. */
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
  /** ISO 8601, by the vendor's clock. */
  readonly at: string;
  readonly facts: ChargeFacts | null;
  /** For a refund: the reference for the customer's bank, once known. */
  readonly arn: string | null;
}

/** A change under the vendor's names, for a vendor that lacks our whole key. */
export interface NamedChange {
  readonly type: "charge" | "refund";
  /** The vendor's id of the charge or refund, if the notice has it. */
  readonly id: string | null;
  /** Our reference from the connector's `referenceOf`, if the notice has it. */
  readonly reference: string | null;
}

/** What a request says. Only a `valid` one is trusted. */
export type NoticeContent =
  /** The signature is missing, wrong or too old. */
  | { readonly type: "forged" }
  /** Signed, but not understood; `paths` are the wrong fields. */
  | { readonly type: "malformed"; readonly paths: readonly string[] }
  | {
      readonly type: "valid";
      /**
       * For vendors without a query. The service stores each once, before it looks up `changes`; the look-up gets them
       * and decides.
       */
      readonly outcomes?: readonly OutcomeNotice[];
      /** Charges and refunds to look up now. A notice decides no outcome, so a repeated or late one does no harm. */
      readonly changes: readonly ProcessorChange[];
      /** `changes` under the vendor's names. */
      readonly named?: readonly NamedChange[];
      /** Disputes and fraud reports. The service stores each `eventId` once. */
      readonly reports: readonly ProcessorNotice[];
      /**
       * Wrong fields of the request's other events. Once the rest is stored, the vendor gets the refusal of
       * `malformed`.
       */
      readonly unread?: readonly string[];
    };

/** Reads a vendor's notices. Must check the signature first, in constant time. */
export type NoticeReader = (received: ReceivedNotice) => NoticeContent;
