import * as z from "zod/mini";

/*
 * The wire between Tessera and a card processor, version 1. `service/providers/processor/README.md`
 * tells what each call promises. Every call carries `Authorization: Bearer <connector key>`.
 *
 *   POST {base}/charges                        Idempotency-Key   ChargeRequest → 200 Charge
 *   GET  {base}/charges/by-key/{key}                             → 200 Charge | 404 charge_not_found
 *   POST {base}/charges/{chargeId}/reversals   Idempotency-Key   ReversalRequest → 200 Reversal
 *   GET  {base}/health                                           → 200 { status: "ok" }
 */

/** The proof of 3-D Secure that goes with an authorisation (EMV names). */
export const chargeAuthentication = z.object({
  version: z.string(),
  transStatus: z.string(),
  eci: z.optional(z.string()),
  authenticationValue: z.optional(z.string()),
  dsTransId: z.string(),
});
export type ChargeAuthentication = z.infer<typeof chargeAuthentication>;

/** Body of `POST {base}/charges`. `cvc` is left out when the customer came back by a reload. */
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
   * The card schemes' mark of stored credentials: `stored` when the customer agreed with this payment that
   * the card be kept, `used` when they pay with a card that was kept. The customer is there each time.
   */
  credentialOnFile: z.optional(z.enum(["stored", "used"])),
  threeDSecure: z.optional(chargeAuthentication),
});
export type ChargeRequest = z.infer<typeof chargeRequest>;

/** What may become of a charge. A decline is an answer (200), not an error. */
export const chargeStatuses = ["approved", "declined", "pending", "reversed"] as const;

/**
 * A charge. `amountMinor` and `currency` are what was charged, and the caller compares them.
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

/** The whole charge was given back. Asking again with the same key answers the same. */
export const reversal = z.object({
  reversalId: z.string(),
  chargeId: z.string(),
  status: z.literal("reversed"),
});
export type Reversal = z.infer<typeof reversal>;

/** Body of every 4xx and 5xx: 400 invalid, 401, 404 `charge_not_found`, 409 `idempotency_key_reused`. */
export const processorError = z.object({
  error: z.object({ code: z.string(), message: z.string() }),
});
export type ProcessorError = z.infer<typeof processorError>;

/** Answer of `GET {base}/health`. */
export const processorHealth = z.object({ status: z.string() });
