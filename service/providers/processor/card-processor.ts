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

/** What is known of a charge. */
export type ChargeOutcome =
  | {
      readonly type: "approved";
      readonly chargeId: string;
      readonly facts?: ChargeFacts;
      /** The result of the processor's own 3-D Secure, if it took place. */
      readonly authentication?: NativeAuthentication;
    }
  | {
      readonly type: "declined";
      readonly chargeId: string;
      readonly declineCode: string;
      readonly facts?: ChargeFacts;
      /** The vendor's code has no reason in `kit/reasons.ts`, so `declineCode` is `generic_decline`. */
      readonly isUnknownCode?: boolean;
      readonly authentication?: NativeAuthentication;
    }
  /**
   * Nothing is charged yet: the customer must confirm on the processor's page at `url`. Afterwards the processor
   * charges by itself, so only a look-up knows the outcome.
   */
  | { readonly type: "challenge"; readonly url: string }
  /** The processor has it; a later look-up will find the outcome. */
  | { readonly type: "pending"; readonly chargeId: string }
  /** The whole charge was already reversed. */
  | { readonly type: "reversed"; readonly chargeId: string }
  /** A charge of another amount or currency, so not the one that was requested. */
  | { readonly type: "mismatch"; readonly chargeId: string; readonly charged: boolean }
  /** Look-up only: the processor has no charge with this key. */
  | { readonly type: "not_found" }
  /** The request was refused before anything was charged. */
  | { readonly type: "rejected"; readonly reason: string }
  /** The processor could not be reached, so nothing can have been charged. */
  | { readonly type: "unreached" }
  /** It may have been charged, and no usable response says so. */
  | { readonly type: "unknown"; readonly reason: string };

/**
 * Outcome of a reversal. Unless `reversed`, it can be requested again with the same key. `pending`: the processor
 * has it and will say later whether it happened.
 */
export type ReversalOutcome =
  | { readonly type: "reversed"; readonly reversalId: string }
  | { readonly type: "pending" }
  | { readonly type: "unknown"; readonly reason: string };

/** What a charge must agree with. */
export interface ExpectedCharge {
  readonly amountMinor: number;
  readonly currency: string;
  /**
   * What {@link CardProcessor.prepare} or {@link CardProcessor.referenceOf} returned for it, as it was stored before
   * the charge. Null or absent: nothing was stored, so a processor that prepares was never asked to charge.
   */
  readonly reference?: string | null;
  /** The operator's merchant category code, which decides what some declines mean. */
  readonly merchantCategory?: string | undefined;
  /**
   * Last digits of the card, where the customer's browser was on the processor's page: what it got there can be enough
   * to pay with another card.
   */
  readonly last4?: string;
}

/** How a processor's own 3-D Secure must authenticate a charge. */
export interface NativeOrder {
  /** Where the processor's page sends the browser when the challenge is over. The same for each repeat. */
  readonly returnUrl: string;
  /** Whether the issuer is asked for a challenge, as far as the processor can. */
  readonly mandateChallenge: boolean;
}

/** A charge to make. `native`: with the processor's own 3-D Secure, where that is in use. */
export type ChargeOrder = ChargeRequest &
  Pick<ExpectedCharge, "reference"> & { readonly native?: NativeOrder };

/** Why a challenge ends without the customer's confirmation. */
export type ChallengeEnd = "canceled" | "timed_out";

/** Outcome of a preparation. Nothing is charged by any of them. */
export type PrepareOutcome =
  | { readonly type: "prepared"; readonly reference: string }
  /** The processor refused the request. */
  | { readonly type: "rejected"; readonly reason: string }
  /** No answer that can be used. */
  | { readonly type: "unreached" };

/** How the money goes back: `void` before the charge has cleared, `refund` afterwards. */
export type ProcessorRefundKind = ProcessorRefund["kind"];

/** What is known about a refund. */
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
  /** A refund that is not ours: another amount, currency or charge than was asked for. */
  | { readonly type: "mismatch"; readonly refundId: string }
  /** Look-up only: the processor has no refund under this key. */
  | { readonly type: "not_found" }
  /** The processor refused this refund: nothing was returned, and a repeat changes nothing. */
  | { readonly type: "rejected"; readonly code: string }
  /** The processor refused our connector key (401, 403): nothing was returned, and staff can fix it. */
  | { readonly type: "credentials_refused"; readonly reason: string }
  /**
   * The processor was never asked for the refund: nothing can have been returned. `waitsFor`: why, if not because it
   * cannot be reached; null if there is nothing to say.
   */
  | { readonly type: "unreached"; readonly waitsFor?: "not_settled" | null }
  /** Sent, perhaps returned, and no answer that can be believed. */
  | { readonly type: "unknown"; readonly reason: string };

/** A refund to send. `chargeId` is the processor's id of the charge. */
export type RefundOrder = RefundRequest & { readonly chargeId: string };

/** What a refund must agree with, to be believed. */
export interface ExpectedRefund extends ExpectedCharge {
  readonly chargeId: string;
}

/** What is known about an answer to a dispute. */
export type AnswerOutcome =
  | { readonly type: "taken"; readonly answerId: string }
  /** Look-up only: the processor has no answer under this key. */
  | { readonly type: "not_found" }
  /** The processor refused this answer, and a repeat changes nothing. */
  | { readonly type: "rejected"; readonly code: string }
  /** The processor refused our connector key (401, 403); staff can fix it. */
  | { readonly type: "credentials_refused"; readonly reason: string }
  /** The processor was never connected to. */
  | { readonly type: "unreached" }
  /** Sent, perhaps taken, and no answer that can be believed. */
  | { readonly type: "unknown"; readonly reason: string };

/** An answer must be about this dispute, and of this kind. `disputeId` is the processor's. */
export type ExpectedAnswer = Pick<DisputeAnswer, "disputeId" | "kind">;

/** An answer to a dispute, to send. */
export type DisputeAnswerOrder = ExpectedAnswer & { readonly body: object };

/**
 * A card processor behind the connector. No call throws for the other side's behaviour; everything it does,
 * including wrong data and silence, is an outcome.
 */
export interface CardProcessor {
  /** Shown in `payment.processor` and stored with the attempt, so it must never change. */
  readonly name: string;
  /** The `type` of its entry in `PROCESSORS`. */
  readonly vendor: CardVendor;
  readonly capabilities: CardCapabilities;
  /**
   * Our reference of the charge or refund with this key at a vendor that cannot take the whole key. That of a charge
   * is stored with the attempt before anything is sent, and comes with the order and the look-up.
   */
  referenceOf?(idempotencyKey: string): string;
  /**
   * Makes the processor's object for a charge, and charges nothing. Its reference must be stored before {@link charge}
   * gets it: a look-up needs it. Present if the processor {@link CardCapabilities.prepares}.
   */
  prepare?(request: ChargeRequest, idempotencyKey: string): Promise<PrepareOutcome>;
  /** Charges once per key, however often it is called if the processor {@link CardCapabilities.repeats}. */
  charge(order: ChargeOrder, idempotencyKey: string): Promise<ChargeOutcome>;
  /**
   * Looks up the charge with this key. Safe at any time. `notices` are all that the processor sent about the key and
   * its reversal; a processor that has a query ignores them.
   */
  lookUp(
    idempotencyKey: string,
    expected: ExpectedCharge,
    notices?: readonly OutcomeNotice[],
  ): Promise<ChargeOutcome>;
  /**
   * Ends the challenge of a charge, also one that has failed, and returns its outcome: `declined` only once the
   * processor can no longer charge (`authentication_canceled`, `authentication_timed_out`, or why it failed before), or
   * what it was if that came first. Safe to repeat. Present if the processor can have a challenge open, also from
   * settings that were in use before.
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
   * Returns money of a charge, once for each key. An outcome is about this call only: if an earlier
   * call under the same key may have arrived, look the refund up before you act on `rejected`,
   * `credentials_refused` or `unreached`.
   */
  refund(order: RefundOrder, idempotencyKey: string): Promise<RefundOutcome>;
  /**
   * Returns the outcome of the refund under this key. Safe at any time. Never returns `rejected`,
   * `credentials_refused` or `unreached`: a look-up that fails is `unknown`. `notices` are about this key.
   */
  lookUpRefund(
    idempotencyKey: string,
    expected: ExpectedRefund,
    notices?: readonly OutcomeNotice[],
  ): Promise<RefundOutcome>;
  /** Sends evidence, or the acceptance of a dispute, once for each key. Outcomes are as of `refund`. */
  answerDispute(order: DisputeAnswerOrder, idempotencyKey: string): Promise<AnswerOutcome>;
  /** Returns the outcome of the answer under this key, like `lookUpRefund`. */
  lookUpAnswer(idempotencyKey: string, expected: ExpectedAnswer): Promise<AnswerOutcome>;
  /** Whether the processor says that it accepts charges now. */
  isHealthy(): Promise<boolean>;
  /**
   * Fetches batches that have settled and will not change. Safe at any time. Present if
   * {@link CardCapabilities.settlementFiles} is `fetched`.
   */
  settledBatches?(query: SettledBatchQuery): Promise<SettledBatches>;
  /** Reads a notice. Undefined if the service takes none of this processor. */
  readNotice(received: ReceivedNotice): NoticeContent | undefined;
  /** The text that accepts a notice; absent: any answer with status 200. */
  readonly noticeAnswer?: string;
}
