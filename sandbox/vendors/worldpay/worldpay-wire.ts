/** What Worldpay's Payments API accepts, and the events that its queries report. */
import * as z from "zod/mini";
import type { ChargeRequest } from "#contract/connectors/processor";
import type { BookedCharge } from "../../processors/charge-book.ts";
import type { BookedRefund } from "../../processors/refund-book.ts";

const reference = z.string().check(z.regex(/^[-A-Za-z0-9_!@#$%()*=.:;?[\]{}~`/+]{1,64}$/));
const minor = z.int().check(z.positive(), z.lte(2_147_483_647));
const value = z.strictObject({ amount: minor, currency: z.string().check(z.length(3)) });

/** The fields of `POST /api/payments` that the connector sends. Unknown fields are refused. */
export const paymentRequest = z.strictObject({
  transactionReference: reference,
  merchant: z.strictObject({
    entity: z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9 ]{0,31}$/)),
    mcc: z.optional(z.string().check(z.regex(/^\d{4}$/))),
  }),
  channel: z.optional(z.enum(["ecom", "moto"])),
  instruction: z.strictObject({
    method: z.literal("card"),
    settlement: z.strictObject({ auto: z.boolean() }),
    paymentInstrument: z.strictObject({
      type: z.literal("plain"),
      cardNumber: z.string().check(z.regex(/^\d{12,19}$/)),
      cardHolderName: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
      expiryDate: z.strictObject({ month: z.int(), year: z.int() }),
      cvc: z.optional(z.string().check(z.regex(/^\d{3,4}$/))),
      billingAddress: z.optional(
        z.strictObject({
          address1: z.string().check(z.minLength(1), z.maxLength(80)),
          address2: z.optional(z.string().check(z.minLength(1), z.maxLength(80))),
          city: z.string().check(z.minLength(1), z.maxLength(50)),
          state: z.optional(z.string().check(z.minLength(1), z.maxLength(30))),
          postalCode: z.optional(z.string().check(z.minLength(1), z.maxLength(15))),
          countryCode: z.string().check(z.length(2)),
        }),
      ),
    }),
    customer: z.optional(
      z.strictObject({
        email: z.optional(z.string().check(z.maxLength(128), z.regex(/^.+@.+$/))),
        phone: z.optional(z.string().check(z.regex(/^[0-9]{4,20}$/))),
        ipAddress: z.optional(z.string()),
      }),
    ),
    narrative: z.strictObject({ line1: z.string().check(z.regex(/^[a-zA-Z0-9 ,./-]{1,24}$/)) }),
    value,
    threeDS: z.optional(
      z.strictObject({
        type: z.literal("external"),
        version: z.string().check(z.regex(/^2\.\d\.\d$/)),
        eci: z.enum(["00", "01", "02", "05", "06", "07"]),
        authenticationValue: z.optional(z.string().check(z.regex(/^[A-Za-z0-9+/]{1,29}={0,2}$/))),
        dsTransactionId: z.uuid(),
      }),
    ),
    customerAgreement: z.optional(
      z.strictObject({
        type: z.literal("cardOnFile"),
        storedCardUsage: z.enum(["first", "subsequent"]),
      }),
    ),
  }),
});
type PaymentRequest = z.infer<typeof paymentRequest>;

export const partialRefundRequest = z.strictObject({ value, reference });

/** The charge that a request asks for, in the sandbox's terms. */
export function chargeOf({
  transactionReference,
  merchant,
  instruction,
}: PaymentRequest): ChargeRequest {
  const { paymentInstrument, narrative, threeDS } = instruction;
  const { cvc, cardHolderName, expiryDate } = paymentInstrument;
  return {
    merchantReference: transactionReference,
    amountMinor: instruction.value.amount,
    currency: instruction.value.currency,
    card: {
      number: paymentInstrument.cardNumber,
      expiryMonth: expiryDate.month,
      expiryYear: expiryDate.year,
      ...(cvc === undefined ? {} : { cvc }),
      ...(cardHolderName === undefined ? {} : { holderName: cardHolderName }),
    },
    descriptor: narrative.line1,
    ...(merchant.mcc === undefined ? {} : { merchantCategory: merchant.mcc }),
    ...(threeDS && {
      threeDSecure: {
        version: threeDS.version,
        transStatus: statusOfEci(threeDS.eci),
        eci: threeDS.eci,
        dsTransId: threeDS.dsTransactionId,
        ...(threeDS.authenticationValue === undefined
          ? {}
          : { authenticationValue: threeDS.authenticationValue }),
      },
    }),
  };
}

/** Worldpay does not get the status: the schemes' ECI says whether the cardholder was authenticated. */
function statusOfEci(eci: string): string {
  if (eci === "05" || eci === "02") return "Y";
  return eci === "06" || eci === "01" ? "A" : "U";
}

/** Worldpay's refusal codes for the sandbox's decline codes. */
export const refusalCodes: Readonly<Record<string, string>> = {
  do_not_honor: "5",
  insufficient_funds: "51",
  lost_card: "41",
  stolen_card: "43",
  expired_card: "54",
  incorrect_cvc: "82",
  processing_error: "96",
  card_velocity_exceeded: "61",
  fraudulent: "59",
  authentication_required: "1A",
  generic_decline: "12",
  gambling_not_allowed: "57",
  do_not_try_again: "46",
};

/** A payment with its events and possible actions, as a query reports it. */
export function paymentOnTheWire(
  charge: BookedCharge,
  {
    refunds,
    leftMinor,
    base,
  }: { refunds: readonly BookedRefund[]; leftMinor: number; base: string },
): Record<string, unknown> {
  const commandId = `cmd${charge.chargeId}`;
  const event = (eventName: string, fields: object = {}) => ({
    eventName,
    timestamp: charge.createdAt,
    commandId,
    ...fields,
  });
  const events: object[] = [event("authorizationRequested")];
  if (charge.status === "declined") {
    const code = refusalCodes[charge.declineCode ?? ""] ?? "5";
    events.push(event("authorizationRefused", { code, outcome: "refused" }));
  }
  const isCharged = charge.status === "approved";
  if (isCharged) {
    events.push(event("authorizationSucceeded", { outcome: "authorized" }));
    events.push(event("settlementRequested", { type: "fullSettlement" }));
    events.push(event("settlementRequestSubmitted"));
  }
  for (const refund of refunds) events.push(...eventsOfRefund(refund));
  if (charge.reversal) {
    events.push(event("reversalRequested"), event("reversalRequestSubmitted"));
  }
  const action = (path: string) => ({ href: `${base}/payments/${path}/${charge.chargeId}` });
  return {
    timestamp: charge.createdAt,
    paymentId: charge.chargeId,
    transactionReference: charge.idempotencyKey,
    value: { amount: charge.amountMinor, currency: charge.currency },
    events,
    _links: {
      self: { href: `${base}/paymentQueries/payments/${charge.chargeId}` },
      ...(isCharged && !charge.reversal && leftMinor > 0
        ? {
            "cardPayments:partialRefund": action("settlements/refunds/partials"),
            ...(refunds.length === 0 && { "cardPayments:reverse": action("sales/reversals") }),
          }
        : {}),
    },
  };
}

function eventsOfRefund(refund: BookedRefund): object[] {
  const common = { timestamp: refund.createdAt, commandId: `cmd${refund.refundId}` };
  const requested = {
    ...common,
    eventName: "refundRequested",
    type: "partialRefund",
    refundReference: refund.merchantReference,
    value: { amount: refund.amountMinor, currency: refund.currency },
  };
  if (refund.status === "pending") return [requested];
  const isSent = refund.status === "success";
  const eventName = isSent ? "refundRequestSubmitted" : "refundRequestSubmissionFailed";
  return [requested, { ...common, eventName }];
}
