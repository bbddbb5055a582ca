import {
  flag,
  nullable,
  type ObjectOf,
  object,
  optional,
  type Read,
  readOrNull,
  text,
} from "#contract/channel/readers";
import type { NameDestination } from "#contract/client/refund";
import { createCallKeys } from "../client/call-keys.ts";

/** `code`: the service's, or `lost` if the outcome is unknown. */
export type RefundResult<T> = { ok: true; value: T } | { ok: false; code: string };

const amount: Read<number> = (value) => {
  if (typeof value !== "number" || !Number.isFinite(value) || value < 0) throw new TypeError();
  return value;
};

const session = {
  refundId: text,
  status: text,
  operator: object({ name: text, logo: optional(text) }),
  type: text,
  amount,
  currency: text,
  crypto: nullable(object({ asset: text, network: text, amount: nullable(text) })),
  expiresAt: text,
};
const quote = { quoteId: text, amount: text, rate: text, isLimited: flag, expiresAt: text };

export type ReadRefund = ObjectOf<typeof session>;
export type ReadQuote = ObjectOf<typeof quote>;

/** The calls of the refund page with one link's secret. No call throws. */
export interface RefundApi {
  session(): Promise<RefundResult<ReadRefund>>;
  quote(): Promise<RefundResult<ReadQuote>>;
  /** A call whose outcome is unknown keeps its idempotency key: the same call again has no second effect. */
  name(body: NameDestination): Promise<RefundResult<ReadRefund>>;
}

const deadlineMs = 20_000;
const readError = object({ errorCode: optional(text) });

export function createRefundApi(options: {
  readonly clientSecret: string;
  readonly send?: (path: string, init: RequestInit) => Promise<Response>;
  readonly newKey?: () => string;
}): RefundApi {
  const {
    clientSecret,
    send = (path, init) => fetch(path, init),
    newKey = () => crypto.randomUUID(),
  } = options;
  const keys = createCallKeys(newKey);

  async function call<T>(
    read: Read<T>,
    method: "GET" | "POST",
    path: string,
    body?: object,
    key?: string,
  ): Promise<RefundResult<T>> {
    try {
      const response = await send(`/v1/client/refund${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${clientSecret}`,
          ...(body && { "Content-Type": "application/json" }),
          ...(key !== undefined && { "Idempotency-Key": key }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(deadlineMs),
        cache: "no-store",
        credentials: "omit",
      });
      const json: unknown = await response.json();
      if (response.ok) {
        const value = readOrNull(read, json);
        if (value === null) return { ok: false, code: "lost" };
        if (key !== undefined) keys.responded(response.status, null);
        return { ok: true, value };
      }
      const code = readOrNull(readError, json)?.errorCode;
      // Codes of a 5xx that say what is missing are useful; others leave the outcome unknown.
      const isKnown = code !== undefined && (response.status < 500 || code.startsWith("crypto_"));
      if (key !== undefined && code !== undefined) keys.responded(response.status, code);
      return { ok: false, code: isKnown ? code : "lost" };
    } catch {
      return { ok: false, code: "lost" };
    }
  }

  return {
    session: () => call(object(session), "GET", ""),
    quote: () => call(object(quote), "POST", "/quote", {}),
    name: (body) =>
      call(object(session), "POST", "/destination", body, keys.keyOf(JSON.stringify(body))),
  };
}
