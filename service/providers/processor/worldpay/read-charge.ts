import * as z from "zod/mini";
import type { ChargeFacts } from "#contract/connectors/charge-facts";
import type { OutgoingResponse } from "../../../platform/outgoing-http.ts";
import { parseJson } from "../../connector-responses.ts";
import type { ChargeOutcome, ExpectedCharge } from "../card-processor.ts";
import { factsOf } from "../kit/charge-facts.ts";
import { type DeclineReason, reasonOf } from "../kit/reasons.ts";

const paymentResponse = z.object({
  outcome: z.string(),
  transactionReference: z.string(),
  paymentId: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,36}$/))),
  refusalCode: z.optional(z.string()),
  schemeReference: z.optional(z.unknown()),
  issuer: z.optional(z.unknown()),
  advice: z.optional(z.unknown()),
  riskFactors: z.optional(
    z.array(z.object({ type: z.string(), risk: z.string(), detail: z.optional(z.string()) })),
  ),
  /** Present only for a partial authorization. */
  amounts: z.optional(z.object({ totalAuthorized: z.int(), currency: z.string() })),
});
type PaymentResponse = z.infer<typeof paymentResponse>;

const problem = z.object({ errorName: z.string().check(z.regex(/^[A-Za-z0-9_]{1,64}$/)) });

/** There is already a payment with this reference: perhaps ours. */
const duplicates = new Set([
  "transactionReferenceIsADuplicate",
  "transactionHasAlreadyBeenProcessed",
]);

/** Statuses of refusals before anything is charged. */
const refusals = new Set([400, 401, 403, 404, 406, 415]);

/**
 * Reads the response to a charge. 201 and 202 have an outcome; the refusals charged nothing, unless they are about a
 * duplicate. Everything else (409, 429, 5xx) leaves the outcome unknown.
 */
export function readChargeResponse(
  response: OutgoingResponse,
  reference: string,
  expected: ExpectedCharge,
  mcc?: string,
): ChargeOutcome {
  const { statusCode } = response;
  if (statusCode === 201 || statusCode === 202) {
    const parsed = paymentResponse.safeParse(parseJson(response.text));
    return parsed.success && parsed.data.transactionReference === reference
      ? outcomeOf(parsed.data, expected, mcc)
      : { type: "unknown", reason: "malformed" };
  }
  const name = errorNameOf(response);
  if (!refusals.has(statusCode) || (name !== null && duplicates.has(name))) {
    return { type: "unknown", reason: `status_${statusCode}` };
  }
  return { type: "rejected", reason: name ?? `status_${statusCode}` };
}

/** A refusal's `errorName`; null without a readable one. */
export function errorNameOf(response: OutgoingResponse): string | null {
  const parsed = problem.safeParse(parseJson(response.text));
  return parsed.success ? parsed.data.errorName : null;
}

function outcomeOf(
  payment: PaymentResponse,
  expected: ExpectedCharge,
  mcc: string | undefined,
): ChargeOutcome {
  const { outcome, paymentId, amounts } = payment;
  // A payment that its risk check refused has no id.
  const chargeId = paymentId ?? payment.transactionReference;
  const facts = factsOfResponse(payment);
  const known = facts && { facts };
  const declined = (reason: DeclineReason | string): ChargeOutcome => ({
    type: "declined",
    chargeId,
    ...(typeof reason === "string" ? { declineCode: reason } : reason),
    ...known,
  });
  const isOther =
    amounts !== undefined &&
    (amounts.totalAuthorized !== expected.amountMinor || amounts.currency !== expected.currency);
  switch (outcome) {
    case "sentForSettlement":
      if (paymentId === undefined) return { type: "unknown", reason: "malformed" };
      return isOther
        ? { type: "mismatch", chargeId, charged: true }
        : { type: "approved", chargeId, ...known };
    case "authorized":
      // Settlement was requested with the charge, so a query will show whether it happens.
      if (paymentId === undefined) return { type: "unknown", reason: "malformed" };
      return { type: "pending", chargeId };
    case "sentForCancellation":
      return declined(reasonOfRisk(payment));
    case "refused":
      return declined(reasonOf("iso", payment.refusalCode ?? "", mcc));
    case "fraudHighRisk":
      return declined("fraudulent");
    case "3dsDeviceDataRequired":
    case "3dsChallenged":
      // The account runs its own 3-D Secure although we sent a result. Nothing was charged.
      return { type: "rejected", reason: "own_3ds_required" };
    case "3dsAuthenticationFailed":
    case "3dsUnavailable":
      return declined("authentication_failed");
    default:
      return { type: "unknown", reason: "unknown_outcome" };
  }
}

/** Worldpay cancels a payment with a security code or address that does not match. */
function reasonOfRisk({ riskFactors = [] }: PaymentResponse): string {
  const failed = (type: string) =>
    riskFactors.some((riskFactor) => riskFactor.type === type && riskFactor.risk === "notMatched");
  if (failed("cvc")) return "incorrect_cvc";
  return failed("avs") ? "incorrect_postal_code" : "generic_decline";
}

function factsOfResponse({
  schemeReference,
  issuer,
  advice,
  refusalCode,
  riskFactors = [],
}: PaymentResponse): ChargeFacts | undefined {
  const field = (object: unknown, name: string) =>
    (object as Record<string, unknown> | null)?.[name];
  const checks = (type: string, detail?: string) =>
    riskFactors.find(
      (riskFactor) => riskFactor.type === type && (!detail || riskFactor.detail === detail),
    )?.risk;
  const cvc = checks("cvc");
  const results = {
    cvcResult: cvc === "notMatched" ? "no_match" : cvc === "notChecked" ? "not_checked" : undefined,
    avsResult: avsOf(checks("avs", "address"), checks("avs", "postcode")),
  };
  return factsOf({
    networkTransactionId: schemeReference,
    authorisationCode: field(issuer, "authorizationCode"),
    adviceCode: field(advice, "code"),
    networkDeclineCode: refusalCode,
    ...results,
  });
}

/** Worldpay names only risks, so a part without a name has matched. */
function avsOf(address: string | undefined, postalCode: string | undefined) {
  if (address === undefined && postalCode === undefined) return undefined;
  if (address === "notMatched" && postalCode === "notMatched") return "no_match";
  if (address === "notMatched") return postalCode === undefined ? "postal_code_only" : "no_match";
  if (postalCode === "notMatched") return address === undefined ? "address_only" : "no_match";
  return "not_checked";
}
