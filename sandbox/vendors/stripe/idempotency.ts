import { createHash } from "node:crypto";
import { json, type SandboxResponse } from "../../http/response.ts";
import type { Exchange, Handler } from "../../http/router.ts";
import type { SandboxDeps } from "../../sandbox-deps.ts";

/** How long Stripe remembers a key. */
const keyLifeMs = 24 * 60 * 60_000;

interface StoredRequest {
  readonly fingerprint: string;
  readonly atMs: number;
  /** Null while the first request runs. */
  response: SandboxResponse | null;
}

/**
 * Stripe's `Idempotency-Key`. A repeated request gets the first response, whatever it was. Another request with the same
 * key is an `idempotency_error`. A request that had no effect (429, 503) is not stored.
 */
export class Idempotency {
  readonly #stored = new Map<string, StoredRequest>();
  readonly #deps: Pick<SandboxDeps, "now">;

  constructor(deps: Pick<SandboxDeps, "now">) {
    this.#deps = deps;
  }

  /** Runs the handler once for each key. */
  around(handler: Handler): Handler {
    return async (exchange) => {
      const key = exchange.headers["idempotency-key"];
      if (!key || key.length > 255) {
        return error(400, { type: "invalid_request_error", message: "No Idempotency-Key" });
      }
      const target = `${exchange.method} ${exchange.url.pathname}`;
      const fingerprint = createHash("sha256").update(`${target} ${exchange.body}`).digest("hex");
      const earlier = this.#stored.get(key);
      if (earlier && this.#deps.now() - earlier.atMs < keyLifeMs) {
        return repeat(earlier, fingerprint);
      }
      const stored: StoredRequest = { fingerprint, atMs: this.#deps.now(), response: null };
      this.#stored.set(key, stored);
      const response = await handler(exchange);
      if (stored.response !== null) return response;
      const hadEffect =
        response.kind === "response" && response.status !== 429 && response.status !== 503;
      if (hadEffect) stored.response = response;
      else this.#stored.delete(key);
      return response;
    };
  }

  /** Stores the response to a running request before it is sent, for responses that a fault loses on the way. */
  store({ headers }: Exchange, response: SandboxResponse): void {
    const stored = this.#stored.get(headers["idempotency-key"] ?? "");
    if (stored) stored.response = response;
  }
}

function repeat(earlier: StoredRequest, fingerprint: string): SandboxResponse {
  if (earlier.fingerprint !== fingerprint) {
    const message = "Keys for idempotent requests can only be used with the same parameters";
    return error(400, { type: "idempotency_error", message });
  }
  if (earlier.response === null) {
    return error(409, { type: "invalid_request_error", code: "idempotency_key_in_use" });
  }
  return {
    ...earlier.response,
    headers: { ...earlier.response.headers, "idempotent-replayed": "true" },
  };
}

export function error(status: number, fields: Readonly<Record<string, unknown>>): SandboxResponse {
  return json(status, { error: { message: "", ...fields } });
}
