import { cardCapabilities } from "#contract/connectors/card-capabilities";
import { OutgoingCallFailed } from "../../../platform/outgoing-http.ts";
import {
  type Exchange,
  outcomeWithoutResponse,
  problemOf,
  type VendorResponse,
} from "../../kit/exchange.ts";
import type {
  ChargeOutcome,
  RefundOrder,
  RefundOutcome,
  ReversalOutcome,
} from "../card-processor.ts";
import { type CardConnector, type Deadlines, healthDeadlineMs } from "../kit/card-connector.ts";
import { minorOfDecimal } from "../kit/decimal-amount.ts";
import { shortReference } from "../kit/short-reference.ts";
import type { AuthorizeNetSettings } from "./authorize-net-settings.ts";
import { readNotice } from "./read-notice.ts";
import { chargedNothing, isAboutCredentials } from "./reason-codes.ts";
import { referenceLength, refundRequest, saleRequest, voidRequest } from "./requests.ts";
import {
  bodyOf,
  type Details,
  detailsResponse,
  nameOf,
  plainResponse,
  readSale,
  readTransaction,
  type Summary,
} from "./responses.ts";
import { type Ask, search } from "./search.ts";
import { settledBatches } from "./settled-batches.ts";
import {
  chargedMinor,
  chargeOutcomeOf,
  isOpen,
  isRefund,
  refundOutcomeOf,
  voidIdOf,
  voidOutcomeOf,
} from "./transaction-status.ts";

/** Codes of refunds that came before the charge had settled. */
const tooEarly: ReadonlySet<string> = new Set(["50", "54"]);

/** The deadline is long: a batch's page has many transactions, and no customer waits for it. */
const reportDeadlineMs = 60_000;

interface Problem {
  readonly reason: string;
}

/**
 * Authorize.Net: `createTransactionRequest` for charges, voids and refunds, reporting calls for look-ups. `refId` and
 * `invoiceNumber` have our reference, a short form of the key. docs/connectors/authorize-net.md says what is proven.
 *
 * The API has no idempotency, so a charge with a lost response is only looked up.
 */
export function authorizeNetConnector(
  settings: AuthorizeNetSettings,
  { chargeDeadlineMs, lookUpDeadlineMs }: Deadlines,
): CardConnector {
  const { apiLoginId: name, transactionKey, signatureKey, currency } = settings;

  const call = (request: string, body: object, deadlineMs: number, maxBytes?: number) => ({
    method: "POST" as const,
    path: "/xml/v1/request.api",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      [request]: { merchantAuthentication: { name, transactionKey }, ...body },
    }),
    deadlineMs,
    ...(maxBytes === undefined ? {} : { maxBytes }),
  });
  const ask: Ask = (request, body, maxBytes) => call(request, body, lookUpDeadlineMs, maxBytes);
  const transact = (refId: string, transactionRequest: object) =>
    call("createTransactionRequest", { refId, transactionRequest }, chargeDeadlineMs);
  const referenceOf = (key: string) => shortReference(key, referenceLength);

  function* details(transId: string): Exchange<Details | Problem> {
    const response = yield ask("getTransactionDetailsRequest", { transId });
    const parsed = detailsResponse.safeParse(bodyOf(response));
    const isRead = parsed.success && parsed.data.messages.resultCode === "Ok";
    return isRead && parsed.data.transaction.transId === transId
      ? parsed.data.transaction
      : { reason: problemOf(response) };
  }

  function* find(fits: (row: Summary) => boolean): Exchange<Details | Problem | null> {
    const found = yield* search(ask, fits);
    if (found.type === "open") return { reason: found.reason };
    const [row, ...others] = found.rows;
    if (!row) return null;
    return others.length > 0 ? { reason: "several_transactions" } : yield* details(row.transId);
  }

  return {
    capabilities: cardCapabilities["authorize-net"],
    referenceOf,

    *charge(request, key): Exchange<ChargeOutcome> {
      if (request.currency !== currency) {
        return { type: "rejected", reason: "currency_not_supported" };
      }
      const reference = request.reference ?? referenceOf(key);
      const response = yield transact(reference, saleRequest(request, reference, settings));
      if (response instanceof OutgoingCallFailed) return outcomeWithoutResponse(response);
      return readSale(response, reference, request);
    },

    *lookUp(key, expected): Exchange<ChargeOutcome> {
      const reference = expected.reference ?? referenceOf(key);
      const found = yield* find((row) => row.invoiceNumber === reference && !isRefund(row));
      if (found === null) return { type: "not_found" };
      if ("reason" in found) return { type: "unknown", reason: found.reason };
      return chargeOutcomeOf(found, currency, expected);
    },

    *reverse(chargeId, key): Exchange<ReversalOutcome> {
      const charge = yield* details(chargeId);
      if ("reason" in charge) return { type: "unknown", reason: charge.reason };
      if (charge.transactionStatus === "voided") {
        return { type: "reversed", reversalId: voidIdOf(chargeId) };
      }
      if (isOpen(charge)) {
        const response = yield transact(referenceOf(key), voidRequest(chargeId));
        return reversalOf(response, voidIdOf(chargeId));
      }
      const amountMinor = chargedMinor(charge, currency);
      const cardNumber = lastFourOf(charge);
      if (
        charge.transactionStatus !== "settledSuccessfully" ||
        amountMinor === null ||
        !cardNumber
      ) {
        return { type: "unknown", reason: "not_reversible" };
      }
      const reference = referenceOf(key);
      const known = yield* search(ask, (row) => row.invoiceNumber === reference && isRefund(row));
      if (known.type === "open") return { type: "unknown", reason: known.reason };
      const [firstRow] = known.rows;
      if (firstRow) return { type: "reversed", reversalId: firstRow.transId };
      // More than was charged cannot be returned, so a repeat returns nothing.
      const order = { amountMinor, currency, cardNumber, reference };
      return reversalOf(yield transact(reference, refundRequest(chargeId, order)), null);
    },

    *refund(order, key): Exchange<RefundOutcome> {
      const charge = yield* details(order.chargeId);
      // Nothing was sent yet. The caller looks up an earlier try.
      if ("reason" in charge) return { type: "unreached" };
      const voided = voidOutcomeOf(charge, currency, order);
      if (voided) return voided;
      if (order.currency !== currency) return { type: "rejected", code: "charge_not_refundable" };
      const isWhole = chargedMinor(charge, currency) === order.amountMinor;
      switch (charge.transactionStatus) {
        case "capturedPendingSettlement":
          // A part can be returned only after settlement, within a day; nothing is sent before.
          return isWhole
            ? yield* refundByVoid(order, key)
            : { type: "unreached", waitsFor: "not_settled" };
        case "settledSuccessfully":
          return yield* refundSettled(charge, order, key);
        default:
          return { type: "rejected", code: "charge_not_refundable" };
      }
    },

    *lookUpRefund(key, expected): Exchange<RefundOutcome> {
      const charge = yield* details(expected.chargeId);
      if ("reason" in charge) return { type: "unknown", reason: charge.reason };
      const voided = voidOutcomeOf(charge, currency, expected);
      if (voided) return voided;
      const reference = referenceOf(key);
      let hasDoubt = false;
      const found = yield* find((row) => {
        if (row.invoiceNumber === reference) return true;
        hasDoubt ||= couldBeRefund(row, charge, expected.amountMinor);
        return false;
      });
      if (found === null) {
        return hasDoubt
          ? { type: "unknown", reason: "refund_without_reference" }
          : { type: "not_found" };
      }
      if ("reason" in found) return { type: "unknown", reason: found.reason };
      return refundOutcomeOf(found, currency, expected);
    },

    // biome-ignore lint/correctness/useYield: there is nothing to ask
    *answerDispute() {
      return { type: "rejected", code: "disputes_not_supported" };
    },

    // biome-ignore lint/correctness/useYield: there is nothing to ask
    *lookUpAnswer() {
      return { type: "not_found" };
    },

    settledBatches: (query) =>
      settledBatches(
        (request, body, maxBytes) => call(request, body, reportDeadlineMs, maxBytes),
        currency,
        query,
      ),

    ...(signatureKey === undefined
      ? {}
      : { readNotice: (received) => readNotice(signatureKey, received) }),

    *isHealthy() {
      const response = yield call("authenticateTestRequest", {}, healthDeadlineMs);
      const parsed = plainResponse.safeParse(bodyOf(response));
      return parsed.success && parsed.data.messages.resultCode === "Ok";
    },
  };

  function* refundByVoid(order: RefundOrder, key: string): Exchange<RefundOutcome> {
    const response = yield transact(referenceOf(key), voidRequest(order.chargeId));
    return refundOf(response, "void", voidIdOf(order.chargeId));
  }

  /** Refunds a settled charge. This needs the card's last four digits, which only the transaction has. */
  function* refundSettled(
    charge: Details,
    order: RefundOrder,
    key: string,
  ): Exchange<RefundOutcome> {
    const { chargeId, amountMinor } = order;
    const cardNumber = lastFourOf(charge);
    if (!cardNumber) return { type: "rejected", code: "charge_not_refundable" };
    const reference = referenceOf(key);
    const response = yield transact(
      reference,
      refundRequest(chargeId, { amountMinor, currency, cardNumber, reference }),
    );
    const reply = readTransaction(response);
    const isTooEarly = reply.type === "error" && tooEarly.has(reply.reason);
    const isWhole = chargedMinor(charge, currency) === amountMinor;
    return isTooEarly && isWhole
      ? yield* refundByVoid(order, key)
      : refundOf(response, "refund", null);
  }

  /** Whether a listed refund could be this one, if the API did not keep our reference with it. */
  function couldBeRefund(row: Summary, charge: Details, amountMinor: number): boolean {
    const { invoiceNumber = "", accountNumber, settleAmount = "" } = row;
    const isOther = invoiceNumber !== "" && invoiceNumber !== charge.order?.invoiceNumber;
    const isSameCard = accountNumber === charge.payment?.creditCard?.cardNumber;
    const minor = minorOfDecimal(settleAmount, currency);
    return (
      isRefund(row) && !isOther && isSameCard && Math.abs(minor ?? amountMinor) === amountMinor
    );
  }
}

function lastFourOf({ payment }: Details): string | null {
  return /\d{4}$/.exec(payment?.creditCard?.cardNumber ?? "")?.[0] ?? null;
}

function refundOf(
  response: VendorResponse,
  kind: "void" | "refund",
  refundId: string | null,
): RefundOutcome {
  if (response instanceof OutgoingCallFailed) return outcomeWithoutResponse(response);
  const reply = readTransaction(response);
  switch (reply.type) {
    case "unknown":
      return reply;
    case "refused":
      return isAboutCredentials(reply.code)
        ? { type: "credentials_refused", reason: nameOf(reply.code) }
        : { type: "rejected", code: "refund_refused" };
    case "declined":
      return { type: "rejected", code: "refund_declined" };
    case "error":
      return refundErrorOf(reply.reason);
    default:
      if (reply.transId === null) return { type: "unknown", reason: "malformed" };
      return {
        type: reply.type === "held" ? "pending" : "success",
        refundId: refundId ?? reply.transId,
        kind,
        arn: null,
      };
  }
}

/** 55: more than is left. 16, 50, 54: too early, or no such transaction. 13: our account. */
function refundErrorOf(code: string): RefundOutcome {
  if (code === "55") return { type: "rejected", code: "refund_exceeds_charge" };
  if (code === "16" || tooEarly.has(code)) {
    return { type: "rejected", code: "charge_not_refundable" };
  }
  if (code === "13") return { type: "credentials_refused", reason: nameOf(code) };
  return chargedNothing.has(code)
    ? { type: "rejected", code: "refund_refused" }
    : { type: "unknown", reason: nameOf(code) };
}

function reversalOf(response: VendorResponse, reversalId: string | null): ReversalOutcome {
  const reply = readTransaction(response);
  if (reply.type === "approved" && reply.transId !== null) {
    return { type: "reversed", reversalId: reversalId ?? reply.transId };
  }
  return { type: "unknown", reason: "reason" in reply ? reply.reason : problemOf(response) };
}
