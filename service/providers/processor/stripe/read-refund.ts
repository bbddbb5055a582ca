import type { OutgoingResponse } from "../../../platform/outgoing-http.ts";
import { parseJson } from "../../connector-responses.ts";
import type { ExpectedRefund, RefundOutcome } from "../card-processor.ts";
import { keyName } from "./payment-forms.ts";
import { refusalOf } from "./read-payment.ts";
import { refund, type StripeRefund } from "./stripe-objects.ts";

/** Stripe's codes in the words of contract/refund-failures.ts. Others stay as they are. */
const failureCodes: Readonly<Record<string, string>> = {
  charge_already_refunded: "refund_exceeds_charge",
  amount_too_large: "refund_exceeds_charge",
  charge_disputed: "charge_disputed",
  charge_for_pending_refund_disputed: "charge_disputed",
  expired_or_canceled_card: "card_closed",
  lost_or_stolen_card: "card_closed",
  balance_insufficient: "insufficient_funds",
  resource_missing: "charge_not_refundable",
};

export function readRefundResponse(
  response: OutgoingResponse,
  key: string,
  expected: ExpectedRefund,
): RefundOutcome {
  if (response.statusCode === 200) {
    const parsed = refund.safeParse(parseJson(response.text));
    return parsed.success && parsed.data.metadata?.[keyName] === key
      ? refundOutcomeOf(parsed.data, expected)
      : { type: "unknown", reason: "malformed" };
  }
  const refusal = refusalOf(response);
  if (refusal === null) return { type: "unknown", reason: `status_${response.statusCode}` };
  const areCredentialsRefused = response.statusCode === 401 || response.statusCode === 403;
  return areCredentialsRefused
    ? { type: "credentials_refused", reason: refusal }
    : { type: "rejected", code: failureCodes[refusal] ?? refusal };
}

export function refundOutcomeOf(found: StripeRefund, expected: ExpectedRefund): RefundOutcome {
  const { id: refundId, amount, currency, charge, status } = found;
  const isOurs =
    charge === expected.chargeId &&
    amount === expected.amountMinor &&
    currency.toUpperCase() === expected.currency;
  if (!isOurs) return { type: "mismatch", refundId };
  const card = found.destination_details?.card;
  const kind = card?.type === "reversal" ? "void" : "refund";
  switch (status) {
    case "succeeded":
      return { type: "success", refundId, kind, arn: arnOf(card) };
    case "pending":
    case "requires_action":
      return { type: "pending", refundId, kind, arn: null };
    case "failed": {
      const code = found.failure_reason ?? "";
      const word = /^[a-z][a-z0-9_]{0,63}$/.test(code) ? code : "refund_failed";
      return { type: "failed", refundId, kind, failureCode: failureCodes[word] ?? word };
    }
    case "canceled":
      return { type: "failed", refundId, kind, failureCode: "refund_failed" };
    default:
      return { type: "unknown", reason: "unknown_outcome" };
  }
}

function arnOf(card: NonNullable<StripeRefund["destination_details"]>["card"]): string | null {
  if (card?.reference_type !== "acquirer_reference_number") return null;
  const arn = card.reference ?? "";
  return /^[A-Za-z0-9]{1,40}$/.test(arn) ? arn : null;
}
