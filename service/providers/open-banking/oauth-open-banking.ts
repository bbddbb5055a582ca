import {
  type BankPayment,
  bankPayment,
  openBankingScope,
  type PaymentOrder,
  paymentDetail,
  paymentLookUpScope,
} from "#contract/connectors/open-banking";
import { toDecimalText } from "#contract/money";
import { OutgoingCallFailed, type OutgoingResponse } from "../../platform/outgoing-http.ts";
import { type BankConnection, createBankOAuth } from "../bank-oauth/index.ts";
import { parseJson } from "../connector-responses.ts";
import { bankRefunds } from "./bank-refunds.ts";
import type {
  BankOrder,
  BankPaymentOutcome,
  OpenBankingProvider,
} from "./open-banking-provider.ts";
import { reasonOf } from "./rejection-reasons.ts";

/** A provider for a bank that speaks contract/connectors/open-banking.ts. */
export function createOAuthOpenBanking(
  connection: BankConnection,
  deadlines: { readonly payDeadlineMs: number; readonly lookUpDeadlineMs: number },
): OpenBankingProvider {
  const bank = createBankOAuth(connection);
  return {
    ...bankRefunds(bank, deadlines),
    begin: ({ state, returnUrl, language, order }) =>
      bank.begin({
        state,
        returnUrl,
        language,
        scope: openBankingScope,
        authorizationDetails: [{ type: "payment_initiation", ...onTheWire(order) }],
      }),

    async finish({ order, ...returned }) {
      const exchanged = await bank.exchange(returned);
      if (exchanged.type !== "exchanged") return exchanged;
      const details: unknown[] = Array.isArray(exchanged.authorizationDetails)
        ? exchanged.authorizationDetails
        : [];
      const [agreed] = details.map((each) => paymentDetail.safeParse(each));
      // The customer must have agreed to exactly this payment, and no other.
      return details.length === 1 && agreed?.success && isSameOrder(agreed.data, order)
        ? { type: "authorised", accessToken: exchanged.accessToken }
        : { type: "failed", reason: "another_payment_agreed" };
    },

    async pay({ accessToken, key, order }) {
      try {
        const response = await bank.call({
          method: "POST",
          path: "/payments",
          accessToken,
          idempotencyKey: key,
          body: onTheWire(order),
          deadlineMs: deadlines.payDeadlineMs,
        });
        const { statusCode } = response;
        if (statusCode === 200 || statusCode === 201) return read(response, order);
        // This call ordered nothing. 409 and 5xx leave it unknown.
        return [400, 401, 403, 422].includes(statusCode)
          ? { type: "not_taken", reason: `status_${statusCode}` }
          : { type: "unknown", reason: `status_${statusCode}` };
      } catch (error) {
        return failed(error);
      }
    },

    async lookUp({ key, order }) {
      try {
        const response = await bank.call({
          method: "GET",
          path: `/payments/by-key/${encodeURIComponent(key)}`,
          accessToken: await bank.ownToken(paymentLookUpScope),
          deadlineMs: deadlines.lookUpDeadlineMs,
        });
        if (response.statusCode === 200) return read(response, order);
        return response.statusCode === 404 && errorCode(response) === "payment_not_found"
          ? { type: "not_found" }
          : { type: "unknown", reason: `status_${response.statusCode}` };
      } catch (error) {
        return failed(error);
      }
    },
  };
}

function onTheWire(order: BankOrder): PaymentOrder {
  const { amountMinor, currency, payee, reference, endToEndId } = order;
  return {
    instructedAmount: { currency, amount: toDecimalText(amountMinor, currency) },
    creditorName: payee,
    remittanceInformation: reference,
    endToEndIdentification: endToEndId,
  };
}

function isSameOrder(reported: PaymentOrder, order: BankOrder): boolean {
  const sent = onTheWire(order);
  return (
    reported.instructedAmount.amount === sent.instructedAmount.amount &&
    reported.instructedAmount.currency === sent.instructedAmount.currency &&
    reported.creditorName === sent.creditorName &&
    reported.remittanceInformation === sent.remittanceInformation &&
    reported.endToEndIdentification === sent.endToEndIdentification
  );
}

/** A response about another payment proves neither that money moved nor that it did not. */
function read(response: OutgoingResponse, order: BankOrder): BankPaymentOutcome {
  const payment = parse(response.text);
  if (!payment) return { type: "unknown", reason: "malformed" };
  if (!isSameOrder(payment, order)) return { type: "unknown", reason: "another_payment" };
  const known = { bankPaymentId: payment.paymentId, account: payment.debtor };
  switch (payment.status) {
    case "ACSC":
      return { type: "settled", ...known };
    case "RJCT":
      return { type: "rejected", ...known, reason: reasonOf(payment.statusReason) };
    default:
      return { type: "accepted", ...known };
  }
}

function parse(text: string): BankPayment | null {
  const parsed = bankPayment.safeParse(parseJson(text));
  return parsed.success ? parsed.data : null;
}

/** Banks can leave out the rest of an error. */
function errorCode(response: OutgoingResponse): unknown {
  return (parseJson(response.text) as { error?: { code?: unknown } } | null | undefined)?.error
    ?.code;
}

function failed(error: unknown): BankPaymentOutcome {
  const code = (error as { code?: unknown } | null)?.code;
  if (error instanceof OutgoingCallFailed) return { type: "unknown", reason: error.code };
  return { type: "unknown", reason: typeof code === "string" ? code : "failed" };
}
