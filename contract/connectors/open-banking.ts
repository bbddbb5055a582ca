/**
 * The wire between Tessera and a bank that its customers pay from: the OAuth 2.0 of
 * contract/connectors/bank-login.ts with the payment itself as a rich authorisation request (RFC 9396),
 * so that the customer agrees at the bank to this amount for this payee and to nothing else.
 *
 *   PAR, authorise, token   scope `openid payments`, authorization_details: [paymentDetail]
 *                           → access token; its authorization_details name what was agreed to
 *   POST {issuer}/payments               that token, Idempotency-Key   paymentOrder → 201 bankPayment
 *   GET  {issuer}/payments/by-key/{key}  client credentials, scope `payments`
 *                                        → 200 bankPayment | 404 payment_not_found
 *
 * The money goes to the account that the bank holds on file for the client; `creditorName` is whom the
 * customer is shown as the payee. A payment is made once per key: the same key with the same order
 * answers what is there already; with another order it is 409. A token pays for one key only.
 */
import * as z from "zod/mini";

/** Scope that is asked for. */
export const openBankingScope = "openid payments";

/** Scope of look-ups, which need no customer. */
export const paymentLookUpScope = "payments";

/** Decimal text in major units with all of the currency's minor digits: `"52.40"`. */
const instructedAmount = z.object({
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  amount: z.string().check(z.regex(/^\d{1,12}(\.\d{1,3})?$/)),
});

const order = {
  instructedAmount,
  /** ISO 20022 Max70Text, as all banks show it whole. */
  creditorName: z.string().check(z.minLength(1), z.maxLength(70)),
  /** ISO 20022 Max140Text: what the customer's statement shows beside the payee. */
  remittanceInformation: z.string().check(z.minLength(1), z.maxLength(140)),
  /** ISO 20022 Max35Text: goes along to the end, for us to find it by. */
  endToEndIdentification: z.string().check(z.minLength(1), z.maxLength(35)),
};

/** What is to be paid: asked of the customer, ordered, and told of in every answer. */
export const paymentOrder = z.object(order);
export type PaymentOrder = z.infer<typeof paymentOrder>;

/** The order as an authorization detail. */
export const paymentDetail = z.looseObject({ type: z.literal("payment_initiation"), ...order });
export type PaymentDetail = z.infer<typeof paymentDetail>;

/**
 * Where a payment stands, in ISO 20022's codes (ExternalPaymentTransactionStatus1): `PDNG` and `ACSP` are
 * under way, `ACSC` is settled, `RJCT` is final. An open list: others count as under way.
 */
export const bankPayment = z.object({
  paymentId: z.string().check(z.regex(/^[\x21-\x7e]{1,128}$/)),
  status: z.string().check(z.regex(/^[A-Z]{4}$/)),
  /** ISO 20022 ExternalStatusReason1, of a rejected one. */
  statusReason: z.optional(z.string().check(z.maxLength(35))),
  ...order,
  /** The account that pays. */
  debtor: z.object({
    bankName: z.string().check(z.minLength(1), z.maxLength(80)),
    accountType: z.enum(["checking", "savings"]),
    last4: z.string().check(z.regex(/^[A-Za-z0-9]{4}$/)),
  }),
});
export type BankPayment = z.infer<typeof bankPayment>;
