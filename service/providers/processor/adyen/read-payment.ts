import * as z from "zod/mini";
import type { OutgoingResponse } from "../../../platform/outgoing-http.ts";
import { parseJson } from "../../connector-responses.ts";
import type {
  ChargeOutcome,
  ExpectedCharge,
  RefundOrder,
  RefundOutcome,
} from "../card-processor.ts";
import { additionalData, factsOfData } from "./adyen-facts.ts";
import { refusalReasonOf } from "./refusal-reasons.ts";

/** Adyen's reference of a payment, a refund or a reversal. */
export const pspReference = z.string().check(z.regex(/^[A-Za-z0-9]{16}$/));
const amount = z.object({ currency: z.string(), value: z.int() });

const paymentResponse = z.object({
  resultCode: z.string(),
  pspReference,
  merchantReference: z.string(),
  amount: z.optional(amount),
  refusalReasonCode: z.optional(z.string()),
  additionalData,
});
type PaymentResponse = z.infer<typeof paymentResponse>;

const refundResponse = z.object({
  pspReference,
  paymentPspReference: z.string(),
  reference: z.string(),
  status: z.literal("received"),
  amount,
});

const serviceError = z.object({ errorCode: z.string().check(z.regex(/^[A-Za-z0-9_]{1,20}$/)) });

/** With these statuses nothing was charged, unless the error is {@link duplicate}. */
const refusals = new Set([400, 401, 403, 422]);
/** "Request already processed or in progress". */
const duplicate = "704";

/** A certain refusal's error code or status; null if it is not certain. */
export function refusalOf(response: OutgoingResponse): string | null {
  if (!refusals.has(response.statusCode)) return null;
  const parsed = serviceError.safeParse(parseJson(response.text));
  if (!parsed.success) return `status_${response.statusCode}`;
  return parsed.data.errorCode === duplicate ? null : `error_${parsed.data.errorCode}`;
}

/** Reads the response to a payment. Only 200 has a result. */
export function readPaymentResponse(
  response: OutgoingResponse,
  reference: string,
  expected: ExpectedCharge,
  mcc?: string,
): ChargeOutcome {
  if (response.statusCode !== 200) {
    const refusal = refusalOf(response);
    return refusal === null
      ? { type: "unknown", reason: `status_${response.statusCode}` }
      : { type: "rejected", reason: refusal };
  }
  const parsed = paymentResponse.safeParse(parseJson(response.text));
  return parsed.success && parsed.data.merchantReference === reference
    ? outcomeOf(parsed.data, expected, mcc)
    : { type: "unknown", reason: "malformed" };
}

function outcomeOf(
  payment: PaymentResponse,
  expected: ExpectedCharge,
  mcc: string | undefined,
): ChargeOutcome {
  const { resultCode, pspReference: chargeId, refusalReasonCode: code } = payment;
  const facts = factsOfData(payment.additionalData, code === "0" ? undefined : code);
  const known = facts && { facts };
  switch (resultCode) {
    case "Authorised": {
      if (!payment.amount) return { type: "unknown", reason: "malformed" };
      const { value, currency } = payment.amount;
      const isOurs = value === expected.amountMinor && currency === expected.currency;
      return isOurs
        ? { type: "approved", chargeId, ...known }
        : { type: "mismatch", chargeId, charged: true };
    }
    case "PartiallyAuthorised":
      return { type: "mismatch", chargeId, charged: true };
    case "Refused":
    case "Error":
    case "Cancelled":
      return { type: "declined", chargeId, ...refusalReasonOf(code, mcc), ...known };
    case "Pending":
    case "Received":
      return { type: "pending", chargeId };
    case "RedirectShopper":
    case "IdentifyShopper":
    case "ChallengeShopper":
    case "PresentToShopper":
      // The account asks for its own 3-D Secure although it must not. Nothing is charged without the customer.
      return { type: "declined", chargeId, declineCode: "authentication_required", ...known };
    default:
      return { type: "unknown", reason: "unknown_outcome" };
  }
}

/** Reads the response to a refund. Adyen only accepts it; a notice has the outcome. */
export function readRefundResponse(
  response: OutgoingResponse,
  key: string,
  order: RefundOrder,
): RefundOutcome {
  if (response.statusCode !== 201) {
    const refusal = refusalOf(response);
    if (refusal === null) return { type: "unknown", reason: `status_${response.statusCode}` };
    const areCredentialsRefused = response.statusCode === 401 || response.statusCode === 403;
    return areCredentialsRefused
      ? { type: "credentials_refused", reason: refusal }
      : { type: "rejected", code: refusal };
  }
  const parsed = refundResponse.safeParse(parseJson(response.text));
  if (!parsed.success || parsed.data.reference !== key) {
    return { type: "unknown", reason: "malformed" };
  }
  const { pspReference: refundId, paymentPspReference, amount: returned } = parsed.data;
  const isOurs =
    paymentPspReference === order.chargeId &&
    returned.value === order.amountMinor &&
    returned.currency === order.currency;
  return isOurs
    ? { type: "pending", refundId, kind: "refund", arn: null }
    : { type: "mismatch", refundId };
}
