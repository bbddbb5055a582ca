import { createHash } from "node:crypto";
import { type PayoutRequest, payoutRequest } from "#contract/connectors/payout";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import type { SandboxClock } from "../clock/sandbox-clock.ts";
import { faultyJson } from "../http/faulty-response.ts";
import { loopbackUrl } from "../http/loopback-url.ts";
import { parseJsonBody } from "../http/parse-json-body.ts";
import { json, problem, type SandboxResponse, type Silence, silence } from "../http/response.ts";
import type { Exchange, Route } from "../http/router.ts";
import type { SandboxDeps } from "../sandbox-deps.ts";
import { decidePayout, type PayoutDecision } from "./decide-payout.ts";
import type { BookedPayout, PayoutBook } from "./payout-book.ts";
import { firstStep, last4Of, settlePayout } from "./settle-payout.ts";

/** Delays before each try. */
const noticesAfterMs = [0, 1_000, 5_000];
const noticeDeadlineMs = 5_000;

export interface PayoutParts {
  deps: SandboxDeps;
  clock: Pick<SandboxClock, "onAdvance">;
  book: PayoutBook;
}

/**
 * Tidewater, the payout processor of contract/connectors/payout.ts: push to card, ACH credit, crypto transfer. It
 * reports changes by notification and by look-up.
 */
export function payoutRoutes({ deps, clock, book }: PayoutParts): Route[] {
  const base = "/payouts/tidewater" as const;
  const timers = new Map<string, () => void>();
  for (const payout of book.all()) scheduleNext(payout);
  clock.onAdvance(async () => {
    const due = book.all().filter(({ next }) => next && Date.parse(next.at) <= deps.now());
    await Promise.all(
      due.map((payout) => {
        timers.get(payout.idempotencyKey)?.();
        return reportChange(payout);
      }),
    );
  });

  const guarded =
    (handler: (exchange: Exchange) => Promise<SandboxResponse | Silence> | SandboxResponse) =>
    (exchange: Exchange): Promise<SandboxResponse | Silence> | SandboxResponse =>
      exchange.headers["authorization"] === `Bearer ${sandboxCredentials.tidewater}`
        ? handler(exchange)
        : problem(401, "unauthorized", "The connector key is missing or wrong.");

  async function send(exchange: Exchange): Promise<SandboxResponse | Silence> {
    const key = exchange.headers["idempotency-key"];
    if (!key) return problem(400, "idempotency_key_missing", "Payouts need an Idempotency-Key.");
    const request = parseJsonBody(payoutRequest, exchange.body);
    const exact = request?.destination.type === "crypto" ? request.destination.amount : undefined;
    if (!request || (request.amountMinor === 0 && exact === undefined))
      return problem(400, "invalid_request", "The payout does not match the documentation.");
    book.countRequest(key);
    const fingerprint = createHash("sha256").update(exchange.body).digest("base64url");
    const known = book.find(key);
    if (known) {
      return known.fingerprint === fingerprint
        ? json(200, onTheWire(settle(known)))
        : problem(409, "idempotency_key_reused", "This key was used for another payout.");
    }
    const decision = decidePayout(request);
    const { fault } = decision;
    if (fault === "silent_without_charging") return silence;
    if (fault === "error_without_charging") {
      return problem(503, "unavailable", "Try again later.");
    }
    const booked = bookPayout(request, key, fingerprint, decision);
    return faultyJson(deps, onTheWire(booked), fault);
  }

  function bookPayout(
    request: PayoutRequest,
    idempotencyKey: string,
    fingerprint: string,
    decision: PayoutDecision,
  ): BookedPayout {
    const nowMs = deps.now();
    const { amountMinor, currency, merchantReference, notificationUrl, destination } = request;
    const { status, ...more } = firstStep(decision, nowMs);
    const booked: BookedPayout = {
      payoutId: `po_${String(book.size + 1).padStart(8, "0")}${deps.randomBytes(5).toString("hex")}`,
      status,
      amountMinor,
      currency,
      ...more,
      idempotencyKey,
      fingerprint,
      merchantReference,
      notificationUrl,
      ...(destination.type === "crypto" && {
        transactionHash: `0x${deps.randomBytes(32).toString("hex")}`,
        ...(destination.amount !== undefined && { assetAmount: destination.amount }),
      }),
      type: destination.type,
      last4: last4Of(destination),
      isNoticedTwice: decision.isNoticedTwice === true,
      createdAt: new Date(nowMs).toISOString(),
    };
    book.save(booked);
    scheduleNext(booked);
    return booked;
  }

  const settle = (payout: BookedPayout) => settlePayout(book, payout, deps.now());

  function scheduleNext(payout: BookedPayout): void {
    if (!payout.next) return;
    const inMs = Math.max(0, Date.parse(payout.next.at) - deps.now());
    const cancel = deps.schedule(inMs, () => void reportChange(payout));
    timers.set(payout.idempotencyKey, cancel);
  }

  /** Applies due changes, notifies, and schedules the next one. Never throws. */
  async function reportChange(payout: BookedPayout): Promise<void> {
    timers.delete(payout.idempotencyKey);
    const latest = settle(book.find(payout.idempotencyKey) ?? payout);
    scheduleNext(latest);
    await Promise.all([notify(latest), latest.isNoticedTwice ? notify(latest) : undefined]);
  }

  /** Sends the notification, up to three times until it is accepted. Never throws. */
  async function notify({ notificationUrl, idempotencyKey }: BookedPayout): Promise<void> {
    const eventId = deps.randomUuid();
    for (const pauseMs of noticesAfterMs) {
      if (pauseMs > 0) await deps.sleep(pauseMs);
      try {
        const response = await fetch(loopbackUrl(notificationUrl), {
          method: "POST",
          headers: {
            authorization: `Bearer ${sandboxCredentials.tidewater}`,
            "content-type": "application/json",
          },
          body: JSON.stringify({ eventId, idempotencyKey }),
          signal: AbortSignal.timeout(noticeDeadlineMs),
        });
        await response.arrayBuffer();
        if (response.ok) return;
      } catch {
        // The service is not reachable; the next try follows.
      }
    }
    deps.log(`a notification about payout ${idempotencyKey} was not accepted`);
  }

  function lookUp(exchange: Exchange): SandboxResponse {
    const payout = book.find(exchange.params["key"] ?? "");
    return payout
      ? json(200, onTheWire(settle(payout)))
      : problem(404, "payout_not_found", "No payout was made with this key.");
  }

  return [
    [`POST ${base}/payouts`, guarded(send)],
    [`GET ${base}/payouts/by-key/:key`, guarded(lookUp)],
    [`GET ${base}/health`, guarded(() => json(200, { status: "ok" }))],
    [
      "GET /admin/payouts",
      ({ url }) => {
        const wanted = url.searchParams.get("merchantReference");
        const data = book
          .all()
          .filter((payout) => wanted === null || payout.merchantReference === wanted)
          .map((payout) => settle(payout))
          .map(({ fingerprint: _, ...shown }) => ({ ...shown, requests: book.requestsOf(shown) }));
        return json(200, { data });
      },
    ],
  ];
}

function onTheWire(booked: BookedPayout): Record<string, unknown> {
  const { payoutId, status, reasonCode, amountMinor, currency, assetAmount, paidAt } = booked;
  // A transaction has a hash once it is sent.
  const transactionHash = status === "paid" ? booked.transactionHash : undefined;
  return {
    payoutId,
    status,
    reasonCode,
    amountMinor,
    currency,
    assetAmount,
    transactionHash,
    paidAt,
  };
}
