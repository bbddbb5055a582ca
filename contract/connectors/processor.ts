import * as z from "zod/mini";

/*
 * Protocol between Tessera and a card processor, version 1. `service/providers/processor/README.md`
 * describes what each call guarantees. Every call carries `Authorization: Bearer <connector key>`.
 *
 *   POST {base}/charges                        Idempotency-Key   ChargeRequest → 200 Charge
 *   GET  {base}/charges/by-key/{key}                             → 200 Charge | 404 charge_not_found
 *   POST {base}/charges/{chargeId}/reversals   Idempotency-Key   ReversalRequest → 200 Reversal
 *   POST {base}/charges/{chargeId}/refunds     Idempotency-Key   RefundRequest → 200 ProcessorRefund
 *   GET  {base}/refunds/by-key/{key}                             → 200 ProcessorRefund | 404 refund_not_found
 *   GET  {base}/health                                           → 200 { status: "ok" }
 */

/** The 3-D Secure result of an authorisation (EMV names). */
export const chargeAuthentication = z.object({
  version: z.string(),
  transStatus: z.string(),
  eci: z.optional(z.string()),
  authenticationValue: z.optional(z.string()),
  dsTransId: z.string(),
});
export type ChargeAuthentication = z.infer<typeof chargeAuthentication>;

/** Body of `POST {base}/charges`. `cvc` is absent if the customer reloaded the page. */
export const chargeRequest = z.object({
  merchantReference: z.string(),
  amountMinor: z.int().check(z.positive()),
  currency: z.string(),
  card: z.object({
    number: z.string(),
    expiryMonth: z.int(),
    expiryYear: z.int(),
    cvc: z.optional(z.string()),
    holderName: z.optional(z.string()),
    postalCode: z.optional(z.string()),
  }),
  descriptor: z.string(),
  /**
   * The card schemes' stored-credential indicator: `stored` when the customer consents to saving
   * the card with this payment, `used` when they pay with a saved card. The customer is always
   * present.
   */
  credentialOnFile: z.optional(z.enum(["stored", "used"])),
  threeDSecure: z.optional(chargeAuthentication),
});
export type ChargeRequest = z.infer<typeof chargeRequest>;

/** Possible states of a charge. A decline is a response (200), not an error. */
export const chargeStatuses = ["approved", "declined", "pending", "reversed"] as const;

/**
 * A charge. `amountMinor` and `currency` are what was charged; the caller compares them.
 * `declineCode` is an open list; `authentication_required` is the soft decline.
 */
export const charge = z.object({
  chargeId: z.string().check(z.regex(/^[\x21-\x7e]{1,128}$/)),
  status: z.enum(chargeStatuses),
  declineCode: z.optional(z.string().check(z.maxLength(64))),
  message: z.optional(z.string().check(z.maxLength(500))),
  amountMinor: z.int(),
  currency: z.string(),
});
export type Charge = z.infer<typeof charge>;

/** Body of `POST {base}/charges/{chargeId}/reversals`. */
export const reversalRequest = z.object({ reason: z.string().check(z.maxLength(200)) });
export type ReversalRequest = z.infer<typeof reversalRequest>;

/** The whole charge was reversed. The same key returns the same reversal. */
export const reversal = z.object({
  reversalId: z.string(),
  chargeId: z.string(),
  status: z.literal("reversed"),
});
export type Reversal = z.infer<typeof reversal>;

/**
 * Body of `POST {base}/charges/{chargeId}/refunds`. `amountMinor` includes `surchargeMinor`, the
 * returned part of the surcharge, which the card schemes require separately.
 */
export const refundRequest = z.object({
  merchantReference: z.string(),
  amountMinor: z.int().check(z.positive()),
  currency: z.string(),
  surchargeMinor: z.int().check(z.gte(0)),
  reason: z.string().check(z.maxLength(64)),
});
export type RefundRequest = z.infer<typeof refundRequest>;

/** Possible states of a refund at the processor. `success` can still become `failed` for 30 days. */
export const processorRefundStatuses = ["pending", "success", "failed"] as const;

/**
 * A refund. `amountMinor` and `currency` are what is returned; the caller compares them. `kind` is
 * `void` if the charge had not cleared. `failureCode` is an open list: `insufficient_funds`,
 * `charge_disputed`, `card_closed`, `returned_by_bank`. `arn` is known some days after a success.
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
 * `idempotency_key_reused`. Of a refund also 400 `refund_exceeds_charge`, `charge_not_refundable` and
 * `charge_disputed`: nothing was returned.
 */
export const processorError = z.object({
  error: z.object({ code: z.string(), message: z.string() }),
});
export type ProcessorError = z.infer<typeof processorError>;

/** Response of `GET {base}/health`. */
export const processorHealth = z.object({ status: z.string() });
