import { toDecimalText } from "#contract/money";
import { OutgoingCallFailed } from "../../../platform/outgoing-http.ts";
import { type Exchange, outcomeWithoutResponse } from "../../kit/exchange.ts";
import {
  isOfAnother,
  readTrustly,
  singleTransaction,
  type TrustlySettings,
  transactionsOf,
  transactionType,
  trustlyCalls,
} from "../../trustly/index.ts";
import type { BankRefundOrder, BankRefundOutcome } from "../open-banking-provider.ts";
import { refusalOf } from "./trustly-captures.ts";
import { outcomeOfRefund } from "./trustly-outcomes.ts";

interface AskedRefund {
  readonly key: string;
  readonly order: BankRefundOrder;
}

/**
 * Sends a capture or a part of it back. Trustly does not check the reference, so a second request is a second refund.
 */
export function* refund(
  settings: TrustlySettings,
  { key, order }: AskedRefund,
  deadlineMs: number,
): Exchange<BankRefundOutcome> {
  const { bankPaymentId, amountMinor, currency } = order;
  const response = yield trustlyCalls(settings).postForm(
    `/transactions/${encodeURIComponent(bankPaymentId)}/refund`,
    { merchantReference: key, amount: toDecimalText(amountMinor, currency) },
    deadlineMs,
  );
  if (response instanceof OutgoingCallFailed) return outcomeWithoutResponse(response);
  if (response.statusCode === 401) return { type: "credentials_refused" };
  const refusal = refusalOf(response);
  if (refusal) return refusedRefund(refusal);
  const read = readTrustly(response, singleTransaction);
  return "problem" in read
    ? { type: "unknown", reason: read.problem }
    : outcomeOfRefund(read.data, { key, order });
}

/** Our credentials (300, 375) or our balance (331): the refund can work later. */
function refusedRefund({ reason, codes }: NonNullable<ReturnType<typeof refusalOf>>) {
  if (codes.some((code) => code === "300" || code === "375")) {
    return { type: "credentials_refused" } as const;
  }
  return codes.includes("331")
    ? ({ type: "not_now", reason: "balance_too_low" } as const)
    : ({ type: "refused", reason } as const);
}

/** Finds the refund with our key among the transactions of the capture's payment. */
export function* lookUpRefund(
  settings: TrustlySettings,
  { key, order }: AskedRefund,
  deadlineMs: number,
): Exchange<BankRefundOutcome> {
  const { bankPaymentId } = order;
  const path = `/transactions/${encodeURIComponent(bankPaymentId)}`;
  const captured = readTrustly(
    yield trustlyCalls(settings).get(path, deadlineMs),
    singleTransaction,
  );
  if ("problem" in captured) return { type: "unknown", reason: captured.problem };
  if (captured.data.transactionId !== bankPaymentId) {
    return { type: "unknown", reason: "another_payment" };
  }
  const found = yield* transactionsOf(settings, captured.data.payment.paymentId, deadlineMs);
  if ("problem" in found) return { type: "unknown", reason: found.problem };
  if (!found.data.some(({ transactionId }) => transactionId === bankPaymentId)) {
    return { type: "unknown", reason: "incomplete_list" };
  }
  const [first, ...more] = found.data.filter(
    (each) => each.transactionType === transactionType.refund && each.merchantReference === key,
  );
  if (more.length > 0) return { type: "unknown", reason: "two_refunds" };
  if (first) return outcomeOfRefund(first, { key, order });
  // Trustly pays a second request again, so a refund is missing only if nothing in the list could be it.
  return found.data.every((each) => each.transactionId === bankPaymentId || isOfAnother(each, key))
    ? { type: "not_found" }
    : { type: "unknown", reason: "unexplained_transaction" };
}
