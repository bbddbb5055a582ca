import { createHash } from "node:crypto";
import { processorRefund, type RefundRequest, refundRequest } from "#contract/connectors/processor";
import type { RefundScript } from "../catalogue/scripts.ts";
import type { DisputeBook } from "../disputes/dispute-book.ts";
import type { DisputePlay } from "../disputes/play-disputes.ts";
import { faultyJson } from "../http/faulty-response.ts";
import { parseJsonBody } from "../http/parse-json-body.ts";
import { json, problem, type SandboxResponse, type Silence, silence } from "../http/response.ts";
import type { Exchange, Route } from "../http/router.ts";
import type { SandboxDeps } from "../sandbox-deps.ts";
import type { BookedCharge, ChargeBook } from "./charge-book.ts";
import { connectorGuard } from "./connector-guard.ts";
import type { FaultBox } from "./faults.ts";
import { acquirerReferenceNumber, planRefund } from "./plan-refund.ts";
import type { ProcessorProfile } from "./processor-profile.ts";
import type { BookedRefund, RefundBook } from "./refund-book.ts";
import { hasCleared, settleCharge } from "./settle-charge.ts";

export interface RefundParts {
  deps: SandboxDeps;
  book: ChargeBook;
  refunds: RefundBook;
  disputes: DisputeBook;
  play: DisputePlay;
  faults: FaultBox;
}

const ordinary: RefundScript = { outcome: { status: "success" } };

/** Refund calls of contract/connectors/processor.ts, with this processor's profile. */
export function refundRoutes(profile: ProcessorProfile, parts: RefundParts): Route[] {
  const { deps, book, refunds, faults } = parts;
  const base = `/processors/${profile.name}` as const;
  const guarded = connectorGuard(profile, deps);

  async function refund(exchange: Exchange): Promise<SandboxResponse | Silence> {
    const key = exchange.headers["idempotency-key"];
    if (!key) return problem(400, "idempotency_key_missing", "Refunds need an Idempotency-Key.");
    const request = parseJsonBody(refundRequest, exchange.body);
    if (!request || request.surchargeMinor > request.amountMinor) {
      return problem(400, "invalid_request", "The refund does not match the documentation.");
    }
    refunds.countRequest(profile.name, key);

    const chargeId = exchange.params["chargeId"] ?? "";
    const digest = createHash("sha256").update(`${chargeId}\n${exchange.body}`);
    const fingerprint = digest.digest("base64url");
    const known = refunds.find(profile.name, key);
    if (known) {
      return known.fingerprint === fingerprint
        ? json(200, refundOnTheWire(refunds.settle(known, deps.now())))
        : problem(409, "idempotency_key_reused", "This key was used for another refund.");
    }

    const found = book.findById(profile.name, chargeId);
    if (!found) return problem(404, "charge_not_found", "There is no such charge.");
    const charge = settleCharge(book, found, deps.now());
    const script = charge.refunds ?? ordinary;
    const { outcome } = script;
    const refusal = refusalOf(request, charge);
    if (refusal) return refusal;
    if (outcome.status === "refused") {
      return problem(400, outcome.code, "The processor does not refund this charge.");
    }

    const fault = faults.take(profile.name, "refund", request.merchantReference) ?? script.fault;
    if (fault === "silent_without_charging") return silence;
    if (fault === "error_without_charging") return problem(503, "unavailable", "Try again later.");
    const booked = bookRefund(request, charge, outcome, { idempotencyKey: key, fingerprint });
    return faultyJson(deps, refundOnTheWire(booked), fault);
  }

  /** Refuses a refund that no processor could make. */
  function refusalOf(request: RefundRequest, charge: BookedCharge): SandboxResponse | undefined {
    if (charge.status !== "approved" || charge.reversal) {
      return problem(400, "charge_not_refundable", "Only an approved charge can be refunded.");
    }
    if (parts.disputes.isDisputed(charge)) {
      return problem(400, "charge_disputed", "The charge is disputed.");
    }
    if (request.currency !== charge.currency) {
      return problem(400, "currency_mismatch", "A refund has the currency of its charge.");
    }
    const lostMinor = parts.disputes.lostMinor(charge);
    const leftMinor = charge.amountMinor - refunds.returnedMinor(charge, deps.now());
    if (lostMinor > 0 && request.amountMinor > leftMinor - lostMinor) {
      return problem(400, "charge_disputed", "A dispute took this part of the charge.");
    }
    return request.amountMinor > leftMinor
      ? problem(400, "refund_exceeds_charge", "The refund is larger than the rest of the charge.")
      : undefined;
  }

  function bookRefund(
    request: RefundRequest,
    charge: BookedCharge,
    outcome: Parameters<typeof planRefund>[0],
    once: Pick<BookedRefund, "idempotencyKey" | "fingerprint">,
  ): BookedRefund {
    const nowMs = deps.now();
    const sequence = refunds.size + 1;
    const isWhole = request.amountMinor === charge.amountMinor;
    const kind = isWhole && !hasCleared(charge, nowMs) ? "void" : "refund";
    const settlesLater = profile.settles === "on_look_up";
    const arn = acquirerReferenceNumber(profile.acquirerBin, nowMs, sequence);
    const booked: BookedRefund = {
      processor: profile.name,
      refundId: profile.refundId(sequence, deps.randomBytes(5).toString("hex")),
      chargeId: charge.chargeId,
      ...once,
      merchantReference: request.merchantReference,
      amountMinor: request.amountMinor,
      currency: request.currency,
      surchargeMinor: request.surchargeMinor,
      reason: request.reason,
      kind,
      ...planRefund(outcome, { nowMs, kind, settlesLater, arn }),
      createdAt: new Date(nowMs).toISOString(),
    };
    refunds.save(booked);
    return booked;
  }

  async function lookUp(exchange: Exchange): Promise<SandboxResponse | Silence> {
    const booked = refunds.find(profile.name, exchange.params["key"] ?? "");
    const fault = faults.take(profile.name, "refund_look_up", booked?.merchantReference);
    if (fault === "silent_without_charging") return silence;
    if (fault === "error_without_charging") return problem(503, "unavailable", "Try again later.");
    if (!booked) return problem(404, "refund_not_found", "No refund was made with this key.");
    return faultyJson(deps, refundOnTheWire(refunds.settle(booked, deps.now())), fault);
  }

  return [
    [`POST ${base}/charges/:chargeId/refunds`, guarded(refund)],
    [`GET ${base}/refunds/by-key/:key`, guarded(lookUp)],
  ];
}

/** Keeps only the fields of the connector's document. */
function refundOnTheWire(booked: BookedRefund): Record<string, unknown> {
  return processorRefund.parse(booked);
}
