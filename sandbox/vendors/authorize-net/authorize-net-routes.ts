import { createHash } from "node:crypto";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { isLuhnValid } from "../../catalogue/luhn.ts";
import type { ChargeFault } from "../../catalogue/scripts.ts";
import { faultyResponse } from "../../http/faulty-response.ts";
import { json, problem, type SandboxResponse, type Silence, silence } from "../../http/response.ts";
import type { Exchange, Route } from "../../http/router.ts";
import { bookCharge } from "../../processors/book-charge.ts";
import type { BookedCharge } from "../../processors/charge-book.ts";
import { decideCharge } from "../../processors/decide-charge.ts";
import { acquirerReferenceNumber, planRefund } from "../../processors/plan-refund.ts";
import type { ProcessorParts } from "../../processors/processor-routes.ts";
import { hasCleared, settleCharge } from "../../processors/settle-charge.ts";
import { announcing, type VendorWebhooks } from "../kit/vendor-webhooks.ts";
import { authorizeNetEvents } from "./authorize-net-webhooks.ts";
import {
  avsOfZip,
  chargeOf,
  credentials,
  cvvOfCode,
  declinedZip,
  inOrder,
  minorOf,
  type Refund,
  reasonCodes,
  requests,
  type Sale,
} from "./authorize-net-wire.ts";
import {
  apiError,
  byteOrderMark,
  createReports,
  failed,
  networkFactsOf,
  succeeded,
  transactionReply,
} from "./reports.ts";

const name = "authorize-net";
const profile = {
  name,
  settles: "at_once",
  chargeId: (sequence: number, entropy: string) =>
    `4${Number.parseInt(entropy.slice(0, 6), 16)}${String(sequence).padStart(4, "0")}`,
} as const;

type Reply = Promise<SandboxResponse | Silence> | SandboxResponse | Silence;

/**
 * The part of Authorize.Net that the connector uses, with the test cards, books and faults of the sandbox's own
 * processors, and its testing guide's rules for postal and security codes. A charge settles ten minutes after its
 * approval. Requests with fields in another order than the XML schema's are refused, and responses begin with a byte
 * order mark.
 */
export function authorizeNetRoutes(parts: ProcessorParts, webhooks: VendorWebhooks): Route[] {
  const { deps, book, refunds, faults } = parts;
  const events = authorizeNetEvents(parts, webhooks);
  const reports = createReports(name, parts);

  function handle({ body }: Exchange): Reply {
    const sent = jsonOf(body);
    const [request = ""] = Object.keys(sent);
    const login = credentials.safeParse(sent[request]);
    const { name: id, transactionKey } = login.data?.merchantAuthentication ?? {};
    if (id !== "tessera" || transactionKey !== sandboxCredentials.authorizeNet) {
      return apiError("E00007", "User authentication failed due to invalid authentication values.");
    }
    return (
      replyTo(request, sent[request]) ?? apiError("E00003", "An element is not expected here.")
    );
  }

  /** Returns undefined for an unknown request, or a field that is unknown or out of order. */
  function replyTo(request: string, sent: unknown): Reply | undefined {
    switch (request) {
      case "createTransactionRequest": {
        const found = inOrder(requests[request], sent);
        return found && transact(found.refId, found.transactionRequest);
      }
      case "getTransactionDetailsRequest": {
        const found = inOrder(requests[request], sent);
        return found && reports.details(found.transId);
      }
      case "getUnsettledTransactionListRequest": {
        const found = inOrder(requests[request], sent);
        const fault = found && faults.take(name, "look_up");
        return (
          found &&
          (beforeBooking(fault) ?? faultyResponse(deps, reports.unsettled(found.paging), fault))
        );
      }
      case "getSettledBatchListRequest": {
        const found = inOrder(requests[request], sent);
        // A look-up has no statistics.
        const fault = found?.includeStatistics && faults.take(name, "settlement_report");
        return (
          found &&
          (beforeBooking(fault || undefined) ??
            faultyResponse(deps, reports.batches(found), fault || undefined))
        );
      }
      case "getTransactionListRequest": {
        const found = inOrder(requests[request], sent);
        return found && reports.batch(found.batchId, found.paging);
      }
      case "authenticateTestRequest": {
        const isUnhealthy = parts.unhealthy.has(name) || faults.take(name, "health") !== undefined;
        return isUnhealthy ? problem(500, "internal", "Something went wrong.") : succeeded({});
      }
      default:
        return undefined;
    }
  }

  function transact(
    refId: string,
    request: Sale | Refund | { transactionType: "voidTransaction"; refTransId: string },
  ): Reply {
    switch (request.transactionType) {
      case "authCaptureTransaction":
        return sale(refId, request);
      case "voidTransaction":
        return voidCharge(refId, request.refTransId);
      case "refundTransaction":
        return refund(refId, request);
    }
  }

  function sale(refId: string, request: Sale): Reply {
    const charge = chargeOf(request);
    const key = charge.merchantReference;
    if (charge.currency !== "USD") return failed(refId, "39");
    if (!isLuhnValid(charge.card.number)) return failed(refId, "6");
    book.countRequest(name, key);
    // The books keep one charge per reference: the connector must never make a second one.
    if (book.find(name, key)) return failed(refId, "11");
    const decision =
      request.billTo?.zip === declinedZip
        ? { outcome: { status: "declined" as const, declineCode: "generic_decline" } }
        : decideCharge(charge, parts.isGenuineProof);
    const fault =
      faults.take(name, "charge", key) ?? ("fault" in decision ? decision.fault : undefined);
    const before = beforeBooking(fault);
    if (before) return before;
    const fingerprint = createHash("sha256").update(JSON.stringify(request)).digest("base64url");
    const booked = bookCharge(profile, parts, { request: charge, key, fingerprint, decision });
    return faultyResponse(deps, saleResponse(refId, booked, fault, request), fault);
  }

  function voidCharge(refId: string, transId: string): Reply {
    const charge = chargeWith(transId);
    const isOpen = charge?.status === "approved" && !hasCleared(charge, deps.now());
    if (!charge || !isOpen || refunds.returnedMinor(charge, deps.now()) > 0) {
      return failed(refId, "16");
    }
    const fault = faults.take(name, "reversal", charge.merchantReference);
    const before = beforeBooking(fault);
    if (before) return before;
    const reversedAt = new Date(deps.now()).toISOString();
    const reversal = { reversalId: transId, idempotencyKey: transId, reason: "void", reversedAt };
    if (!charge.reversal) book.save({ ...charge, reversal });
    const { last4 } = charge;
    const code = charge.reversal ? "310" : "1";
    const response = transactionReply(refId, { responseCode: "1", transId, last4, code });
    return faultyResponse(deps, response, fault);
  }

  function refund(refId: string, request: Refund): Reply {
    const charge = chargeWith(request.refTransId);
    const key = request.order.invoiceNumber;
    if (!charge || charge.last4 !== request.payment.creditCard.cardNumber) {
      return failed(refId, "16");
    }
    refunds.countRequest(name, key);
    const isSettled = charge.status === "approved" && hasCleared(charge, deps.now());
    if (!isSettled || charge.reversal) return failed(refId, "54");
    const amountMinor = minorOf(request.amount);
    const leftMinor = charge.amountMinor - refunds.returnedMinor(charge, deps.now());
    if (amountMinor > leftMinor) return failed(refId, "55");
    const { outcome, fault: scripted } = charge.refunds ?? {
      outcome: { status: "success" as const },
    };
    const isRefused = outcome.status === "refused" || parts.disputes.isDisputed(charge);
    if (isRefused || refunds.find(name, key)) return failed(refId, "54");
    const fault = faults.take(name, "refund") ?? scripted;
    const before = beforeBooking(fault);
    if (before) return before;
    const nowMs = deps.now();
    const refundId = profile.chargeId(refunds.size + 1, deps.randomBytes(5).toString("hex"));
    const arn = acquirerReferenceNumber("477005", nowMs, refunds.size + 1);
    refunds.save({
      processor: name,
      refundId,
      chargeId: charge.chargeId,
      idempotencyKey: key,
      fingerprint: key,
      merchantReference: key,
      amountMinor,
      currency: charge.currency,
      surchargeMinor: 0,
      reason: "other",
      kind: "refund",
      ...planRefund(outcome, { nowMs, kind: "refund", settlesLater: false, arn }),
      createdAt: new Date(nowMs).toISOString(),
    });
    const response = transactionReply(refId, {
      responseCode: "1",
      transId: refundId,
      refTransID: charge.chargeId,
      last4: charge.last4,
      code: "1",
    });
    return faultyResponse(deps, response, fault);
  }

  function chargeWith(transId: string): BookedCharge | undefined {
    const booked = book.findById(name, transId);
    return booked && settleCharge(book, booked, deps.now());
  }

  const announced = announcing(deps, webhooks, events.announceDue);
  return [["POST /vendors/authorize-net/xml/v1/request.api", announced(handle)], ...events.routes];
}

function saleResponse(
  refId: string,
  booked: BookedCharge,
  fault: ChargeFault | undefined,
  { billTo, payment }: Sale,
): SandboxResponse {
  const common = {
    transId: booked.chargeId,
    last4: booked.last4,
    avsResultCode: avsOfZip[billTo?.zip ?? ""] ?? "Y",
    cvvResultCode: cvvOfCode[payment.creditCard.cardCode ?? ""] ?? "P",
  };
  switch (booked.status) {
    case "declined": {
      const code = reasonCodes[booked.declineCode ?? ""] ?? "2";
      return failed(refId, code, { responseCode: "2", ...common });
    }
    case "pending":
      return transactionReply(refId, { responseCode: "4", ...common, code: "252" });
    case "unheard_of":
      return transactionReply(refId, { responseCode: "9", ...common, code: "1" });
    default: {
      const isPart = fault === "wrong_amount" || fault === "wrong_currency";
      const approved = isPart ? { approved: "0.01" } : {};
      const facts = networkFactsOf(booked);
      return transactionReply(refId, {
        responseCode: "1",
        ...common,
        ...facts,
        ...approved,
        code: "1",
      });
    }
  }
}

function beforeBooking(fault: ChargeFault | undefined): SandboxResponse | Silence | undefined {
  if (fault === "silent_without_charging") return silence;
  if (fault === "error_without_charging") {
    return { ...json(500, ""), body: `${byteOrderMark}<html><body>Error</body></html>` };
  }
  return undefined;
}

function jsonOf(body: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === "object" && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
