import { createHash } from "node:crypto";
import { chargeRequest, reversalRequest } from "#contract/connectors/processor";
import { isLuhnValid } from "../catalogue/luhn.ts";
import { disputeRoutes } from "../disputes/dispute-routes.ts";
import { faultyJson } from "../http/faulty-response.ts";
import { parseJsonBody } from "../http/parse-json-body.ts";
import { json, problem, type SandboxResponse, type Silence, silence } from "../http/response.ts";
import type { Exchange, Route } from "../http/router.ts";
import { bookCharge, type ChargeParts } from "./book-charge.ts";
import type { BookedCharge } from "./charge-book.ts";
import { connectorGuard } from "./connector-guard.ts";
import { decideCharge, type ProofCheck } from "./decide-charge.ts";
import { factsOfCharge } from "./facts-of-charge.ts";
import type { ProcessorProfile } from "./processor-profile.ts";
import { type RefundParts, refundRoutes } from "./refund-routes.ts";
import { settleCharge } from "./settle-charge.ts";

export interface ProcessorParts extends RefundParts, ChargeParts {
  /** Processors whose health check responds 503. */
  unhealthy: Set<string>;
  isGenuineProof: ProofCheck;
}

/** The connector of contract/connectors/processor.ts, with this processor's profile. */
export function processorRoutes(profile: ProcessorProfile, parts: ProcessorParts): Route[] {
  const { deps, book, refunds, faults } = parts;
  const base = `/processors/${profile.name}` as const;
  const guarded = connectorGuard(profile, deps);

  async function charge(exchange: Exchange): Promise<SandboxResponse | Silence> {
    const key = exchange.headers["idempotency-key"];
    if (!key) return problem(400, "idempotency_key_missing", "Charges need an Idempotency-Key.");
    const request = parseJsonBody(chargeRequest, exchange.body);
    if (!request)
      return problem(400, "invalid_request", "The charge does not match the documentation.");
    if (!isLuhnValid(request.card.number)) {
      return problem(400, "invalid_card_number", "The card number fails its check digit.");
    }
    book.countRequest(profile.name, key);

    const fingerprint = createHash("sha256").update(exchange.body).digest("base64url");
    const known = book.find(profile.name, key);
    if (known) {
      return known.fingerprint === fingerprint
        ? json(200, chargeOnTheWire(known))
        : problem(409, "idempotency_key_reused", "This key was used for another charge.");
    }

    const decision = decideCharge(request, parts.isGenuineProof);
    const fault = faults.take(profile.name, "charge", request.merchantReference) ?? decision.fault;
    if (fault === "silent_without_charging") return silence;
    if (fault === "error_without_charging") {
      return problem(503, "unavailable", "Try again later.");
    }
    const booked = bookCharge(profile, parts, { request, key, fingerprint, decision });
    return faultyJson(deps, chargeOnTheWire(booked), fault);
  }

  async function lookUp(exchange: Exchange): Promise<SandboxResponse | Silence> {
    const booked = book.find(profile.name, exchange.params["key"] ?? "");
    const fault = faults.take(profile.name, "look_up", booked?.merchantReference);
    if (fault === "silent_without_charging") return silence;
    if (fault === "error_without_charging") return problem(503, "unavailable", "Try again later.");
    if (!booked) return problem(404, "charge_not_found", "No charge was made with this key.");
    return faultyJson(deps, chargeOnTheWire(settleCharge(book, booked, deps.now())), fault);
  }

  async function reverse(exchange: Exchange): Promise<SandboxResponse | Silence> {
    const key = exchange.headers["idempotency-key"];
    if (!key) return problem(400, "idempotency_key_missing", "Reversals need an Idempotency-Key.");
    const request = parseJsonBody(reversalRequest, exchange.body);
    if (!request)
      return problem(400, "invalid_request", "The reversal does not match the documentation.");
    const booked = book.findById(profile.name, exchange.params["chargeId"] ?? "");
    if (!booked) return problem(404, "charge_not_found", "There is no such charge.");
    const fault = faults.take(profile.name, "reversal", booked.merchantReference);
    if (fault === "silent_without_charging") return silence;
    if (fault === "error_without_charging") return problem(503, "unavailable", "Try again later.");
    if (booked.status === "declined") {
      return problem(400, "nothing_to_reverse", "This charge was declined.");
    }
    if (refunds.returnedMinor(booked, deps.now()) > 0) {
      return problem(400, "charge_refunded", "A part of this charge was refunded.");
    }
    const reversal = booked.reversal ?? {
      reversalId: `rev_${deps.randomBytes(8).toString("hex")}`,
      idempotencyKey: key,
      reason: request.reason,
      reversedAt: new Date(deps.now()).toISOString(),
    };
    if (!booked.reversal) book.save({ ...booked, reversal });
    const body = {
      reversalId: reversal.reversalId,
      chargeId: booked.chargeId,
      status: "reversed",
    };
    return faultyJson(deps, body, fault);
  }

  function chargeOnTheWire(booked: BookedCharge): Record<string, unknown> {
    const { chargeId, amountMinor, currency, declineCode } = booked;
    const body: Record<string, unknown> = {
      chargeId,
      amountMinor,
      currency,
      ...factsOfCharge(booked),
    };
    body["status"] = booked.reversal ? "reversed" : (booked.statusWord ?? booked.status);
    if (booked.status === "declined" && declineCode) {
      body["declineCode"] = declineCode;
      body["message"] = profile.declineMessage(declineCode);
    }
    return body;
  }

  function health(): SandboxResponse {
    const isWell =
      !parts.unhealthy.has(profile.name) && faults.take(profile.name, "health") === undefined;
    return isWell
      ? json(200, { status: "ok" })
      : problem(503, "unavailable", `${profile.name} is not healthy.`);
  }

  return [
    [`POST ${base}/charges`, guarded(charge)],
    [`GET ${base}/charges/by-key/:key`, guarded(lookUp)],
    [`POST ${base}/charges/:chargeId/reversals`, guarded(reverse)],
    ...refundRoutes(profile, parts),
    ...disputeRoutes(profile, parts),
    [`GET ${base}/health`, guarded(health)],
  ];
}
