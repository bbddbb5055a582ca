import { createHash } from "node:crypto";
import type * as z from "zod/mini";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { isLuhnValid } from "../../catalogue/luhn.ts";
import type { ChargeFault } from "../../catalogue/scripts.ts";
import { faultyResponse } from "../../http/faulty-response.ts";
import { problem, type SandboxResponse, type Silence, silence } from "../../http/response.ts";
import type { Exchange, Route } from "../../http/router.ts";
import { bookCharge } from "../../processors/book-charge.ts";
import type { BookedCharge } from "../../processors/charge-book.ts";
import { decideCharge } from "../../processors/decide-charge.ts";
import { factsOfCharge } from "../../processors/facts-of-charge.ts";
import { acquirerReferenceNumber, planRefund } from "../../processors/plan-refund.ts";
import type { ProcessorParts } from "../../processors/processor-routes.ts";
import type { BookedRefund } from "../../processors/refund-book.ts";
import { clearedAtMs, hasCleared, settleCharge } from "../../processors/settle-charge.ts";
import { announcing, type VendorWebhooks } from "../kit/vendor-webhooks.ts";
import { nmiEvents } from "./nmi-webhooks.ts";
import {
  chargeOf,
  chargeXml,
  minorOf,
  nmiTime,
  queryError,
  queryXml,
  refundForm,
  refundSettlesMs,
  refundXml,
  responseCodes,
  saleForm,
  settledQuery,
  voidForm,
} from "./nmi-wire.ts";

const base = "/vendors/nmi";
const name = "nmi";
const profile = {
  name,
  settles: "at_once",
  chargeId: (sequence: number, entropy: string) =>
    `${Number.parseInt(entropy.slice(0, 6), 16)}${String(sequence).padStart(6, "0")}`,
} as const;

type Fields = Readonly<Record<string, string>>;

/**
 * The part of NMI that the connector uses, with the test cards, books and faults of the sandbox's own processors. It
 * follows NMI's rules for tests: amounts below 1.00 are declined, security code 999 and postal code 77777 match. It has
 * no idempotency and refuses a duplicate only if the request has `dup_seconds`.
 */
export function nmiRoutes(parts: ProcessorParts, webhooks: VendorWebhooks): Route[] {
  const { deps, book, refunds, faults } = parts;
  const events = nmiEvents(parts, webhooks);

  function transact({
    body,
  }: Exchange): Promise<SandboxResponse | Silence> | SandboxResponse | Silence {
    const fields = fieldsOf(body);
    if (fields["security_key"] !== sandboxCredentials.nmi) return refused("Authentication Failed");
    switch (fields["type"]) {
      case "sale":
        return sale(fields);
      case "void":
        return reverse(fields);
      case "refund":
        return refund(fields);
      default:
        return refused("Invalid Transaction Type");
    }
  }

  function sale(fields: Fields): Promise<SandboxResponse | Silence> | SandboxResponse | Silence {
    const form = parse(saleForm, fields);
    const amountMinor = form ? minorOf(form.amount, form.currency) : null;
    if (!form || !amountMinor) return refused("Invalid amount or field");
    const request = chargeOf(form, amountMinor);
    const key = form.orderid;
    if (!isLuhnValid(form.ccnumber)) return refused("Invalid Credit Card Number", key);
    book.countRequest(name, key);
    // The books keep one charge per order: the connector must never make a second one.
    if (book.find(name, key) || isDuplicate(form.ccnumber.slice(-4), amountMinor, form)) {
      return refused("Duplicate transaction", key);
    }
    const isTooSmall = amountMinor < 100;
    const decision = isTooSmall
      ? { outcome: { status: "declined" as const, declineCode: "generic_decline" } }
      : decideCharge(request, parts.isGenuineProof);
    const fault =
      faults.take(name, "charge", key) ?? ("fault" in decision ? decision.fault : undefined);
    const before = beforeBooking(fault);
    if (before) return before;
    const fingerprint = createHash("sha256").update(JSON.stringify(fields)).digest("base64url");
    const booked = bookCharge(profile, parts, { request, key, fingerprint, decision });
    const response = saleResponse(booked, fault, {
      avsresponse: form.zip === "77777" ? "Z" : "N",
      cvvresponse: form.cvv === "999" ? "M" : "N",
    });
    return faultyResponse(deps, response, fault);
  }

  function isDuplicate(
    last4: string,
    amountMinor: number,
    { dup_seconds: seconds = "0" }: { dup_seconds?: string | undefined },
  ): boolean {
    const sinceMs = deps.now() - Number(seconds) * 1_000;
    return book
      .all()
      .some(
        (charge) =>
          charge.processor === name &&
          charge.status === "approved" &&
          charge.last4 === last4 &&
          charge.amountMinor === amountMinor &&
          Date.parse(charge.createdAt) > sinceMs,
      );
  }

  function reverse(fields: Fields): Promise<SandboxResponse | Silence> | SandboxResponse | Silence {
    const charge = chargeWith(parse(voidForm, fields)?.transactionid);
    const isOpen = charge?.status === "approved" && !hasCleared(charge, deps.now());
    if (!charge || !isOpen || charge.reversal || refunds.ofCharge(charge).length > 0) {
      return refused("Only transactions pending settlement can be voided");
    }
    const fault = faults.take(name, "reversal", charge.merchantReference);
    const before = beforeBooking(fault);
    if (before) return before;
    const reversedAt = new Date(deps.now()).toISOString();
    const reversal = {
      reversalId: charge.chargeId,
      idempotencyKey: charge.chargeId,
      reason: "void",
      reversedAt,
    };
    book.save({ ...charge, reversal });
    const response = form({
      response: "1",
      responsetext: "Transaction Void Successful",
      authcode: "123456",
      transactionid: charge.chargeId,
      orderid: charge.idempotencyKey,
      type: "void",
      response_code: "100",
    });
    return faultyResponse(deps, response, fault);
  }

  function refund(fields: Fields): Promise<SandboxResponse | Silence> | SandboxResponse | Silence {
    const request = parse(refundForm, fields);
    const charge = chargeWith(request?.transactionid);
    if (!request || !charge) return refused("Invalid Transaction ID specified");
    const key = request.orderid ?? `none-${refunds.size}`;
    refunds.countRequest(name, key);
    const amountMinor = minorOf(request.amount, charge.currency);
    if (!amountMinor) return refused("Invalid amount");
    const leftMinor = charge.amountMinor - refunds.returnedMinor(charge, deps.now());
    if (charge.status !== "approved" || charge.reversal || amountMinor > leftMinor) {
      return refused("Refund amount may not exceed the transaction balance");
    }
    const { outcome, fault: scripted } = charge.refunds ?? {
      outcome: { status: "success" as const },
    };
    if (outcome.status === "refused" || parts.disputes.isDisputed(charge)) {
      return refused("Refund not allowed");
    }
    const fault = faults.take(name, "refund", key) ?? scripted;
    const before = beforeBooking(fault);
    if (before) return before;
    const nowMs = deps.now();
    const refundId = `${Number.parseInt(deps.randomBytes(3).toString("hex"), 16)}${String(refunds.size + 1).padStart(6, "0")}`;
    const arn = acquirerReferenceNumber("477004", nowMs, refunds.size + 1);
    refunds.save({
      processor: name,
      refundId,
      chargeId: charge.chargeId,
      idempotencyKey: refunds.unusedKey(name, key),
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
    // NMI's response lacks the refund's order.
    const response = form({
      response: "1",
      responsetext: "SUCCESS",
      transactionid: refundId,
      orderid: "",
      type: "refund",
      response_code: "100",
    });
    return faultyResponse(deps, response, fault);
  }

  function query({
    body,
  }: Exchange): Promise<SandboxResponse | Silence> | SandboxResponse | Silence {
    const fields = fieldsOf(body);
    const { order_id: order, transaction_id: id } = fields;
    if (fields["security_key"] !== sandboxCredentials.nmi) return xml(queryError("Invalid key"));
    if (fields["action_type"] === "settle") return settled(fields);
    const isCheck = order === "health";
    if (isCheck && (parts.unhealthy.has(name) || faults.take(name, "health"))) {
      return problem(500, "internal", "Something went wrong.");
    }
    const charge = id === undefined ? book.find(name, order ?? "") : chargeWith(id);
    const refunded = id === undefined ? refunds.ofReference(name, order ?? "") : [];
    const call = order?.startsWith("ref_") ? "refund_look_up" : "look_up";
    const fault = isCheck || id !== undefined ? undefined : faults.take(name, call, order);
    const before = beforeBooking(fault);
    if (before) return before;
    const listed = charge ? [chargeXml(charge, conditionOf(charge))] : [];
    for (const refund of refunded) listed.push(refundRow(refunds.settle(refund, deps.now())));
    return faultyResponse(deps, xml(queryXml(listed)), fault);
  }

  /** A page of settled transactions, oldest first. */
  function settled(fields: Fields): Promise<SandboxResponse | Silence> | SandboxResponse | Silence {
    const range = parse(settledQuery, fields);
    if (!range) return xml(queryError("Invalid query"));
    const fault = faults.take(name, "settlement_report");
    const before = beforeBooking(fault);
    if (before) return before;
    const nowMs = deps.now();
    const charges = book
      .all()
      .filter(({ processor }) => processor === name)
      .filter((charge) => conditionOf(charge) === "complete")
      .map((charge) => ({ atMs: clearedAtMs(charge), row: chargeXml(charge, "complete") }));
    const returned = refunds
      .all()
      .filter(({ processor }) => processor === name)
      .map((refund) => refunds.settle(refund, nowMs))
      .filter((refund) => refund.status !== "failed" && refundSettlesMs(refund) <= nowMs)
      .map((refund) => ({ atMs: refundSettlesMs(refund), row: refundRow(refund) }));
    const limit = Number(range.result_limit);
    const from = Number(range.page_number) * limit;
    const rows = [...charges, ...returned]
      .filter(({ atMs }) => nmiTime(atMs) >= range.start_date)
      .sort((one, other) => one.atMs - other.atMs)
      .slice(from, from + limit);
    return faultyResponse(deps, xml(queryXml(rows.map(({ row }) => row))), fault);
  }

  function refundRow(refund: BookedRefund): string {
    const charge = book.findById(name, refund.chargeId) ?? { last4: "0000" };
    return refundXml(refund, charge, deps.now());
  }

  function chargeWith(id: string | undefined): BookedCharge | undefined {
    const booked = book.findById(name, id ?? "");
    return booked && settleCharge(book, booked, deps.now());
  }

  function conditionOf(charge: BookedCharge): string {
    const settled = settleCharge(book, charge, deps.now());
    if (settled.status === "declined") return "failed";
    if (settled.reversal) return "canceled";
    if (settled.status === "pending") return "pending";
    if (settled.status === "unheard_of") return settled.statusWord ?? "unknown";
    return clearedAtMs(settled) <= deps.now() ? "complete" : "pendingsettlement";
  }

  const announced = announcing(deps, webhooks, events.announceDue);
  return [
    [`POST ${base}/api/transact.php`, announced(transact)],
    [`POST ${base}/api/query.php`, query],
    ...events.routes,
  ];
}

function beforeBooking(fault: ChargeFault | undefined): SandboxResponse | Silence | undefined {
  if (fault === "silent_without_charging") return silence;
  if (fault === "error_without_charging") return problem(500, "internal", "Something went wrong.");
  return undefined;
}

/** A charge with an unknown outcome is an error at the processor. */
function saleResponse(
  booked: BookedCharge,
  fault: ChargeFault | undefined,
  checks: Fields,
): SandboxResponse {
  const common = {
    authcode: "",
    transactionid: booked.chargeId,
    ...checks,
    orderid: booked.idempotencyKey,
    type: "sale",
  };
  if (booked.status === "declined") {
    const code = responseCodes[booked.declineCode ?? ""] ?? "200";
    return form({ response: "2", responsetext: "DECLINE", ...common, response_code: code });
  }
  if (booked.status !== "approved") {
    return form({
      response: "3",
      responsetext: "Communication error",
      ...common,
      response_code: "420",
    });
  }
  const isPartial = fault === "wrong_amount" || fault === "wrong_currency";
  return form({
    response: "1",
    responsetext: "SUCCESS",
    ...common,
    authcode: factsOfCharge(booked).authorisationCode ?? "",
    response_code: "100",
    ...(isPartial ? { amount_authorized: "0.01" } : {}),
  });
}

function refused(text: string, orderid = ""): SandboxResponse {
  return form({
    response: "3",
    responsetext: `${text} REFID:3161855545`,
    authcode: "",
    transactionid: "",
    avsresponse: "",
    cvvresponse: "",
    orderid,
    type: "sale",
    response_code: "300",
  });
}

function form(fields: Fields): SandboxResponse {
  return {
    kind: "response",
    status: 200,
    headers: { "content-type": "text/html; charset=utf-8" },
    body: new URLSearchParams(fields).toString(),
  };
}

function xml(body: string): SandboxResponse {
  return { kind: "response", status: 200, headers: { "content-type": "text/xml" }, body };
}

function fieldsOf(body: string): Fields {
  return Object.fromEntries(new URLSearchParams(body));
}

function parse<T extends z.ZodMiniType>(schema: T, fields: Fields): z.infer<T> | undefined {
  const parsed = schema.safeParse(fields);
  return parsed.success ? parsed.data : undefined;
}
