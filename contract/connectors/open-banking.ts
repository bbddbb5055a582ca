/**
 * Protocol between Tessera and a bank that customers pay from: the OAuth 2.0 flow of contract/connectors/bank-login.ts
 * with the payment as a rich authorization request (RFC 9396). The customer authorizes exactly this amount for this
 * payee.
 *
 *   PAR, authorize, token scope `openid payments`, authorization_details: [paymentDetail]
 *                           → access token; its authorization_details name what was agreed to
 *   POST {issuer}/payments               that token, Idempotency-Key   paymentOrder → 201 bankPayment
 *   GET  {issuer}/payments/by-key/{key}  client credentials, scope `payments`
 *                                        → 200 bankPayment | 404 payment_not_found
 *
 * A bank that can send a payment back has `payment_refunds_supported: true` in its metadata
 * (`/.well-known/openid-configuration`), and these calls with client credentials, scope `payments`:
 *
 *   POST {issuer}/payments/{paymentId}/refunds   Idempotency-Key   refundOrder → 201 bankRefund
 *   GET  {issuer}/refunds/by-key/{key}                             → 200 bankRefund | 404 refund_not_found
 *
 * A refund is a new transfer to the account that paid. All refunds of a payment together never exceed the payment. 400,
 * 403, 404 and 422 mean that nothing was sent back, and that this refund never will be.
 *
 * The money goes to the client's account on file at the bank; `creditorName` is the payee that the customer sees. The
 * bank makes one payment per key: the same key with the same order returns the existing payment, with another order
 * 409. A token is valid for only one key.
 */
import * as z from "zod/mini";

export const openBankingScope = "openid payments";

/** Scope of look-ups, which do not involve the customer. */
export const paymentLookUpScope = "payments";

/** Decimal text in major units with all minor digits: `"52.40"`. */
const instructedAmount = z.object({
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  amount: z.string().check(z.regex(/^\d{1,12}(\.\d{1,3})?$/)),
});

const order = {
  instructedAmount,
  /** ISO 20022 Max70Text; every bank shows all of it. */
  creditorName: z.string().check(z.minLength(1), z.maxLength(70)),
  /** ISO 20022 Max140Text, next to the payee on the customer's statement. */
  remittanceInformation: z.string().check(z.minLength(1), z.maxLength(140)),
  /** ISO 20022 Max35Text, passed through end to end so that Tessera can find the payment. */
  endToEndIdentification: z.string().check(z.minLength(1), z.maxLength(35)),
};

/** What the customer authorizes, what Tessera orders, and part of every response. */
export const paymentOrder = z.object(order);
export type PaymentOrder = z.infer<typeof paymentOrder>;

export const paymentDetail = z.looseObject({ type: z.literal("payment_initiation"), ...order });
export type PaymentDetail = z.infer<typeof paymentDetail>;

/**
 * State of a payment, in ISO 20022 codes (ExternalPaymentTransactionStatus1). `PDNG` and `ACSP` are in progress, `ACSC`
 * is settled, `RJCT` is final. Treat other codes as in progress.
 */
export const bankPayment = z.object({
  paymentId: z.string().check(z.regex(/^[\x21-\x7e]{1,128}$/)),
  status: z.string().check(z.regex(/^[A-Z]{4}$/)),
  /** ISO 20022 ExternalStatusReason1 of a rejection. */
  statusReason: z.optional(z.string().check(z.maxLength(35))),
  ...order,
  debtor: z.object({
    bankName: z.string().check(z.minLength(1), z.maxLength(80)),
    accountType: z.enum(["checking", "savings"]),
    last4: z.string().check(z.regex(/^[A-Za-z0-9]{4}$/)),
  }),
});
export type BankPayment = z.infer<typeof bankPayment>;

/** Member of the issuer's metadata: whether the bank sends payments back. */
export const refundsSupported = "payment_refunds_supported";

const orderOfRefund = {
  instructedAmount,
  remittanceInformation: order.remittanceInformation,
  endToEndIdentification: order.endToEndIdentification,
};

/** The end-to-end identification is Tessera's id of the refund. */
export const bankRefundOrder = z.object(orderOfRefund);
export type BankRefundOrder = z.infer<typeof bankRefundOrder>;

/**
 * State of a refund, in the codes of {@link bankPayment}. `RJCT` after `ACSC`: the customer's bank sent the money back.
 */
export const bankRefund = z.object({
  refundId: z.string().check(z.regex(/^[\x21-\x7e]{1,128}$/)),
  paymentId: z.string().check(z.regex(/^[\x21-\x7e]{1,128}$/)),
  status: z.string().check(z.regex(/^[A-Z]{4}$/)),
  statusReason: z.optional(z.string().check(z.maxLength(35))),
  ...orderOfRefund,
});
export type BankRefund = z.infer<typeof bankRefund>;
