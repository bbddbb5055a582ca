import { createHash, createHmac } from "node:crypto";
import * as z from "zod/mini";
import { sandboxCredentials, sandboxDwolla } from "#contract/connectors/sandbox-credentials";
import { toDecimalText } from "#contract/money";
import { faultyResponse } from "../../http/faulty-response.ts";
import { parseJsonBody } from "../../http/parse-json-body.ts";
import { json, type SandboxResponse, type Silence, silence } from "../../http/response.ts";
import type { Exchange, Route } from "../../http/router.ts";
import { decidePayout } from "../../payouts/decide-payout.ts";
import type { BookedPayout, PayoutBook } from "../../payouts/payout-book.ts";
import { firstStep, settlePayout } from "../../payouts/settle-payout.ts";
import type { FaultBox } from "../../processors/faults.ts";
import type { SandboxDeps } from "../../sandbox-deps.ts";

const base = "/vendors/dwolla";
const name = "dwolla";
const hal = "application/vnd.dwolla.v1.hal+json";
const tokenForMs = 60 * 60_000;

const text = (pattern: RegExp) => z.string().check(z.regex(pattern));
const link = z.strictObject({ href: z.string() });

/** The requests of Dwolla's API that the connector sends. Unknown fields are refused. */
const newCustomer = z.strictObject({
  firstName: text(/^.{1,50}$/),
  lastName: text(/^.{1,50}$/),
  email: text(/^\S+@\S+$/),
  type: z.literal("receive-only"),
  correlationId: text(/^[ -~]{1,255}$/),
});
const newFundingSource = z.strictObject({
  routingNumber: text(/^\d{9}$/),
  accountNumber: text(/^\d{4,17}$/),
  bankAccountType: z.enum(["checking", "savings"]),
  name: text(/^.{1,50}$/),
});
const newTransfer = z.strictObject({
  _links: z.strictObject({ source: link, destination: link }),
  amount: z.strictObject({ currency: z.literal("USD"), value: text(/^\d{1,9}\.\d{2}$/) }),
  correlationId: text(/^[ -~]{1,255}$/),
  clearing: z.optional(z.strictObject({ destination: z.literal("next-available") })),
  processingChannel: z.optional(z.strictObject({ destination: z.literal("instant") })),
});

export interface DwollaParts {
  readonly deps: SandboxDeps;
  readonly book: PayoutBook;
  readonly faults: FaultBox;
}

interface Account {
  readonly id: string;
  readonly customer: string;
  readonly accountNumber: string;
  readonly routingNumber: string;
}

/**
 * The part of Dwolla that the connector uses: tokens for an hour, receive-only customers, funding sources, and
 * transfers with the test accounts of the sandbox's own payout processor. Customers and accounts are in memory and are
 * created again after a restart. It sends no webhooks; {@link dwollaWebhook} makes one for tests.
 */
export function dwollaRoutes({ deps, book, faults }: DwollaParts): Route[] {
  const tokens = new Map<string, number>();
  const customers = new Map<string, z.infer<typeof newCustomer>>();
  const accounts = new Map<string, Account>();
  let tokenRequests = 0;

  const hrefOf = ({ headers }: Exchange, resource: string, id: string) =>
    `http://${headers["host"]}${base}/${resource}/${id}`;
  const newId = () => {
    const hex = deps.randomBytes(16).toString("hex");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  };
  const created = (exchange: Exchange, resource: string, id: string): SandboxResponse => ({
    kind: "response",
    status: 201,
    headers: { location: hrefOf(exchange, resource, id) },
    body: "",
  });
  const guarded =
    (
      handler: (
        exchange: Exchange,
      ) => Promise<SandboxResponse | Silence> | SandboxResponse | Silence,
    ) =>
    (exchange: Exchange): Promise<SandboxResponse | Silence> | SandboxResponse | Silence => {
      const token = /^Bearer (.+)$/.exec(exchange.headers["authorization"] ?? "")?.[1] ?? "";
      if ((tokens.get(token) ?? 0) <= deps.now()) {
        return json(401, { code: "ExpiredAccessToken", message: "Generate a new one." });
      }
      return exchange.headers["accept"] === hal
        ? handler(exchange)
        : json(406, { code: "NotAcceptable", message: "The media type is not supported." });
    };

  function token({ headers, body }: Exchange): SandboxResponse {
    const basic = Buffer.from(`${sandboxDwolla.key}:${sandboxCredentials.dwolla}`).toString(
      "base64",
    );
    if (headers["authorization"] !== `Basic ${basic}` || body !== "grant_type=client_credentials") {
      return json(401, { error: "invalid_client" });
    }
    tokenRequests += 1;
    const accessToken = deps.randomBytes(24).toString("base64url");
    tokens.set(accessToken, deps.now() + tokenForMs);
    return json(200, {
      access_token: accessToken,
      token_type: "Bearer",
      expires_in: tokenForMs / 1_000,
    });
  }

  function createCustomer(exchange: Exchange): SandboxResponse | Silence {
    const request = parseJsonBody(newCustomer, exchange.body);
    if (!request) return invalid("/", "Invalid");
    const known = [...customers].find(([, { email }]) => email === request.email)?.[0];
    if (known !== undefined) {
      return invalid("/email", "Duplicate", {
        about: { href: hrefOf(exchange, "customers", known) },
      });
    }
    const id = newId();
    customers.set(id, request);
    const fault = faults.take(name, "payee");
    return fault === "silent_after_charging" ? silence : created(exchange, "customers", id);
  }

  function createFundingSource(exchange: Exchange): SandboxResponse {
    const customer = exchange.params["id"] ?? "";
    const request = parseJsonBody(newFundingSource, exchange.body);
    if (!customers.has(customer)) return json(404, { code: "NotFound", message: "Not found." });
    if (!request) return invalid("/", "Invalid");
    const { accountNumber, routingNumber } = request;
    const known = [...accounts.values()].find(
      (account) =>
        account.customer === customer &&
        account.accountNumber === accountNumber &&
        account.routingNumber === routingNumber,
    );
    if (known) {
      const about = { href: hrefOf(exchange, "funding-sources", known.id) };
      return json(400, {
        code: "DuplicateResource",
        message: "Bank already exists.",
        _links: { about },
      });
    }
    const id = newId();
    accounts.set(id, { id, customer, accountNumber, routingNumber });
    return created(exchange, "funding-sources", id);
  }

  function transfer(
    exchange: Exchange,
  ): Promise<SandboxResponse | Silence> | SandboxResponse | Silence {
    const request = parseJsonBody(newTransfer, exchange.body);
    const key = exchange.headers["idempotency-key"] ?? "";
    if (!request || key !== request.correlationId) return invalid("/", "Invalid");
    const { source, destination } = request._links;
    if (source.href !== hrefOf(exchange, "funding-sources", sandboxDwolla.fundingSourceId)) {
      return invalid("/_links/source/href", "Invalid");
    }
    const account = accounts.get(destination.href.split("/").at(-1) ?? "");
    if (!account || destination.href !== hrefOf(exchange, "funding-sources", account.id)) {
      return invalid("/_links/destination/href", "Invalid");
    }
    book.countRequest(key);
    const known = book.find(key);
    if (known) return created(exchange, "transfers", known.payoutId);
    const { accountNumber, routingNumber } = account;
    const decision = decidePayout({
      merchantReference: key,
      amountMinor: 0,
      currency: "USD",
      destination: {
        type: "bank",
        accountNumber,
        routingNumber,
        accountType: "checking",
        holderName: "",
      },
      descriptor: "",
      notificationUrl: "",
    });
    const fault = faults.take(name, "payout", key);
    if (fault === "silent_without_charging") return silence;
    if (fault === "error_without_charging") return json(500, { code: "ServerError" });
    const nowMs = deps.now();
    // Dwolla accepts every transfer; a bank's decline makes it fail later.
    const { outcome } = decision;
    const booked: BookedPayout = {
      payoutId: newId(),
      amountMinor: Number(request.amount.value.replace(".", "")),
      currency: "USD",
      ...firstStep(
        outcome === "declined" ? { ...decision, outcome: "failed_later" } : decision,
        nowMs,
      ),
      idempotencyKey: key,
      fingerprint: createHash("sha256").update(exchange.body).digest("base64url"),
      merchantReference: key,
      notificationUrl: "",
      type: "bank",
      last4: accountNumber.slice(-4),
      isNoticedTwice: false,
      createdAt: new Date(nowMs).toISOString(),
    };
    book.save(booked);
    return faultyResponse(deps, created(exchange, "transfers", booked.payoutId), fault);
  }

  const bodyOf = (booked: BookedPayout, wrongBy = 0) => {
    const settled = settlePayout(book, booked, deps.now());
    return {
      _links: {},
      id: settled.payoutId,
      status: statusOf(settled),
      amount: {
        value: toDecimalText(settled.amountMinor + wrongBy, "USD"),
        currency: settled.currency,
      },
      created: settled.createdAt,
      correlationId: settled.idempotencyKey,
    };
  };
  const bookedAt = ({ params }: Exchange) =>
    book.all().find(({ payoutId }) => payoutId === params["id"]);
  const notFound = () => json(404, { code: "NotFound", message: "Not found." });

  function look(
    booked: BookedPayout | undefined,
  ): Promise<SandboxResponse | Silence> | SandboxResponse | Silence {
    const fault = faults.take(name, "payout_look_up", booked?.idempotencyKey);
    if (!booked) return notFound();
    return faultyResponse(deps, json(200, bodyOf(booked, fault === "wrong_amount" ? 1 : 0)), fault);
  }

  return [
    [`POST ${base}/token`, token],
    [`POST ${base}/customers`, guarded(createCustomer)],
    [
      `GET ${base}/customers/:id`,
      guarded(({ params }) => {
        const id = params["id"] ?? "";
        const found = customers.get(id);
        return found ? json(200, { _links: {}, id, status: "unverified", ...found }) : notFound();
      }),
    ],
    [`POST ${base}/customers/:id/funding-sources`, guarded(createFundingSource)],
    [`POST ${base}/transfers`, guarded(transfer)],
    [`GET ${base}/transfers/:id`, guarded((exchange) => look(bookedAt(exchange)))],
    [
      `GET ${base}/transfers/:id/failure`,
      guarded((exchange) => {
        const booked = bookedAt(exchange);
        const settled = booked && settlePayout(book, booked, deps.now());
        if (!settled || statusOf(settled) !== "failed") return notFound();
        const code = returnCodes[settled.reasonCode ?? ""] ?? "R29";
        return json(200, { _links: {}, code, description: "Returned by the bank" });
      }),
    ],
    [
      `GET ${base}/accounts/:id/transfers`,
      guarded(({ params, url }) => {
        if (params["id"] !== sandboxDwolla.accountId) return notFound();
        const booked = book.find(url.searchParams.get("correlationId") ?? "");
        const transfers = booked ? [bodyOf(booked)] : [];
        return json(200, { _links: {}, _embedded: { transfers }, total: transfers.length });
      }),
    ],
    [
      "GET /admin/payouts/dwolla",
      () =>
        json(200, {
          tokenRequests,
          customers: customers.size,
          accounts: accounts.size,
          data: book.all().map(({ fingerprint: _, ...booked }) => ({
            ...settlePayout(book, { ...booked, fingerprint: _ }, deps.now()),
            fingerprint: undefined,
            requests: book.requestsOf(booked),
          })),
        }),
    ],
  ];
}

/** A webhook's body, and the header with Dwolla's signature. */
export function dwollaWebhook(topic: string, resourceId: string) {
  const body = JSON.stringify({
    id: "80d8ff7d-7e5a-4975-ade8-9e97306d6c15",
    resourceId,
    topic,
    timestamp: "2026-11-26T16:00:00.000Z",
    _links: {},
  });
  const signature = createHmac("sha256", sandboxDwolla.webhookSecret).update(body).digest("hex");
  return { body, headers: { "x-request-signature-sha-256": signature } };
}

function statusOf({ status }: BookedPayout): string {
  const words: Readonly<Record<string, string>> = {
    pending: "pending",
    paid: "processed",
    canceled: "cancelled",
  };
  return words[status] ?? "failed";
}

const returnCodes: Readonly<Record<string, string>> = {
  account_closed: "R02",
  account_not_found: "R03",
  account_number_invalid: "R04",
  account_frozen: "R16",
  credit_refused: "R23",
};

function invalid(path: string, code: string, links: object = {}): SandboxResponse {
  const error = { code, message: "Not valid.", path, _links: links };
  return json(400, {
    code: "ValidationError",
    message: "Validation error(s) present.",
    _embedded: { errors: [error] },
  });
}
