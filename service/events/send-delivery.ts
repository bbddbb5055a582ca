import { Agent, type Dispatcher, request } from "undici";
import { AddressRefused, createGuardedLookup, requirePublicHost } from "./address-guard.ts";
import type { ResolveHost } from "./resolve-host.ts";
import { parseRetryAfterMs } from "./retry-schedule.ts";

/** The deadline of a whole try (docs/integrate/webhooks.md). */
export const tryDeadlineMs = 10_000;

/** How many bytes of a response are kept. */
export const keptResponseBytes = 2048;

/** `internal`: we could not prepare the delivery. */
export type TryFailure =
  | "deadline"
  | "address_refused"
  | "url_refused"
  | "unreachable"
  | "broken"
  | "internal";

export type TryResult =
  | { kind: "answered"; statusCode: number; body: string; retryAfterMs: number | undefined }
  | { kind: "failed"; failure: TryFailure }
  /** The service shut down. This does not count as a try. */
  | { kind: "canceled" };

export interface OutgoingDelivery {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** See {@link createDeliverySender}. */
export interface DeliverySender {
  /** Sends a delivery. Never rejects. */
  send(delivery: OutgoingDelivery, signal: AbortSignal, nowMs: () => number): Promise<TryResult>;
  close(): Promise<void>;
}

export interface DeliverySenderOptions {
  /** Production allows only public addresses, with https. */
  publicOnly: boolean;
  resolve?: ResolveHost;
  deadlineMs?: number;
}

/**
 * Sends a delivery: one POST within ten seconds, without redirects. Connects only to checked addresses
 * (address-guard.ts) and keeps connections open for the next delivery.
 */
export function createDeliverySender(options: DeliverySenderOptions): DeliverySender {
  const { publicOnly, resolve, deadlineMs = tryDeadlineMs } = options;
  const dispatcher = new Agent({
    pipelining: 1,
    keepAliveTimeout: 15_000,
    connect: {
      timeout: deadlineMs,
      lookup: createGuardedLookup(publicOnly, resolve) as never,
    },
  });
  return {
    async send(delivery, signal, nowMs) {
      const deadline = AbortSignal.timeout(deadlineMs);
      try {
        const url = new URL(delivery.url);
        if (publicOnly && url.protocol !== "https:")
          return { kind: "failed", failure: "url_refused" };
        // Connecting to an IP literal makes no look-up that could check it.
        if (publicOnly && /^[\d.]+$|^\[/.test(url.hostname)) await requirePublicHost(url.hostname);
        const response = await request(url, {
          method: "POST",
          headers: delivery.headers,
          body: delivery.body,
          dispatcher,
          signal: AbortSignal.any([signal, deadline]),
          headersTimeout: deadlineMs,
          bodyTimeout: deadlineMs,
        });
        return {
          kind: "answered",
          statusCode: response.statusCode,
          body: await readStart(response.body),
          retryAfterMs: parseRetryAfterMs(oneHeader(response.headers["retry-after"]), nowMs()),
        };
      } catch (error) {
        if (signal.aborted) return { kind: "canceled" };
        return { kind: "failed", failure: deadline.aborted ? "deadline" : failureOf(error) };
      }
    },
    close: () => dispatcher.destroy(),
  };
}

/** Reads the start of a response. Cuts a longer one and closes its connection. */
async function readStart(body: Dispatcher.ResponseData["body"]): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (length >= keptResponseBytes) break;
  }
  // PostgreSQL's text cannot hold NUL, and the cut may have split a character.
  return Buffer.concat(chunks).subarray(0, keptResponseBytes).toString("utf8").replaceAll("\0", "");
}

function oneHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

const unreachableCodes: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "ENODATA",
  "ESERVFAIL",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);

/** Codes of timeouts: the name, the connection, or the response's start or end. */
const timeoutCodes: ReadonlySet<unknown> = new Set([
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "ETIMEDOUT",
  "ETIMEOUT",
  "ECANCELLED",
]);

function failureOf(error: unknown): TryFailure {
  if (error instanceof AddressRefused) return "address_refused";
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  if (cause instanceof AddressRefused) return "address_refused";
  if (timeoutCodes.has(code)) return "deadline";
  return unreachableCodes.has(code) ? "unreachable" : "broken";
}
