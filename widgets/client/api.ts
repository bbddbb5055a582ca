import type {
  ClientPayment,
  ClientStatus,
  ContinuePayment,
  SubmitPayment,
} from "#contract/client/payments";
import type { ClientSession, Quote, QuoteRequest } from "#contract/client/session";
import { clientHeaders } from "./client-headers.ts";
import { type ApiResult, readResult as read } from "./read-result.ts";
import { readPayment, readQuote, readSession, readStatus } from "./responses.ts";

/** The calls to `/v1/client/*` with one client secret at a time. */
export interface Api {
  useSecret(clientSecretKey: string): void;
  /** `begun`: the session request, if it is already under way. */
  session(begun?: Promise<Response>): Promise<ApiResult<ClientSession>>;
  quote(request: QuoteRequest): Promise<ApiResult<Quote>>;
  pay(body: SubmitPayment, idempotencyKey: string): Promise<ApiResult<ClientPayment>>;
  continuePayment(
    paymentId: string,
    body: ContinuePayment,
    idempotencyKey: string,
  ): Promise<ApiResult<ClientPayment>>;
  status(): Promise<ApiResult<ClientStatus>>;
}

export interface ApiOptions {
  readonly publishableKey: string;
  readonly clientSecretKey: string;
  readonly fetch?: (path: string, init: RequestInit) => Promise<Response>;
  /** Aborts after `ms` milliseconds. */
  readonly signalAfter?: (ms: number) => AbortSignal;
}

/** A processor and its bank may need this long. Interrupted calls are looked up later. */
const moneyDeadlineMs = 45_000;
const readDeadlineMs = 15_000;

/** Calls never throw: each returns a value of the contract's shape or an {@link ApiFailure}. */
export function createApi(options: ApiOptions): Api {
  const {
    publishableKey,
    fetch: send = (path, init) => fetch(path, init),
    signalAfter = (ms) => AbortSignal.timeout(ms),
  } = options;
  let { clientSecretKey } = options;

  const request = (
    method: "GET" | "POST",
    path: string,
    deadlineMs: number,
    body?: object,
    idempotencyKey?: string,
  ) =>
    send(`/v1/client/${path}`, {
      method,
      headers: {
        ...clientHeaders(clientSecretKey, publishableKey),
        ...(body && { "Content-Type": "application/json" }),
        ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
      },
      ...(body && { body: JSON.stringify(body) }),
      cache: "no-store",
      credentials: "omit",
      signal: signalAfter(deadlineMs),
    });

  return {
    useSecret(secret) {
      clientSecretKey = secret;
    },
    session: (begun) => read(begun ?? request("GET", "session", readDeadlineMs), readSession),
    quote: (asked) => read(request("POST", "quote", readDeadlineMs, asked), readQuote),
    pay: (body, key) => read(request("POST", "payments", moneyDeadlineMs, body, key), readPayment),
    continuePayment: (paymentId, body, key) =>
      read(
        request("POST", `payments/${paymentId}/continue`, moneyDeadlineMs, body, key),
        readPayment,
      ),
    status: () => read(request("GET", "status", readDeadlineMs), readStatus),
  };
}
