import { createHash } from "node:crypto";
import { sandboxCredentials, sandboxTabapay } from "#contract/connectors/sandbox-credentials";
import { toDecimalText } from "#contract/money";
import { faultyResponse } from "../../http/faulty-response.ts";
import { parseJsonBody } from "../../http/parse-json-body.ts";
import { json, type SandboxResponse, type Silence, silence } from "../../http/response.ts";
import type { Exchange, Route } from "../../http/router.ts";
import { decidePayout, type PayoutDecision } from "../../payouts/decide-payout.ts";
import type { BookedPayout, PayoutBook } from "../../payouts/payout-book.ts";
import { firstStep, last4Of, settlePayout } from "../../payouts/settle-payout.ts";
import type { FaultBox } from "../../processors/faults.ts";
import type { SandboxDeps } from "../../sandbox-deps.ts";
import {
  createTransaction,
  destinationOf,
  isConsistent,
  networkCodes,
  realTimeCodes,
  triggerOf,
} from "./tabapay-wire.ts";

const base = "/vendors/tabapay/v1/clients/:client/transactions";
const name = "tabapay";
/** Retrieving a transaction again within this time counts as polling. */
const pollingMs = 30_000;
const referencesForMs = 24 * 60 * 60_000;

export interface TabapayParts {
  readonly deps: SandboxDeps;
  readonly book: PayoutBook;
  readonly faults: FaultBox;
}

/**
 * The part of TabaPay that the connector uses, with the test accounts and cards of the sandbox's own payout processor.
 * It follows TabaPay's rules for tests: some amounts and accounts decide the outcome, JSON must be compact, a reference
 * has one transaction and lasts a day, and polling is refused. Its API never shows that an ACH credit was returned.
 */
export function tabapayRoutes({ deps, book, faults }: TabapayParts): Route[] {
  const retrievedAtMs = new Map<string, number>();

  const guarded =
    (
      handler: (
        exchange: Exchange,
      ) => Promise<SandboxResponse | Silence> | SandboxResponse | Silence,
    ) =>
    (exchange: Exchange): Promise<SandboxResponse | Silence> | SandboxResponse | Silence => {
      const { headers, params } = exchange;
      if (headers["authorization"] !== `Bearer ${sandboxCredentials.tabapay}`) return error(401);
      return params["client"] === sandboxTabapay.clientId
        ? handler(exchange)
        : error(404, "client");
    };

  function create({
    body,
  }: Exchange): Promise<SandboxResponse | Silence> | SandboxResponse | Silence {
    const request = parseJsonBody(createTransaction, body);
    if (request && JSON.stringify(JSON.parse(body)) !== body) return error(400, "JSON NOT PACKED");
    if (!request || !isConsistent(request)) return error(400, "accounts");
    if (request.accounts.sourceAccountID !== sandboxTabapay.settlementAccountId) {
      return error(400, "accounts.source");
    }
    const key = request.referenceID.toLowerCase();
    book.countRequest(key);
    if (book.find(key)) return error(409, "referenceID");
    const destination = destinationOf(request);
    const trigger = triggerOf(request.amount);
    const isRealTime = request.achOptions === "R";
    const amountMinor = Number(request.amount.replace(".", ""));
    const decision = decideTransaction(
      decidePayout({
        merchantReference: key,
        amountMinor,
        currency: "USD",
        destination,
        descriptor: "",
        notificationUrl: "",
      }),
      destination.type === "bank" && !isRealTime,
      trigger,
      isRealTime && destination.type === "bank"
        ? realTimeCodes[destination.accountNumber]
        : undefined,
    );
    const fault = faults.take(name, "payout", key) ?? decision.fault;
    if (fault === "silent_without_charging") return silence;
    if (fault === "error_without_charging") return error(503);
    const nowMs = deps.now();
    const booked: BookedPayout = {
      payoutId: deps.randomBytes(16).toString("base64url"),
      amountMinor,
      currency: "USD",
      ...firstStep(decision, nowMs),
      idempotencyKey: key,
      fingerprint: createHash("sha256").update(body).digest("base64url"),
      merchantReference: key,
      notificationUrl: "",
      type: destination.type === "bank" && isRealTime ? "rtp" : destination.type,
      last4: last4Of(destination),
      isNoticedTwice: false,
      createdAt: new Date(nowMs).toISOString(),
    };
    book.save(booked);
    const isOpen = trigger === "unknown" || trigger === "unknown_then_completed";
    const status = isOpen ? 207 : statusOf(booked);
    const response = json(status, {
      SC: status,
      EC: "0",
      transactionID: booked.payoutId,
      ...wire(booked),
    });
    return faultyResponse(deps, response, trigger === "slow" ? "slow" : fault);
  }

  function retrieve(
    booked: BookedPayout | undefined,
    by: string,
  ): Promise<SandboxResponse | Silence> | SandboxResponse | Silence {
    const fault = faults.take(name, "payout_look_up", booked?.idempotencyKey);
    if (fault === "silent_without_charging") return silence;
    if (fault === "error_without_charging") return error(503);
    if (!booked) return error(404, by);
    const nowMs = deps.now();
    const isPolled = nowMs - (retrievedAtMs.get(`${by} ${booked.payoutId}`) ?? 0) < pollingMs;
    retrievedAtMs.set(`${by} ${booked.payoutId}`, nowMs);
    if (isPolled) return error(429, "Polling");
    const settled = settlePayout(book, booked, nowMs);
    const paidMinor = settled.amountMinor + (fault === "wrong_amount" ? 1 : 0);
    const more =
      by === "referenceID"
        ? { transactionID: settled.payoutId }
        : { referenceID: settled.idempotencyKey, amount: toDecimalText(paidMinor, "USD") };
    return faultyResponse(deps, json(200, { SC: 200, EC: "0", ...more, ...wire(settled) }), fault);
  }

  return [
    [`POST ${base}`, guarded(create)],
    [
      `GET ${base}`,
      guarded(({ url }) => {
        const booked = book.find((url.searchParams.get("referenceID") ?? "").toLowerCase());
        const isLate = booked && deps.now() - Date.parse(booked.createdAt) > referencesForMs;
        return isLate ? error(421, "ReferenceID") : retrieve(booked, "referenceID");
      }),
    ],
    [
      `GET ${base}/:transaction`,
      guarded(({ params }) =>
        retrieve(
          book.all().find(({ payoutId }) => payoutId === params["transaction"]),
          "transactionID",
        ),
      ),
    ],
    [
      "GET /admin/payouts/tabapay",
      () =>
        json(200, {
          data: book.all().map(({ fingerprint: _, ...booked }) => ({
            ...booked,
            requests: book.requestsOf(booked),
          })),
        }),
    ],
  ];
}

/** ACH entries wait for their file and are submitted. The API shows nothing later. */
function decideTransaction(
  decision: PayoutDecision,
  isAch: boolean,
  trigger: ReturnType<typeof triggerOf>,
  realTimeCode: string | undefined,
): PayoutDecision {
  if (trigger === "error") return { outcome: "declined", reasonCode: "ZZ" };
  if (trigger === "unknown") return { outcome: "pending_forever" };
  if (trigger === "unknown_then_completed") return { outcome: "paid_later" };
  if (realTimeCode) return { outcome: "declined", reasonCode: realTimeCode };
  if (isAch) return { outcome: "paid_later" };
  return decision.outcome === "returned_later" ? { ...decision, outcome: "paid_later" } : decision;
}

/** Cards are decided at once; 207 if the network has not answered. */
function statusOf({ status, type }: BookedPayout): number {
  if (status !== "pending") return 200;
  return type === "bank" ? 201 : 207;
}

function wire({ status, type, reasonCode = "" }: BookedPayout): object {
  const network = type === "bank" ? "ACH" : type === "rtp" ? "RTP" : "Visa";
  switch (status) {
    case "pending":
      return { network, status: type === "bank" ? "BATCH" : "UNKNOWN" };
    case "paid":
    case "returned":
      return type === "bank"
        ? { network, status: "COMPLETE" }
        : { network, networkRC: type === "rtp" ? "000" : "00", status: "COMPLETED" };
    default: {
      const networkRC = networkCodes[reasonCode] ?? (/^[A-Z]/.test(reasonCode) ? reasonCode : "05");
      return { network, networkRC, status: "ERROR" };
    }
  }
}

function error(status: number, message?: string): SandboxResponse {
  return json(status, {
    SC: status,
    EC: "3C5E1312",
    ...(message !== undefined && { EM: message }),
  });
}
