import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { isLuhnValid } from "../../catalogue/luhn.ts";
import { faultyJson } from "../../http/faulty-response.ts";
import { parseJsonBody } from "../../http/parse-json-body.ts";
import { json, type SandboxResponse, type Silence, silence } from "../../http/response.ts";
import type { Exchange, Handler, Route } from "../../http/router.ts";
import { bookCharge } from "../../processors/book-charge.ts";
import type { BookedCharge } from "../../processors/charge-book.ts";
import { decideCharge } from "../../processors/decide-charge.ts";
import { acquirerReferenceNumber, planRefund } from "../../processors/plan-refund.ts";
import type { ProcessorParts } from "../../processors/processor-routes.ts";
import { type AdyenWebhooks, merchantAccount, adyenName as name } from "./adyen-webhooks.ts";
import {
  additionalDataOf,
  chargeOf,
  paymentRequest,
  refundRequest,
  refusalOf,
  reversalRequest,
} from "./adyen-wire.ts";

const base = "/vendors/adyen";

/** Delays after a request until its later outcome is announced. */
const settledAfterMs = [2_000, 5_000, 10_000];

/**
 * The part of Adyen's Checkout API that the connector uses, with the test cards, books and faults of the sandbox's own
 * processors. It keeps each idempotency key with its response, and has no query. Outcomes are standard webhooks: `POST
 * /admin/adyen/webhook` `{ url }` sets their address, `GET /admin/adyen/notifications` returns them all.
 */
export function adyenRoutes(parts: ProcessorParts, webhooks: AdyenWebhooks): Route[] {
  const { deps, book, refunds, faults } = parts;
  const profile = {
    name,
    settles: "at_once",
    chargeId: () => newReference(),
  } as const;
  const newReference = () => deps.randomBytes(8).toString("hex").toUpperCase();

  function announceLater(): void {
    webhooks.announceDue();
    for (const ms of settledAfterMs) deps.schedule(ms, () => webhooks.announceDue());
  }

  function charge(
    exchange: Exchange,
  ): Promise<SandboxResponse | Silence> | SandboxResponse | Silence {
    const body = parseJsonBody(paymentRequest, exchange.body);
    if (!body) return error(400, "702", "Structure of payment request not valid");
    if (body.merchantAccount !== merchantAccount) return error(403, "901", "Invalid account");
    const request = chargeOf(body);
    const key = exchange.headers["idempotency-key"] ?? body.reference;
    if (!isLuhnValid(request.card.number)) return error(422, "101", "Invalid card number");
    book.countRequest(name, key);
    const fingerprint = createHash("sha256").update(exchange.body).digest("base64url");
    const known = book.find(name, key);
    if (known && known.fingerprint !== fingerprint) return error(422, "704", "Already processed");
    const decision = decideCharge(request, parts.isGenuineProof);
    // A card's own fault affects only the first response.
    const fault = faults.take(name, "charge", key) ?? (known ? undefined : decision.fault);
    if (known) return faultyJson(deps, responseTo(known), fault);
    if (fault === "silent_without_charging") return silence;
    if (fault === "error_without_charging") return error(500, "000", "Unknown");
    const booked = bookCharge(profile, parts, { request, key, fingerprint, decision });
    const isOther = fault === "wrong_amount" || fault === "wrong_currency";
    if (isOther) makeOther(booked, fault);
    const responseBody = responseTo(book.find(name, key) ?? booked);
    announceLater();
    return faultyJson(deps, responseBody, isOther ? undefined : fault);
  }

  /** Changes the charge's amount or currency in the books: the processor charged something else. */
  function makeOther(booked: BookedCharge, fault: "wrong_amount" | "wrong_currency"): void {
    book.save(
      fault === "wrong_amount"
        ? { ...booked, amountMinor: booked.amountMinor + 1 }
        : { ...booked, currency: booked.currency === "JPY" ? "USD" : "JPY" },
    );
  }

  function responseTo(booked: BookedCharge): Record<string, unknown> {
    const common = {
      pspReference: booked.chargeId,
      merchantReference: booked.idempotencyKey,
      additionalData: additionalDataOf(booked),
    };
    const amount = { currency: booked.currency, value: booked.amountMinor };
    switch (booked.status) {
      case "declined": {
        const [refusalReasonCode, refusalReason] = refusalOf(booked);
        return { ...common, resultCode: "Refused", refusalReasonCode, refusalReason };
      }
      case "pending":
        return { ...common, resultCode: "Received", amount };
      case "unheard_of":
        return { ...common, resultCode: booked.statusWord, amount };
      case "approved":
        return { ...common, resultCode: "Authorised", amount };
    }
  }

  /** The responses by idempotency key. */
  const reversals = new Map<string, Record<string, unknown>>();

  function reverse(
    exchange: Exchange,
  ): SandboxResponse | Silence | Promise<SandboxResponse | Silence> {
    const request = parseJsonBody(reversalRequest, exchange.body);
    if (!request) return error(400, "702", "Structure not valid");
    const key = exchange.headers["idempotency-key"] ?? newReference();
    const known = reversals.get(key);
    if (known) return json(201, known);
    const booked = book.findById(name, exchange.params["psp"] ?? "");
    if (!booked) return error(422, "167", "Original pspReference required for this operation");
    const fault = faults.take(name, "reversal", booked.merchantReference);
    if (fault === "silent_without_charging") return silence;
    if (fault === "error_without_charging") return error(500, "000", "Unknown");
    const isPossible =
      booked.status === "approved" && refunds.returnedMinor(booked, deps.now()) === 0;
    const reversalId = booked.reversal?.reversalId ?? newReference();
    if (isPossible && !booked.reversal) {
      const reversedAt = new Date(deps.now()).toISOString();
      const idempotencyKey = request.reference;
      book.save({
        ...booked,
        reversal: { reversalId, idempotencyKey, reason: "reversal", reversedAt },
      });
    }
    if (!isPossible) {
      webhooks.announce({
        eventCode: "CANCEL_OR_REFUND",
        success: false,
        pspReference: reversalId,
        originalReference: booked.chargeId,
        merchantReference: request.reference,
        amount: { currency: booked.currency, value: booked.amountMinor },
        reason: "Transaction is not in a state that can be reversed",
      });
    }
    announceLater();
    const responseBody = {
      merchantAccount,
      paymentPspReference: booked.chargeId,
      pspReference: reversalId,
      reference: request.reference,
      status: "received",
    };
    reversals.set(key, responseBody);
    return faultyJson(deps, responseBody, fault, 201);
  }

  function refund(
    exchange: Exchange,
  ): SandboxResponse | Silence | Promise<SandboxResponse | Silence> {
    const request = parseJsonBody(refundRequest, exchange.body);
    if (!request) return error(400, "702", "Structure not valid");
    const charge = book.findById(name, exchange.params["psp"] ?? "");
    if (!charge) return error(422, "167", "Original pspReference required for this operation");
    const { amount, reference: key } = request;
    refunds.countRequest(name, key);
    const known = refunds.find(name, key);
    if (known) return json(201, accepted(known.refundId, charge, request));
    const script = charge.refunds ?? { outcome: { status: "success" as const } };
    const leftMinor = charge.amountMinor - refunds.returnedMinor(charge, deps.now());
    const isPossible =
      charge.status === "approved" &&
      !charge.reversal &&
      amount.value <= leftMinor &&
      amount.currency === charge.currency &&
      !parts.disputes.isDisputed(charge);
    if (!isPossible) return error(422, "137", "Amount or currency of the refund not valid");
    const { outcome } = script;
    if (outcome.status === "refused") return error(422, "137", "Refund not possible");
    const fault = faults.take(name, "refund", key) ?? script.fault;
    if (fault === "silent_without_charging") return silence;
    if (fault === "error_without_charging") return error(500, "000", "Unknown");
    const nowMs = deps.now();
    const arn = acquirerReferenceNumber("477006", nowMs, refunds.size + 1);
    const refundId = newReference();
    refunds.save({
      processor: name,
      refundId,
      chargeId: charge.chargeId,
      idempotencyKey: key,
      fingerprint: key,
      merchantReference: key,
      amountMinor: amount.value,
      currency: amount.currency,
      surchargeMinor: 0,
      reason: "other",
      kind: "refund",
      ...planRefund(outcome, { nowMs, kind: "refund", settlesLater: true, arn }),
      createdAt: new Date(nowMs).toISOString(),
    });
    announceLater();
    return faultyJson(deps, accepted(refundId, charge, request), fault, 201);
  }

  function paymentMethods(): SandboxResponse {
    if (parts.unhealthy.has(name) || faults.take(name, "health")) {
      return error(500, "000", "Unknown");
    }
    return json(200, { paymentMethods: [{ type: "scheme", name: "Cards" }] });
  }

  function setWebhook({ body }: Exchange): SandboxResponse {
    const request = parseJsonBody(z.strictObject({ url: z.nullable(z.url()) }), body);
    if (!request) return error(400, "702", "url is missing");
    webhooks.sendTo(request.url);
    return json(200, request);
  }

  function notifications(): SandboxResponse {
    webhooks.announceDue();
    return json(200, { data: webhooks.notifications });
  }

  return [
    [`POST ${base}/payments`, guarded(charge)],
    [`POST ${base}/payments/:psp/reversals`, guarded(reverse)],
    [`POST ${base}/payments/:psp/refunds`, guarded(refund)],
    [`POST ${base}/paymentMethods`, guarded(paymentMethods)],
    ["POST /admin/adyen/webhook", setWebhook],
    ["GET /admin/adyen/notifications", notifications],
  ];
}

function accepted(
  refundId: string,
  charge: BookedCharge,
  request: z.infer<typeof refundRequest>,
): Record<string, unknown> {
  return {
    ...request,
    paymentPspReference: charge.chargeId,
    pspReference: refundId,
    status: "received",
  };
}

function guarded(handler: Handler): Handler {
  return (exchange) =>
    exchange.headers["x-api-key"] === sandboxCredentials.adyen
      ? handler(exchange)
      : error(401, "000", "HTTP Status Response - Unauthorized");
}

function error(status: number, errorCode: string, message: string): SandboxResponse {
  return json(status, { status, errorCode, message, errorType: "validation" });
}
