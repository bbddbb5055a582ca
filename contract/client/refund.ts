/**
 * The page where a customer says where a refund goes, with the secret of the refund's link
 * (docs/payments/refunds.md).
 *
 *   GET  /v1/client/refund               → refundSession
 *   POST /v1/client/refund/quote         {} → refundQuote: what a crypto refund is worth now
 *   POST /v1/client/refund/destination   nameDestination → refundSession; once
 */
import * as z from "zod/mini";
import { bankAccountInput } from "../bank-account.ts";
import { shownOperator } from "./operator.ts";

/** `open` until the destination is named; `closed` if the refund ended before. */
export const refundPageStatuses = ["open", "named", "closed"] as const;

/** What the page shows: nothing about the customer, because a link can be forwarded. */
export const refundSession = z.object({
  refundId: z.string(),
  status: z.string(),
  operator: shownOperator,
  /** `bank` or `crypto`. */
  type: z.string(),
  /** The amount in major units of `currency`; 0 if the refund returns an asset that the payment did not use. */
  amount: z.number(),
  currency: z.string(),
  /** What was paid. `amount` is in whole units of the asset; if it is null, see `refundQuote`. */
  crypto: z.nullable(
    z.object({ asset: z.string(), network: z.string(), amount: z.nullable(z.string()) }),
  ),
  expiresAt: z.string(),
});
export type RefundSession = z.infer<typeof refundSession>;

/** What a crypto refund is worth now, guaranteed until `expiresAt`. */
export const refundQuote = z.object({
  quoteId: z.string(),
  /** The amount in whole units of the asset, as decimal text. */
  amount: z.string(),
  /** Price of one unit, in the refund's currency. */
  rate: z.string(),
  /** Whether the amount is all that was received, and therefore worth less than the refund. */
  isLimited: z.boolean(),
  expiresAt: z.string(),
});
export type RefundQuote = z.infer<typeof refundQuote>;

/** Crypto refunds without a fixed amount need the quote that was shown. */
export const nameDestination = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("crypto"),
    address: z.string().check(z.minLength(1), z.maxLength(120)),
    quoteId: z.optional(z.string().check(z.maxLength(64))),
  }),
  z.strictObject({ type: z.literal("bank"), bank: bankAccountInput }),
]);
export type NameDestination = z.infer<typeof nameDestination>;

/** A destination as stored, sealed, with who named it. */
export type NamedDestination = (
  | { readonly type: "crypto"; readonly address: string }
  | { readonly type: "bank"; readonly bank: z.infer<typeof bankAccountInput> }
) & {
  readonly from: { readonly ipAddress: string; readonly userAgent: string; readonly at: string };
};
