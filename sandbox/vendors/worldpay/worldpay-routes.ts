import { createHash } from "node:crypto";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { isLuhnValid } from "../../catalogue/luhn.ts";
import { faultyJson } from "../../http/faulty-response.ts";
import { parseJsonBody } from "../../http/parse-json-body.ts";
import { json, type SandboxResponse, type Silence, silence } from "../../http/response.ts";
import type { Exchange, Handler, Route } from "../../http/router.ts";
import { bookCharge } from "../../processors/book-charge.ts";
import type { BookedCharge } from "../../processors/charge-book.ts";
import { decideCharge } from "../../processors/decide-charge.ts";
import { factsOfCharge } from "../../processors/facts-of-charge.ts";
import { acquirerReferenceNumber, planRefund } from "../../processors/plan-refund.ts";
import type { ProcessorParts } from "../../processors/processor-routes.ts";
import { settleCharge } from "../../processors/settle-charge.ts";
import { announcing, type VendorWebhooks } from "../kit/vendor-webhooks.ts";
import { worldpayEvents } from "./worldpay-webhooks.ts";
import {
  chargeOf,
  partialRefundRequest,
  paymentOnTheWire,
  paymentRequest,
  refusalCodes,
} from "./worldpay-wire.ts";

const base = "/vendors/worldpay";
const name = "worldpay";
const profile = {
  name,
  settles: "at_once",
  chargeId: (sequence: number, entropy: string) =>
    `pay${entropy}${String(sequence).padStart(12, "0")}`,
} as const;

/**
 * The part of Worldpay Access that the connector uses, with the test cards, books and faults of the sandbox's own
 * processors. Like Worldpay, it has no idempotency: each request with a new body is a new payment.
 */
export function worldpayRoutes(parts: ProcessorParts, webhooks: VendorWebhooks): Route[] {
  const { deps, book, refunds, faults } = parts;
  const events = worldpayEvents(parts, webhooks);

  function charge(
    exchange: Exchange,
  ): Promise<SandboxResponse | Silence> | SandboxResponse | Silence {
    if (exchange.headers["wp-api-version"] !== "2024-06-01") {
      return error(400, "headerHasInvalidValue");
    }
    const parsed = parseJsonBody(paymentRequest, exchange.body);
    if (!parsed) return error(400, "bodyDoesNotMatchSchema");
    const request = chargeOf(parsed);
    const key = request.merchantReference;
    if (!isLuhnValid(request.card.number)) return error(400, "cardNumberIsNotRecognized");
    book.countRequest(name, key);
    // The books keep one charge per key: the connector must never make a second one.
    if (book.find(name, key)) return error(400, "transactionReferenceIsADuplicate");

    const decision = decideCharge(request, (proof) =>
      ["Y", "A", "U", "I"].some((transStatus) => parts.isGenuineProof({ ...proof, transStatus })),
    );
    const fault = faults.take(name, "charge", key) ?? decision.fault;
    if (fault === "silent_without_charging") return silence;
    if (fault === "error_without_charging") return error(500, "internalErrorOccurred");
    if (fault === "refused") return error(401, "accessDenied");
    const fingerprint = createHash("sha256").update(exchange.body).digest("base64url");
    const booked = bookCharge(profile, parts, { request, key, fingerprint, decision });
    const isPartial = fault === "wrong_amount" || fault === "wrong_currency";
    return faultyJson(
      deps,
      answerTo(booked, isPartial),
      isPartial ? undefined : fault,
      statusOf(booked),
    );
  }

  function answerTo(booked: BookedCharge, isPartial: boolean): Record<string, unknown> {
    const { chargeId: paymentId, idempotencyKey: transactionReference, amountMinor } = booked;
    const common = { transactionReference, paymentId };
    if (booked.status === "declined") {
      const code = refusalCodes[booked.declineCode ?? ""] ?? "5";
      const { adviceCode } = factsOfCharge(booked);
      return {
        ...common,
        outcome: "refused",
        refusalCode: code,
        refusalDescription: "REFUSED",
        ...(adviceCode && { advice: { code: adviceCode } }),
      };
    }
    if (booked.status === "unheard_of") return { ...common, outcome: booked.statusWord };
    if (booked.status === "pending") return { ...common, outcome: "authorized" };
    const amounts = {
      requested: amountMinor,
      totalAuthorized: amountMinor - 1,
      currency: booked.currency,
      partialAuthorization: true,
    };
    const { networkTransactionId, authorisationCode } = factsOfCharge(booked);
    return {
      ...common,
      outcome: "sentForSettlement",
      schemeReference: networkTransactionId,
      issuer: { authorizationCode: authorisationCode },
      ...(isPartial && { amounts }),
    };
  }

  function find(
    exchange: Exchange,
  ): SandboxResponse | Silence | Promise<SandboxResponse | Silence> {
    const reference = exchange.url.searchParams.get("transactionReference") ?? "";
    const isCheck = reference === "health";
    if (isCheck && (parts.unhealthy.has(name) || faults.take(name, "health"))) {
      return error(500, "internalErrorOccurred");
    }
    const booked = isCheck ? undefined : book.find(name, reference);
    const fault = faults.take(name, "look_up", booked?.merchantReference);
    if (fault === "silent_without_charging") return silence;
    if (fault === "error_without_charging") return error(500, "internalErrorOccurred");
    const payments = booked ? [onTheWire(booked)] : [];
    return faultyJson(deps, { _embedded: { payments } }, fault);
  }

  function query({ params }: Exchange): SandboxResponse {
    const booked = book.findById(name, params["paymentId"] ?? "");
    return booked ? json(200, onTheWire(booked)) : error(404, "paymentNotFound");
  }

  function onTheWire(booked: BookedCharge): Record<string, unknown> {
    const settled = settleCharge(book, booked, deps.now());
    return paymentOnTheWire(settled, {
      refunds: refunds.ofCharge(settled).map((refund) => refunds.settle(refund, deps.now())),
      leftMinor: settled.amountMinor - refunds.returnedMinor(settled, deps.now()),
      base: `${deps.publicUrl}${base}`,
    });
  }

  function reverse({
    params,
  }: Exchange): SandboxResponse | Silence | Promise<SandboxResponse | Silence> {
    const booked = book.findById(name, params["linkData"] ?? "");
    if (booked?.status !== "approved") return error(404, "resourceNotFound");
    const fault = faults.take(name, "reversal", booked.merchantReference);
    if (fault === "silent_without_charging") return silence;
    if (fault === "error_without_charging") return error(500, "internalErrorOccurred");
    if (refunds.returnedMinor(booked, deps.now()) > 0) return error(400, "paymentIsRefunded");
    const reversedAt = new Date(deps.now()).toISOString();
    const reversalId = `rev${deps.randomBytes(8).toString("hex")}`;
    const reversal = { reversalId, idempotencyKey: reversalId, reason: "reversal", reversedAt };
    if (!booked.reversal) book.save({ ...booked, reversal });
    return faultyJson(deps, { outcome: "sentForReversal" }, fault, 202);
  }

  function refund(
    exchange: Exchange,
  ): SandboxResponse | Silence | Promise<SandboxResponse | Silence> {
    const request = parseJsonBody(partialRefundRequest, exchange.body);
    if (!request) return error(400, "bodyDoesNotMatchSchema");
    const booked = book.findById(name, exchange.params["linkData"] ?? "");
    if (!booked) return error(404, "resourceNotFound");
    const charge = settleCharge(book, booked, deps.now());
    const { reference: key, value } = request;
    refunds.countRequest(name, key);
    const { outcome, fault: scripted } = charge.refunds ?? {
      outcome: { status: "success" as const },
    };
    const leftMinor = charge.amountMinor - refunds.returnedMinor(charge, deps.now());
    if (charge.status !== "approved" || charge.reversal || value.amount > leftMinor) {
      return error(400, "refundAmountExceedsPayment");
    }
    if (value.currency !== charge.currency) return error(400, "currencyDoesNotMatch");
    if (parts.disputes.isDisputed(charge)) return error(400, "paymentIsDisputed");
    if (outcome.status === "refused") return error(400, outcome.code);
    const fault = faults.take(name, "refund", key) ?? scripted;
    if (fault === "silent_without_charging") return silence;
    if (fault === "error_without_charging") return error(500, "internalErrorOccurred");
    const nowMs = deps.now();
    const arn = acquirerReferenceNumber("477003", nowMs, refunds.size + 1);
    refunds.save({
      processor: name,
      refundId: `ref${deps.randomBytes(8).toString("hex")}`,
      chargeId: charge.chargeId,
      idempotencyKey: refunds.unusedKey(name, key),
      fingerprint: key,
      merchantReference: key,
      amountMinor: value.amount,
      currency: value.currency,
      surchargeMinor: 0,
      reason: "other",
      kind: "refund",
      ...planRefund(outcome, { nowMs, kind: "refund", settlesLater: true, arn }),
      createdAt: new Date(nowMs).toISOString(),
    });
    return faultyJson(deps, { outcome: "sentForPartialRefund" }, fault, 202);
  }

  const announced = announcing(deps, webhooks, events.announceDue);
  return [
    [`POST ${base}/api/payments`, guarded(announced(charge))],
    [`GET ${base}/paymentQueries/payments`, guarded(find)],
    [`GET ${base}/paymentQueries/payments/:paymentId`, guarded(query)],
    [`POST ${base}/payments/sales/reversals/:linkData`, guarded(announced(reverse))],
    [`POST ${base}/payments/settlements/refunds/partials/:linkData`, guarded(announced(refund))],
    ...events.routes,
  ];
}

const authorization = `Basic ${Buffer.from(`tessera:${sandboxCredentials.worldpay}`).toString("base64")}`;

function guarded(handler: Handler): Handler {
  return (exchange) =>
    exchange.headers["authorization"] === authorization
      ? handler(exchange)
      : error(401, "accessDenied");
}

/** Returns 202 for a charge that is sent for settlement, 201 for a refused or only authorized one. */
function statusOf({ status }: BookedCharge): number {
  return status === "approved" ? 202 : 201;
}

function error(status: number, errorName: string): SandboxResponse {
  return json(status, { errorName, message: "See errorName." });
}
