import * as z from "zod/mini";
import { chargeFacts } from "./charge-facts.ts";

/*
 * Protocol between Tessera and a card processor, version 1. `service/providers/processor/README.md` describes what each
 * call guarantees. Every call carries `Authorization: Bearer <connector key>`.
 *
 *   POST {base}/charges                        Idempotency-Key   ChargeRequest → 200 Charge
 *   GET  {base}/charges/by-key/{key}                             → 200 Charge | 404 charge_not_found
 *   POST {base}/charges/{chargeId}/reversals   Idempotency-Key   ReversalRequest → 200 Reversal
 *   POST {base}/charges/{chargeId}/refunds     Idempotency-Key   RefundRequest → 200 ProcessorRefund
 *   GET  {base}/refunds/by-key/{key}                             → 200 ProcessorRefund | 404 refund_not_found
 *   POST {base}/disputes/{disputeId}/evidence      Idempotency-Key   EvidenceSubmission → 200 DisputeAnswer
 *   POST {base}/disputes/{disputeId}/acceptance    Idempotency-Key   → 200 DisputeAnswer
 *   GET  {base}/dispute-answers/by-key/{key}       → 200 DisputeAnswer | 404 dispute_answer_not_found
 *   GET  {base}/health                                           → 200 { status: "ok" }
 *
 * In the other direction the processor reports disputes and fraud, and can report that a charge or refund has changed.
 * Notices may arrive twice, late or out of order. A dispute's notice contains its whole state; the one with the highest
 * `sequence` counts. A charge's or refund's notice has no outcome: Tessera looks it up.
 *
 *   POST {service}/v1/processor-notices/{processor}   Processor-Signature   ProcessorMessage → 200
 *
 *   processor-signature: t=<seconds>,v1=<hex HMAC-SHA512 of "{seconds}.{raw body}" with the connector key>
 */

/** The 3-D Secure result of an authorization, with EMV's names. */
export const chargeAuthentication = z.object({
  version: z.string(),
  transStatus: z.string(),
  eci: z.optional(z.string()),
  authenticationValue: z.optional(z.string()),
  dsTransId: z.string(),
  /** `transStatus` of the ARes: `C` before a challenge, otherwise the same as `transStatus`. */
  aresTransStatus: z.optional(z.string()),
  challenged: z.optional(z.boolean()),
});
export type ChargeAuthentication = z.infer<typeof chargeAuthentication>;

/** `country` is ISO 3166-1 alpha-2. */
export const chargeAddress = z.object({
  line1: z.string(),
  line2: z.optional(z.string()),
  city: z.string(),
  state: z.optional(z.string()),
  postalCode: z.optional(z.string()),
  country: z.string(),
});
export type ChargeAddress = z.infer<typeof chargeAddress>;

export const chargeCustomer = z.object({
  /** The operator's own id of the customer. */
  customerId: z.string(),
  email: z.optional(z.string()),
  /** E.164. */
  phoneNumber: z.optional(z.string()),
  ipAddress: z.optional(z.string()),
  /** Absent if the customer typed another postal code with the card. */
  billingAddress: z.optional(chargeAddress),
});
export type ChargeCustomer = z.infer<typeof chargeCustomer>;

/** `cvc` is absent if the customer reloaded the page. */
export const chargeRequest = z.object({
  merchantReference: z.string(),
  amountMinor: z.int().check(z.positive()),
  currency: z.string(),
  /** The part of `amountMinor` that is a surcharge. */
  surchargeMinor: z.optional(z.int().check(z.gte(0))),
  card: z.object({
    number: z.string(),
    expiryMonth: z.int(),
    expiryYear: z.int(),
    cvc: z.optional(z.string()),
    holderName: z.optional(z.string()),
    postalCode: z.optional(z.string()),
  }),
  descriptor: z.string(),
  /** ISO 18245, where operators share an account. Absent: the account's own. */
  merchantCategory: z.optional(z.string().check(z.regex(/^\d{4}$/))),
  /**
   * The schemes' stored-credential indicator: `stored` when the customer consents to saving the card with this payment,
   * `used` when they pay with a saved card. The customer is always present.
   */
  credentialOnFile: z.optional(z.enum(["stored", "used"])),
  /** The scheme's id of the payment that stored the card, at any processor. Only with `used`. */
  networkTransactionId: z.optional(z.string()),
  customer: z.optional(chargeCustomer),
  threeDSecure: z.optional(chargeAuthentication),
  /** The address for notices about the charge, if the processor does not have one already. */
  notificationUrl: z.optional(z.string()),
});
export type ChargeRequest = z.infer<typeof chargeRequest>;

/** A decline is a response (200), not an error. */
export const chargeStatuses = ["approved", "declined", "pending", "reversed"] as const;

/**
 * `amountMinor` and `currency` are what was charged; the caller compares them. `declineCode` is an open list;
 * `authentication_required` is the soft decline.
 */
export const charge = z.object({
  chargeId: z.string().check(z.regex(/^[\x21-\x7e]{1,128}$/)),
  status: z.enum(chargeStatuses),
  declineCode: z.optional(z.string().check(z.maxLength(64))),
  message: z.optional(z.string().check(z.maxLength(500))),
  amountMinor: z.int(),
  currency: z.string(),
  ...chargeFacts.shape,
});
export type Charge = z.infer<typeof charge>;

export const reversalRequest = z.object({ reason: z.string().check(z.maxLength(200)) });
export type ReversalRequest = z.infer<typeof reversalRequest>;

/** A reversal of the whole charge. The same key returns the same reversal. */
export const reversal = z.object({
  reversalId: z.string(),
  chargeId: z.string(),
  status: z.literal("reversed"),
});
export type Reversal = z.infer<typeof reversal>;

/** `amountMinor` includes `surchargeMinor`, the returned part of the surcharge; the schemes require it separately. */
export const refundRequest = z.object({
  merchantReference: z.string(),
  amountMinor: z.int().check(z.positive()),
  currency: z.string(),
  surchargeMinor: z.int().check(z.gte(0)),
  reason: z.string().check(z.maxLength(64)),
});
export type RefundRequest = z.infer<typeof refundRequest>;

/** `success` can still become `failed` for 30 days. */
export const processorRefundStatuses = ["pending", "success", "failed"] as const;

/**
 * `amountMinor` and `currency` are what is returned; the caller compares them. `kind` is `void` if the charge had not
 * cleared. `failureCode` is an open list: `insufficient_funds`, `charge_disputed`, `card_closed`, `returned_by_bank`.
 * `arn` is known some days after a success.
 */
export const processorRefund = z.object({
  refundId: z.string().check(z.regex(/^[\x21-\x7e]{1,128}$/)),
  chargeId: z.string(),
  status: z.enum(processorRefundStatuses),
  kind: z.enum(["void", "refund"]),
  amountMinor: z.int(),
  currency: z.string(),
  failureCode: z.optional(z.nullable(z.string())),
  arn: z.optional(z.nullable(z.string())),
});
export type ProcessorRefund = z.infer<typeof processorRefund>;

/**
 * Body of every 4xx and 5xx: 400 invalid, 401, 404 `charge_not_found` or `refund_not_found`, 409
 * `idempotency_key_reused`. For a refund also 400 `refund_exceeds_charge`, `charge_not_refundable` and
 * `charge_disputed`: nothing was returned. For an answer to a dispute also 404 `dispute_not_found` and 400
 * `dispute_not_answerable`: the processor did not take it.
 */
export const processorError = z.object({
  error: z.object({ code: z.string(), message: z.string() }),
});

const partyId = z.string().check(z.regex(/^[\x21-\x7e]{1,128}$/));
const currencyCode = z.string().check(z.regex(/^[A-Z]{3}$/));
const minorAmount = z.int().check(z.gte(0), z.lte(99_999_999_999));

export const noticeSignatureHeader = "processor-signature";

export function signedNoticeText(timestampSeconds: number, rawBody: string): string {
  return `${timestampSeconds}.${rawBody}`;
}

/** The processor's id, our key of the charge, or both. */
const noticedCharge = {
  chargeId: z.optional(partyId),
  /** The idempotency key under which the charge was made. */
  chargeKey: z.optional(partyId),
};

/** Stages of a dispute at the processor, in order. */
export const noticedStages = ["inquiry", "chargeback", "pre_arbitration", "arbitration"] as const;

/** `withdrawn`: the customer's bank gave it up. */
export const noticedStatuses = [
  "needs_response",
  "under_review",
  "won",
  "lost",
  "accepted",
  "expired",
  "withdrawn",
] as const;

export const disputeNotice = z.object({
  type: z.literal("dispute"),
  eventId: partyId,
  disputeId: partyId,
  ...noticedCharge,
  /**
   * From a processor that guesses the charge: if it was made with another card, or is unknown, a person names a payment
   * with this card.
   */
  cardLast4: z.optional(z.string().check(z.regex(/^\d{4}$/))),
  /** Grows with each change of the dispute. */
  sequence: z.int().check(z.gte(0), z.lte(2_147_483_647)),
  /** When this change happened, ISO 8601. */
  at: z.iso.datetime({ offset: true }),
  stage: z.enum(noticedStages),
  status: z.enum(noticedStatuses),
  network: z.string().check(z.regex(/^[a-z0-9_]{1,32}$/)),
  reasonCode: z.string().check(z.regex(/^[A-Za-z0-9._-]{1,32}$/)),
  /** The category, if the code alone does not name it, as with Mastercard 4853; an open list. */
  category: z.optional(z.string().check(z.regex(/^[a-z_]{1,32}$/))),
  amountMinor: minorAmount.check(z.positive()),
  currency: currencyCode,
  /** The processor's fee so far. */
  feeMinor: z.optional(z.nullable(minorAmount)),
  /** The deadline (ISO 8601); null if no answer is expected. */
  respondBy: z.nullable(z.iso.datetime({ offset: true })),
  /** False if the network allows no answer. */
  defendable: z._default(z.boolean(), true),
});
export type DisputeNotice = z.infer<typeof disputeNotice>;

/** The issuer reported a charge as fraud (Visa TC40, Mastercard SAFE). Moves no money. */
export const fraudNotice = z.object({
  type: z.literal("fraud_report"),
  eventId: partyId,
  reportId: partyId,
  ...noticedCharge,
  at: z.iso.datetime({ offset: true }),
  network: z.string().check(z.regex(/^[a-z0-9_]{1,32}$/)),
  fraudType: z.optional(z.string().check(z.regex(/^[A-Za-z0-9._-]{1,32}$/))),
  amountMinor: minorAmount,
  currency: currencyCode,
});
export type FraudNotice = z.infer<typeof fraudNotice>;

/** What the service stores of a processor's notices. */
export const processorNotice = z.discriminatedUnion("type", [disputeNotice, fraudNotice]);
export type ProcessorNotice = z.infer<typeof processorNotice>;

/** The charge with this idempotency key has a new outcome. */
export const chargeChange = z.object({ type: z.literal("charge"), key: partyId });
/** The refund with this idempotency key has a new outcome. */
export const refundChange = z.object({ type: z.literal("refund"), key: partyId });
export type ProcessorChange = z.infer<typeof chargeChange> | z.infer<typeof refundChange>;

export const processorMessage = z.discriminatedUnion("type", [
  disputeNotice,
  fraudNotice,
  chargeChange,
  refundChange,
]);

/** Evidence about a dispute. Files are base64. */
export const evidenceSubmission = z.object({
  stage: z.enum(noticedStages),
  fields: z.record(z.string(), z.string()),
  files: z.array(
    z.object({
      kind: z.string(),
      name: z.string(),
      contentType: z.string(),
      content: z.string(),
    }),
  ),
});
export type EvidenceSubmission = z.infer<typeof evidenceSubmission>;

export const disputeAcceptance = z.object({ stage: z.enum(noticedStages) });

/** The processor has the answer. The same key returns the same answer. */
export const disputeAnswer = z.object({
  answerId: partyId,
  disputeId: partyId,
  kind: z.enum(["evidence", "acceptance"]),
});
export type DisputeAnswer = z.infer<typeof disputeAnswer>;

export const processorHealth = z.object({ status: z.string() });
