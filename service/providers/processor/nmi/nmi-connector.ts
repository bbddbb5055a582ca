import { cardCapabilities } from "#contract/connectors/card-capabilities";
import { minorDigits, toDecimalText } from "#contract/money";
import { OutgoingCallFailed } from "../../../platform/outgoing-http.ts";
import {
  type Call,
  type Exchange,
  outcomeWithoutResponse,
  problemOf,
  type VendorResponse,
} from "../../kit/exchange.ts";
import type { ChargeOutcome, RefundOutcome, ReversalOutcome } from "../card-processor.ts";
import { type CardConnector, type Deadlines, healthDeadlineMs } from "../kit/card-connector.ts";
import { accountFields, chargeFields, type Fields } from "./charge-form.ts";
import type { NmiSettings } from "./nmi-settings.ts";
import { type QueriedTransaction, transactionsOf } from "./query-response.ts";
import { readNotice } from "./read-notice.ts";
import {
  isDone,
  paymentResponseOf,
  readChargeResponse,
  readRefundResponse,
} from "./read-response.ts";
import { settledBatches } from "./settled-batches.ts";
import {
  chargedMinor,
  chargeOutcomeOf,
  hasRefund,
  refundOutcomeOf,
  voidIdOf,
  voidOutcomeOf,
} from "./transaction-outcome.ts";

/** The deadline is long: a report's page has many transactions, and no customer waits for it. */
const reportDeadlineMs = 60_000;

interface Problem {
  readonly reason: string;
}

/**
 * NMI: Payment API (`transact.php`) for charges, voids and refunds, Query API (`query.php`) for look-ups. Our key is
 * the order id. docs/connectors/nmi.md says what is proven.
 *
 * The gateway has no idempotency, so a charge with a lost response is only looked up.
 */
export function nmiConnector(
  settings: NmiSettings,
  { chargeDeadlineMs, lookUpDeadlineMs }: Deadlines,
): CardConnector {
  const { securityKey, signingKey, processorId, chargebackCurrency = "USD" } = settings;
  const send = (path: string, fields: Fields, deadlineMs: number, maxBytes?: number): Call => {
    const form = new URLSearchParams({ security_key: securityKey });
    for (const [name, value] of Object.entries(fields)) {
      if (value !== undefined) form.set(name, value);
    }
    return {
      method: "POST",
      path,
      headers: { "content-type": "application/x-www-form-urlencoded;charset=UTF-8" },
      body: form.toString(),
      deadlineMs,
      ...(maxBytes === undefined ? {} : { maxBytes }),
    };
  };
  const pay = (fields: Fields) => send("/api/transact.php", fields, chargeDeadlineMs);
  const query = (fields: Fields, deadlineMs = lookUpDeadlineMs) =>
    send("/api/query.php", fields, deadlineMs);

  /** The transactions with this order, whatever else the gateway lists. */
  function* byOrder(order: string): Exchange<readonly QueriedTransaction[] | Problem> {
    const response = yield query({ order_id: order });
    const transactions = readQuery(response);
    return transactions
      ? transactions.filter(({ orderId }) => orderId === order)
      : { reason: problemOf(response) };
  }

  function* byId(chargeId: string): Exchange<QueriedTransaction | Problem> {
    const response = yield query({ transaction_id: chargeId });
    const transactions = readQuery(response)?.filter(
      ({ transactionId }) => transactionId === chargeId,
    );
    const [charge, ...others] = transactions ?? [];
    return charge && others.length === 0 ? charge : { reason: problemOf(response) };
  }

  return {
    capabilities: cardCapabilities.nmi,

    *charge(request, key): Exchange<ChargeOutcome> {
      if (minorDigits(request.currency) !== cardCapabilities.nmi.currencyDigits) {
        return { type: "rejected", reason: "currency_not_supported" };
      }
      const response = yield pay(chargeFields(request, key, settings));
      if (response instanceof OutgoingCallFailed) return outcomeWithoutResponse(response);
      return readChargeResponse(response, key, request);
    },

    *lookUp(key, expected): Exchange<ChargeOutcome> {
      const found = yield* byOrder(key);
      if ("reason" in found) return { type: "unknown", reason: found.reason };
      return chargeOutcomeOf(found, expected);
    },

    *reverse(chargeId, key): Exchange<ReversalOutcome> {
      const charge = yield* byId(chargeId);
      if ("reason" in charge) return { type: "unknown", reason: charge.reason };
      switch (charge.condition) {
        case "canceled":
          return { type: "reversed", reversalId: voidIdOf(chargeId) };
        case "pendingsettlement":
          return readReversal(yield pay({ type: "void", transactionid: chargeId }), chargeId);
        case "complete":
          return yield* refundAll(charge, key);
        default:
          return { type: "unknown", reason: "not_reversible" };
      }
    },

    *refund(order, key): Exchange<RefundOutcome> {
      const { chargeId, amountMinor, currency } = order;
      const charge = yield* byId(chargeId);
      // Nothing was sent yet. The caller looks up an earlier try.
      if ("reason" in charge) return { type: "unreached" };
      const voided = voidOutcomeOf(charge, order);
      if (voided) return voided;
      const isOpen = charge.condition === "pendingsettlement";
      if (!isOpen && charge.condition !== "complete") {
        return { type: "rejected", code: "charge_not_refundable" };
      }
      if (charge.currency !== currency) return { type: "rejected", code: "charge_not_refundable" };
      const isWhole = chargedMinor(charge) === amountMinor && !hasRefund(charge);
      const kind = isOpen && isWhole ? "void" : "refund";
      const response = yield pay(
        kind === "void"
          ? { type: "void", transactionid: chargeId }
          : {
              type: "refund",
              transactionid: chargeId,
              amount: toDecimalText(amountMinor, currency),
              orderid: key,
              ...accountFields(settings),
            },
      );
      if (response instanceof OutgoingCallFailed) return outcomeWithoutResponse(response);
      return readRefundResponse(response, kind, kind === "void" ? voidIdOf(chargeId) : null);
    },

    /**
     * Nothing proves that a query finds a refund by our order id, and a refund sent twice returns money twice. So an
     * unlisted refund is `not_found` only while at most a void can have been sent.
     */
    *lookUpRefund(key, expected): Exchange<RefundOutcome> {
      const found = yield* byOrder(key);
      if ("reason" in found) return { type: "unknown", reason: found.reason };
      const refund = refundOutcomeOf(found, expected);
      if (refund) return refund;
      const charge = yield* byId(expected.chargeId);
      if ("reason" in charge) return { type: "unknown", reason: charge.reason };
      const voided = voidOutcomeOf(charge, expected);
      if (voided) return voided;
      const wouldBeVoid =
        charge.condition === "pendingsettlement" &&
        chargedMinor(charge) === expected.amountMinor &&
        charge.currency === expected.currency &&
        !hasRefund(charge);
      return wouldBeVoid ? { type: "not_found" } : { type: "unknown", reason: "refund_not_listed" };
    },

    // biome-ignore lint/correctness/useYield: there is nothing to ask
    *answerDispute() {
      return { type: "rejected", code: "disputes_not_supported" };
    },

    // biome-ignore lint/correctness/useYield: there is nothing to ask
    *lookUpAnswer() {
      return { type: "not_found" };
    },

    settledBatches: (batchQuery) =>
      settledBatches(
        {
          query: (fields, maxBytes) => send("/api/query.php", fields, reportDeadlineMs, maxBytes),
          read: readQuery,
          processorId,
        },
        batchQuery,
      ),

    ...(signingKey === undefined
      ? {}
      : { readNotice: (received) => readNotice(signingKey, chargebackCurrency, received) }),

    /** NMI has no health call. An answered query shows that the API is up and our key works. */
    *isHealthy() {
      const response = yield query({ order_id: "health" }, healthDeadlineMs);
      return readQuery(response) !== null;
    },
  };

  /** Returns a settled charge. The gateway refuses to return more than it charged, so a repeat returns nothing. */
  function* refundAll(charge: QueriedTransaction, key: string): Exchange<ReversalOutcome> {
    const { transactionId: chargeId, currency } = charge;
    const amountMinor = chargedMinor(charge);
    if (amountMinor === null) return { type: "unknown", reason: "malformed" };
    const found = yield* byOrder(key);
    if ("reason" in found) return { type: "unknown", reason: found.reason };
    const known = refundOutcomeOf(found, { chargeId, amountMinor, currency });
    if (known?.type === "success") return { type: "reversed", reversalId: known.refundId };
    if (known && known.type !== "failed") return { type: "unknown", reason: "refund_open" };
    const response = yield pay({
      type: "refund",
      transactionid: chargeId,
      amount: toDecimalText(amountMinor, currency),
      orderid: key,
      ...accountFields(settings),
    });
    return readReversal(response, null);
  }
}

function readQuery(response: VendorResponse): readonly QueriedTransaction[] | null {
  if (response instanceof OutgoingCallFailed || response.statusCode !== 200) return null;
  return transactionsOf(response.text);
}

/** `voidedId`: the voided charge; null for a refund, which has its own id. */
function readReversal(response: VendorResponse, voidedId: string | null): ReversalOutcome {
  if (response instanceof OutgoingCallFailed) return { type: "unknown", reason: response.code };
  const found = paymentResponseOf(response);
  const kind = voidedId === null ? "refund" : "void";
  if (!found || !isDone(found, kind)) return { type: "unknown", reason: problemOf(response) };
  return {
    type: "reversed",
    reversalId: voidedId === null ? found.transactionId : voidIdOf(voidedId),
  };
}
