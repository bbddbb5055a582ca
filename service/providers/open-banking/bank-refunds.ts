import {
  bankRefund,
  paymentLookUpScope,
  refundsSupported,
  type BankRefundOrder as WireRefundOrder,
} from "#contract/connectors/open-banking";
import { toDecimalText } from "#contract/money";
import { OutgoingCallFailed, type OutgoingResponse } from "../../platform/outgoing-http.ts";
import type { BankOAuth } from "../bank-oauth/index.ts";
import { errorCodeOf, parseJson } from "../connector-responses.ts";
import type {
  BankRefundOrder,
  BankRefundOutcome,
  OpenBankingProvider,
} from "./open-banking-provider.ts";

/** Refunds of a bank that speaks contract/connectors/open-banking.ts. */
export function bankRefunds(
  bank: BankOAuth,
  deadlines: { readonly payDeadlineMs: number; readonly lookUpDeadlineMs: number },
): Pick<OpenBankingProvider, "refund" | "lookUpRefund"> {
  return {
    async refund({ key, order }) {
      // Fetching metadata or a token moves no money, so a failure here sent nothing.
      const prepared = await prepare(bank);
      if ("outcome" in prepared) return prepared.outcome;
      try {
        const response = await bank.call({
          method: "POST",
          path: `/payments/${encodeURIComponent(order.bankPaymentId)}/refunds`,
          accessToken: prepared.accessToken,
          idempotencyKey: key,
          body: onTheWire(order),
          deadlineMs: deadlines.payDeadlineMs,
        });
        const { statusCode } = response;
        if (statusCode === 200 || statusCode === 201) return read(response, order);
        if (statusCode === 401) return { type: "credentials_refused" };
        // 409, 429 and 5xx leave the outcome unknown.
        return [400, 403, 404, 422].includes(statusCode)
          ? { type: "refused", reason: errorCodeOf(response) ?? `status_${statusCode}` }
          : { type: "unknown", reason: `status_${statusCode}` };
      } catch (error) {
        if (error instanceof OutgoingCallFailed && error.sent === "no") {
          return { type: "unreached" };
        }
        return failed(error);
      }
    },

    async lookUpRefund({ key, order }) {
      try {
        const response = await bank.call({
          method: "GET",
          path: `/refunds/by-key/${encodeURIComponent(key)}`,
          accessToken: await bank.ownToken(paymentLookUpScope),
          deadlineMs: deadlines.lookUpDeadlineMs,
        });
        if (response.statusCode === 200) return read(response, order);
        return response.statusCode === 404 && errorCodeOf(response) === "refund_not_found"
          ? { type: "not_found" }
          : { type: "unknown", reason: `status_${response.statusCode}` };
      } catch (error) {
        return failed(error);
      }
    },
  };
}

/** Gets the access token for a refund; an outcome if the refund cannot be sent. */
async function prepare(
  bank: BankOAuth,
): Promise<{ readonly accessToken: string } | { readonly outcome: BankRefundOutcome }> {
  try {
    const isOffered = (await bank.metadata(refundsSupported)) === true;
    if (!isOffered) return { outcome: { type: "not_offered" } };
    return { accessToken: await bank.ownToken(paymentLookUpScope) };
  } catch {
    return { outcome: { type: "unreached" } };
  }
}

function onTheWire(order: BankRefundOrder): WireRefundOrder {
  const { amountMinor, currency, reference, endToEndId } = order;
  return {
    instructedAmount: { currency, amount: toDecimalText(amountMinor, currency) },
    remittanceInformation: reference,
    endToEndIdentification: endToEndId,
  };
}

/** The outcome that a response reports; `unknown` if it is about another refund. */
function read(response: OutgoingResponse, order: BankRefundOrder): BankRefundOutcome {
  const parsed = bankRefund.safeParse(parseJson(response.text));
  if (!parsed.success) return { type: "unknown", reason: "malformed" };
  const { refundId: bankRefundId, status, statusReason } = parsed.data;
  const sent = onTheWire(order);
  const isOurs =
    parsed.data.paymentId === order.bankPaymentId &&
    parsed.data.endToEndIdentification === sent.endToEndIdentification &&
    parsed.data.instructedAmount.amount === sent.instructedAmount.amount &&
    parsed.data.instructedAmount.currency === sent.instructedAmount.currency;
  if (!isOurs) return { type: "unknown", reason: "another_refund" };
  switch (status) {
    case "ACSC":
      return { type: "settled", bankRefundId };
    case "RJCT":
      return { type: "rejected", bankRefundId, reason: statusReason ?? "" };
    default:
      return { type: "accepted", bankRefundId };
  }
}

function failed(error: unknown): BankRefundOutcome {
  const code = (error as { code?: unknown } | null)?.code;
  return { type: "unknown", reason: typeof code === "string" ? code : "failed" };
}
