import { Agent, type Dispatcher, request } from "undici";
import { AddressRefused, createGuardedLookup, requirePublicHost } from "./address-guard.ts";
import type { ResolveHost } from "./resolve-host.ts";
import { parseRetryAfterMs } from "./retry-schedule.ts";

/** A try ends after this, whatever of it is done by then (docs/integrate/webhooks.md). */
export const tryDeadlineMs = 10_000;

/** How much of an answer is kept. */
export const keptAnswerBytes = 2048;

/** Why no answer came; `internal` is ours: the delivery could not be made ready. */
export type TryFailure =
  | "deadline"
  | "address_refused"
  | "url_refused"
  | "unreachable"
  | "broken"
  | "internal";

/** What one try came to. */
export type TryResult =
  | { kind: "answered"; statusCode: number; answer: string; retryAfterMs: number | undefined }
  | { kind: "failed"; failure: TryFailure }
  /** Cut off by the signal, at shutdown: not a try of the receiver's at all. */
  | { kind: "canceled" };

/** One delivery, ready to go. */
export interface OutgoingDelivery {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** Sends deliveries; {@link createDeliverySender}. */
export interface DeliverySender {
  /** Never rejects: whatever goes wrong is a result. */
  send(delivery: OutgoingDelivery, signal: AbortSignal, nowMs: () => number): Promise<TryResult>;
  close(): Promise<void>;
}

export interface DeliverySenderOptions {
  /** Production: https only, and only to public addresses. */
  publicOnly: boolean;
  resolve?: ResolveHost;
  deadlineMs?: number;
}

/**
 * The client of webhook deliveries: one POST, ten seconds for all of it, redirects not followed,
 * connections made only to judged addresses (address-guard.ts) and kept open for the next.
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
        // An IP literal never reaches the connection's look-up, so it is judged here.
        if (publicOnly && /^[\d.]+$|^\[/.test(url.hostname)) await requirePublicHost(url.hostname);
        const answer = await request(url, {
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
          statusCode: answer.statusCode,
          answer: await readStart(answer.body),
          retryAfterMs: parseRetryAfterMs(oneHeader(answer.headers["retry-after"]), nowMs()),
        };
      } catch (error) {
        if (signal.aborted) return { kind: "canceled" };
        return { kind: "failed", failure: deadline.aborted ? "deadline" : failureOf(error) };
      }
    },
    close: () => dispatcher.destroy(),
  };
}

/** The answer's first bytes as text; a longer one is cut off with its connection. */
async function readStart(body: Dispatcher.ResponseData["body"]): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (length >= keptAnswerBytes) break;
  }
  // PostgreSQL's text has no NUL, and a cut may have split a character.
  return Buffer.concat(chunks).subarray(0, keptAnswerBytes).toString("utf8").replaceAll("\0", "");
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

/** The receiver used up the time: its name was not answered, or it did not connect, answer or finish. */
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
