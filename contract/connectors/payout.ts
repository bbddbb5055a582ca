import * as z from "zod/mini";

/*
 * Protocol between Tessera and a payout processor, version 1. `service/providers/payout/README.md` describes what each
 * call guarantees. Every call carries `Authorization: Bearer <connector key>`, in both directions.
 *
 *   POST {base}/payouts                Idempotency-Key   PayoutRequest → 200 Payout
 *   GET  {base}/payouts/by-key/{key}                     → 200 Payout | 404 payout_not_found
 *   GET  {base}/health                                   → 200 { status: "ok" }
 *
 *   POST {notificationUrl}                               PayoutNotification → 2xx
 */

export const payoutDestination = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("bank"),
    routingNumber: z.string(),
    accountNumber: z.string(),
    accountType: z.string(),
    holderName: z.string(),
  }),
  z.object({
    type: z.literal("card"),
    number: z.string(),
    expiryMonth: z.int(),
    expiryYear: z.int(),
    holderName: z.string(),
  }),
  z.object({
    type: z.literal("crypto"),
    asset: z.string(),
    network: z.string(),
    address: z.string(),
    /** The exact amount of the asset, in whole units as decimal text. If absent, as much as `amountMinor` is worth. */
    amount: z.optional(z.string().check(z.regex(/^\d{1,30}(\.\d{1,18})?$/))),
  }),
]);
export type WirePayoutDestination = z.infer<typeof payoutDestination>;

/** Body of a payout: a push to card, an ACH credit or a crypto transfer, by destination. */
export const payoutRequest = z.object({
  merchantReference: z.string(),
  /** 0 only with the exact amount of an asset of unknown value. */
  amountMinor: z.int().check(z.gte(0)),
  currency: z.string(),
  destination: payoutDestination,
  descriptor: z.string(),
  /** Notifications of changes may arrive twice, late or never. */
  notificationUrl: z.string(),
});
export type PayoutRequest = z.infer<typeof payoutRequest>;

/**
 * States of a payout: `declined` at once by the processor, `failed` later by the rail, `returned` after it was paid,
 * `canceled` before it was sent.
 */
export const payoutStatuses = [
  "pending",
  "paid",
  "declined",
  "failed",
  "returned",
  "canceled",
] as const;

/** A payout. `amountMinor` and `currency` are what was actually sent; the caller compares them. */
export const payout = z.object({
  payoutId: z.string().check(z.regex(/^[\x21-\x7e]{1,128}$/)),
  status: z.enum(payoutStatuses),
  /** An open list, in snake_case. */
  reasonCode: z.optional(z.string().check(z.maxLength(64))),
  amountMinor: z.int(),
  currency: z.string(),
  /** What was sent of the asset, for a payout with an exact amount. The caller compares it. */
  assetAmount: z.optional(z.string().check(z.maxLength(64))),
  /** The transaction's hash; absent until it is known. */
  transactionHash: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{1,128}$/))),
  /** When the money arrived (ISO 8601). */
  paidAt: z.optional(z.iso.datetime({ offset: true })),
});
export type Payout = z.infer<typeof payout>;

/** The payout under this key has changed: fetch it. The notification proves nothing. */
export const payoutNotification = z.object({
  eventId: z.string().check(z.maxLength(128)),
  idempotencyKey: z.string().check(z.regex(/^[\x21-\x7e]{1,128}$/)),
});
export type PayoutNotification = z.infer<typeof payoutNotification>;
