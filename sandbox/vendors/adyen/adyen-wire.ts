/** The parts of Adyen's Checkout API that the connector uses. */
import * as z from "zod/mini";
import type { ChargeRequest } from "#contract/connectors/processor";
import type { BookedCharge } from "../../processors/charge-book.ts";
import { factsOfCharge } from "../../processors/facts-of-charge.ts";

const amount = z.strictObject({
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  value: z.int().check(z.positive()),
});
const reference = z.string().check(z.minLength(1), z.maxLength(80));
const transStatus = z.enum(["A", "C", "D", "I", "N", "R", "U", "Y"]);

/** `POST /payments`. Refuses unknown fields, like Adyen's schema. */
export const paymentRequest = z.strictObject({
  amount,
  merchantAccount: z.string(),
  reference,
  returnUrl: z.string().check(z.regex(/^https?:\/\//)),
  paymentMethod: z.strictObject({
    type: z.literal("scheme"),
    number: z.string().check(z.regex(/^\d{12,19}$/)),
    expiryMonth: z.string().check(z.regex(/^\d{2}$/)),
    expiryYear: z.string().check(z.regex(/^\d{4}$/)),
    cvc: z.optional(z.string().check(z.regex(/^\d{3,4}$/))),
    holderName: z.optional(z.string().check(z.minLength(1), z.maxLength(15_000))),
    networkPaymentReference: z.optional(z.string()),
  }),
  authenticationData: z.strictObject({ attemptAuthentication: z.literal("never") }),
  mpiData: z.optional(
    z.strictObject({
      directoryResponse: transStatus,
      authenticationResponse: z.optional(z.enum(["Y", "N", "U", "A"])),
      cavv: z.optional(z.string()),
      eci: z.optional(z.string()),
      dsTransID: z.string(),
      threeDSVersion: z.string(),
    }),
  ),
  shopperInteraction: z.enum(["Ecommerce", "ContAuth"]),
  recurringProcessingModel: z.optional(z.literal("CardOnFile")),
  shopperReference: z.optional(z.string().check(z.minLength(3), z.maxLength(256))),
  shopperStatement: z.optional(z.string().check(z.regex(/^[a-zA-Z0-9 .,'_\-?+*/]{1,22}$/))),
  captureDelayHours: z.literal(0),
  mcc: z.optional(z.string().check(z.regex(/^\d{4}$/))),
  surcharge: z.optional(z.strictObject({ value: z.int() })),
  shopperEmail: z.optional(z.string().check(z.maxLength(256))),
  telephoneNumber: z.optional(z.string().check(z.maxLength(64))),
  shopperIP: z.optional(z.string()),
  billingAddress: z.optional(
    z.strictObject({
      street: z.string().check(z.minLength(1)),
      houseNumberOrName: z.string().check(z.minLength(1)),
      city: z.string().check(z.minLength(1)),
      postalCode: z.string().check(z.minLength(1), z.maxLength(10)),
      country: z.string().check(z.length(2)),
      stateOrProvince: z.optional(z.string().check(z.maxLength(3))),
    }),
  ),
});
type PaymentRequest = z.infer<typeof paymentRequest>;

export const refundRequest = z.strictObject({
  amount,
  merchantAccount: z.string(),
  reference,
  merchantRefundReason: z.optional(
    z.enum(["FRAUD", "CUSTOMER REQUEST", "RETURN", "DUPLICATE", "OTHER"]),
  ),
});

export const reversalRequest = z.strictObject({ merchantAccount: z.string(), reference });

/** The charge that a request asks for, in the sandbox's terms. */
export function chargeOf(body: PaymentRequest): ChargeRequest {
  const { paymentMethod: card, mpiData, amount: requestedAmount, billingAddress: address } = body;
  return {
    merchantReference: body.reference,
    amountMinor: requestedAmount.value,
    currency: requestedAmount.currency,
    card: {
      number: card.number,
      expiryMonth: Number(card.expiryMonth),
      expiryYear: Number(card.expiryYear),
      ...(card.cvc === undefined ? {} : { cvc: card.cvc }),
      ...(card.holderName === undefined ? {} : { holderName: card.holderName }),
    },
    descriptor: body.shopperStatement ?? "",
    ...(body.mcc === undefined ? {} : { merchantCategory: body.mcc }),
    ...(body.surcharge && { surchargeMinor: body.surcharge.value }),
    ...(card.networkPaymentReference && { networkTransactionId: card.networkPaymentReference }),
    ...(address && {
      customer: {
        customerId: body.shopperReference ?? "",
        billingAddress: {
          line1: `${address.houseNumberOrName} ${address.street}`,
          city: address.city,
          postalCode: address.postalCode,
          country: address.country,
        },
      },
    }),
    ...(mpiData && {
      threeDSecure: {
        version: mpiData.threeDSVersion,
        transStatus: mpiData.authenticationResponse ?? mpiData.directoryResponse,
        aresTransStatus: mpiData.directoryResponse,
        challenged: mpiData.authenticationResponse !== undefined,
        dsTransId: mpiData.dsTransID,
        ...(mpiData.eci === undefined ? {} : { eci: mpiData.eci }),
        ...(mpiData.cavv === undefined ? {} : { authenticationValue: mpiData.cavv }),
      },
    }),
  };
}

/** Adyen's refusal code and text for each of the sandbox's decline codes. */
const refusals: Readonly<Record<string, readonly [code: string, text: string]>> = {
  insufficient_funds: ["12", "Not enough balance"],
  expired_card: ["6", "Expired Card"],
  incorrect_cvc: ["24", "CVC Declined"],
  processing_error: ["4", "Acquirer Error"],
  card_velocity_exceeded: ["28", "Withdrawal amount exceeded"],
  fraudulent: ["20", "FRAUD"],
  authentication_required: ["38", "Authentication required"],
  authentication_failed: ["11", "3D Not Authenticated"],
  gambling_not_allowed: ["23", "Transaction Not Permitted"],
  do_not_try_again: ["26", "Revocation Of Auth"],
  lost_card: ["5", "Blocked Card"],
  stolen_card: ["5", "Blocked Card"],
};

export function refusalOf({ declineCode = "" }: BookedCharge): readonly [string, string] {
  return refusals[declineCode] ?? ["2", "Refused"];
}

/** The response's `additionalData`, for an account that has all of its fields switched on. */
export function additionalDataOf(charge: BookedCharge): Record<string, string> {
  const facts = factsOfCharge(charge);
  const avs = { match: "7 Both postal code and address match", postal_code_only: "6 Postal code" };
  const { avsResult, cvcResult, networkDeclineCode } = facts;
  return {
    ...(facts.networkTransactionId && { networkTxReference: facts.networkTransactionId }),
    ...(facts.authorisationCode && { authCode: facts.authorisationCode }),
    ...(facts.adviceCode && { merchantAdviceCode: `${facts.adviceCode} : Do not try again` }),
    ...(networkDeclineCode && { refusalReasonRaw: `${networkDeclineCode} : Declined` }),
    ...(avsResult === "match" || avsResult === "postal_code_only"
      ? { avsResult: avs[avsResult] }
      : {}),
    ...(cvcResult && { cvcResult: cvcResult === "match" ? "1 Matches" : "2 Does not match" }),
  };
}
