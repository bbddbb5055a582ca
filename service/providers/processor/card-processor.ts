import type { CardCapabilities, CardVendor } from "#contract/connectors/card-capabilities";
import type { ChargeFacts } from "#contract/connectors/charge-facts";
import type {
  ChargeRequest,
  DisputeAnswer,
  ProcessorRefund,
  RefundRequest,
} from "#contract/connectors/processor";
import type { TransStatus } from "#contract/connectors/three-ds";
import type { NoticeContent, OutcomeNotice, ReceivedNotice } from "./kit/notices.ts";
import type { SettledBatches, SettledBatchQuery } from "./kit/settled-batches.ts";

/** What a processor's own 3-D Secure found. Absent fields: the processor does not say. */
export interface NativeAuthentication {
  readonly transStatus: TransStatus;
  readonly challenged: boolean;
  readonly version?: string;
  readonly eci?: string;
  readonly dsTransId?: string;
}

export type ChargeOutcome =
  | {
      readonly type: "approved";
      readonly chargeId: string;
      readonly facts?: ChargeFacts;
      /** Result of the processor's own 3-D Secure, if it took place. */
      readonly authentication?: NativeAuthentication;
    }
  | {
      readonly type: "declined";
      readonly chargeId: string;
      readonly declineCode: string;
      readonly facts?: ChargeFacts;
      /** `kit/reasons.ts` lacks the vendor's code, so `declineCode` is `generic_decline`. */
      readonly isUnknownCode?: boolean;
      readonly authentication?: NativeAuthentication;
    }
  /**
   * Nothing is charged yet: the customer must confirm on the processor's page at `url`. Then the processor charges by
   * itself, so only a look-up knows the outcome.
   */
  | { readonly type: "challenge"; readonly url: string }
  /** The processor has it; a later look-up will find the outcome. */
  | { readonly type: "pending"; readonly chargeId: string }
  /** The whole charge was already reversed. */
  | { readonly type: "reversed"; readonly chargeId: string }
  /** A charge with a different amount or currency than requested. */
  | { readonly type: "mismatch"; readonly chargeId: string; readonly charged: boolean }
  /** Look-ups only: the processor has no charge with this key. */
  | { readonly type: "not_found" }
  /** Refused before anything was charged. */
  | { readonly type: "rejected"; readonly reason: string }
  /** Nothing can have been charged. */
  | { readonly type: "unreached" }
  /** The charge may have been made, and no usable response says whether it was. */
  | { readonly type: "unknown"; readonly reason: string };

/**
 * Unless `reversed`, a reversal can be requested again with the same key. `pending`: the processor has it and will say
 * later whether it happened.
 */
export type ReversalOutcome =
  | { readonly type: "reversed"; readonly reversalId: string }
  | { readonly type: "pending" }
  | { readonly type: "unknown"; readonly reason: string };

export interface ExpectedCharge {
  readonly amountMinor: number;
  readonly currency: string;
  /**
   * From {@link CardProcessor.prepare} or {@link CardProcessor.referenceOf}, stored before the charge. Null or absent:
   * a processor that prepares was never asked to charge.
   */
  readonly reference?: string | null;
  /** Decides what some declines mean. */
  readonly merchantCategory?: string | undefined;
  /**
   * Last digits of the card, if the customer's browser was on the processor's page: what it got there can be enough to
   * pay with another card.
   */
  readonly last4?: string;
}

/** How a processor's own 3-D Secure must authenticate a charge. */
export interface NativeOrder {
  /** The processor's page sends the browser there after the challenge. The same for each repeat. */
  readonly returnUrl: string;
  /** Ask the issuer for a challenge, if the processor can. */
  readonly mandateChallenge: boolean;
}

/** A charge to make. `native`: use the processor's own 3-D Secure. */
export type ChargeOrder = ChargeRequest &
  Pick<ExpectedCharge, "reference"> & { readonly native?: NativeOrder };

/** Why a challenge ends without the customer's confirmation. */
export type ChallengeEnd = "canceled" | "timed_out";

/** Outcome of a preparation, which charges nothing in any case. */
export type PrepareOutcome =
  | { readonly type: "prepared"; readonly reference: string }
  | { readonly type: "rejected"; readonly reason: string }
  /** No usable response. */
  | { readonly type: "unreached" };

/** How money goes back: `void` before the charge has cleared, `refund` afterwards. */
export type ProcessorRefundKind = ProcessorRefund["kind"];

export type RefundOutcome =
  /** `success` can become `failed` for 30 days. `arn` is null until the processor knows it. */
  | {
      readonly type: "success" | "pending";
      readonly refundId: string;
      readonly kind: ProcessorRefundKind;
      readonly arn: string | null;
    }
  /** No money went back, or the customer's bank returned it. `failureCode` is in snake_case. */
  | {
      readonly type: "failed";
      readonly refundId: string;
      readonly kind: ProcessorRefundKind;
      readonly failureCode: string;
    }
  /** Another refund: its amount, currency or charge differs. */
  | { readonly type: "mismatch"; readonly refundId: string }
  /** Look-ups only: the processor has no refund under this key. */
  | { readonly type: "not_found" }
  /** The processor refused this refund: nothing was returned, and a repeat changes nothing. */
  | { readonly type: "rejected"; readonly code: string }
  /** The processor refused our connector key (401, 403): nothing was returned, and staff can fix it. */
  | { readonly type: "credentials_refused"; readonly reason: string }
  /**
   * The processor was never asked, so nothing can have been returned. `waitsFor`: why, if it could be reached; null if
   * there is nothing to say.
   */
  | { readonly type: "unreached"; readonly waitsFor?: "not_settled" | null }
  /** Perhaps returned: no response can be trusted. */
  | { readonly type: "unknown"; readonly reason: string };

/** A refund to send. `chargeId` is the processor's id of the charge. */
export type RefundOrder = RefundRequest & { readonly chargeId: string };

/** What a refund must match to be trusted. */
export interface ExpectedRefund extends ExpectedCharge {
  readonly chargeId: string;
}

/** What is known about an answer to a dispute. */
export type AnswerOutcome =
  | { readonly type: "taken"; readonly answerId: string }
  /** Look-ups only: the processor has no answer under this key. */
  | { readonly type: "not_found" }
  /** The processor refused this answer, and a repeat changes nothing. */
  | { readonly type: "rejected"; readonly code: string }
  /** The processor refused our connector key (401, 403); staff can fix it. */
  | { readonly type: "credentials_refused"; readonly reason: string }
  | { readonly type: "unreached" }
  /** Perhaps taken: no response can be trusted. */
  | { readonly type: "unknown"; readonly reason: string };

/** An answer must be about this dispute, and of this kind. `disputeId` is the processor's. */
export type ExpectedAnswer = Pick<DisputeAnswer, "disputeId" | "kind">;

export type DisputeAnswerOrder = ExpectedAnswer & { readonly body: object };

/**
 * A card processor behind its connector. No call throws for the other side's behavior; everything it does, including
 * wrong data and silence, is an outcome.
 */
export interface CardProcessor {
  /** Shown in `payment.processor` and stored with the attempt, so it must never change. */
  readonly name: string;
  /** The `type` of its entry in `PROCESSORS`. */
  readonly vendor: CardVendor;
  readonly capabilities: CardCapabilities;
  /**
   * Our reference of the charge or refund with this key, at a vendor that cannot take the whole key. A charge's is
   * stored with the attempt before anything is sent, and comes with the order and the look-up.
   */
  referenceOf?(idempotencyKey: string): string;
  /**
   * Makes the processor's object for a charge, and charges nothing. Store its reference before {@link charge} gets it:
   * a look-up needs it. Present if the processor {@link CardCapabilities.prepares}.
   */
  prepare?(request: ChargeRequest, idempotencyKey: string): Promise<PrepareOutcome>;
  /** Charges once per key, however often it is called if the processor {@link CardCapabilities.repeats}. */
  charge(order: ChargeOrder, idempotencyKey: string): Promise<ChargeOutcome>;
  /**
   * Looks up the charge with this key. Safe at any time. `notices` are all that the processor sent about the key and
   * its reversal; a processor with a query ignores them.
   */
  lookUp(
    idempotencyKey: string,
    expected: ExpectedCharge,
    notices?: readonly OutcomeNotice[],
  ): Promise<ChargeOutcome>;
  /**
   * Ends a charge's challenge, even if the challenge failed, and returns the outcome: `declined` only once the
   * processor can no longer charge (`authentication_canceled`, `authentication_timed_out`, or why it failed before), or
   * an earlier outcome. Safe to repeat. Present if the processor can have an open challenge, for example from earlier
   * settings.
   */
  endChallenge?(
    idempotencyKey: string,
    expected: ExpectedCharge,
    why: ChallengeEnd,
  ): Promise<ChargeOutcome>;
  /** Reverses the whole charge, once per key. `notices` are about the charge and this key. */
  reverse(
    chargeId: string,
    idempotencyKey: string,
    reason: string,
    notices?: readonly OutcomeNotice[],
  ): Promise<ReversalOutcome>;
  /**
   * Returns money of a charge, once per key. The outcome is about this call only: if an earlier call with the key may
   * have arrived, look the refund up before you act on `rejected`, `credentials_refused` or `unreached`.
   */
  refund(order: RefundOrder, idempotencyKey: string): Promise<RefundOutcome>;
  /**
   * Looks up the refund under this key. Safe at any time. Never returns `rejected`, `credentials_refused` or
   * `unreached`: a failed look-up is `unknown`. `notices` are about this key.
   */
  lookUpRefund(
    idempotencyKey: string,
    expected: ExpectedRefund,
    notices?: readonly OutcomeNotice[],
  ): Promise<RefundOutcome>;
  /** Sends evidence, or accepts a dispute, once per key. Outcomes are those of `refund`. */
  answerDispute(order: DisputeAnswerOrder, idempotencyKey: string): Promise<AnswerOutcome>;
  /** Looks up the answer under this key, like `lookUpRefund`. */
  lookUpAnswer(idempotencyKey: string, expected: ExpectedAnswer): Promise<AnswerOutcome>;
  /** Whether the processor says that it accepts charges now. */
  isHealthy(): Promise<boolean>;
  /**
   * Fetches batches that have settled and will not change. Safe at any time. Present if
   * {@link CardCapabilities.settlementFiles} is `fetched`.
   */
  settledBatches?(query: SettledBatchQuery): Promise<SettledBatches>;
  /** Reads a notice. Undefined if the service takes no notices of this processor. */
  readNotice(received: ReceivedNotice): NoticeContent | undefined;
  /** The text that accepts a notice; absent: any response with status 200. */
  readonly noticeResponse?: string;
}
