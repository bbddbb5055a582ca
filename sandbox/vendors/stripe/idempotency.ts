import { createHash } from "node:crypto";
import { json, type SandboxResponse } from "../../http/response.ts";
import type { Exchange, Handler } from "../../http/router.ts";
import type { SandboxDeps } from "../../sandbox-deps.ts";

/** How long Stripe keeps a key. */
const keptMs = 24 * 60 * 60_000;

interface Kept {
  readonly fingerprint: string;
  readonly atMs: number;
  /** Null while the first request runs. */
  response: SandboxResponse | null;
}

/**
 * Stripe's `Idempotency-Key`: a repeat gets the first response, whatever it was; another request with the key is an
 * `idempotency_error`. A request without effect (429, 503) is not kept.
 */
export class Idempotency {
  readonly #kept = new Map<string, Kept>();
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
      const place = `${exchange.method} ${exchange.url.pathname}`;
      const fingerprint = createHash("sha256").update(`${place} ${exchange.body}`).digest("hex");
      const known = this.#kept.get(key);
      if (known && this.#deps.now() - known.atMs < keptMs) return repeat(known, fingerprint);
      const kept: Kept = { fingerprint, atMs: this.#deps.now(), response: null };
      this.#kept.set(key, kept);
      const response = await handler(exchange);
      if (kept.response !== null) return response;
      const isKept =
        response.kind === "response" && response.status !== 429 && response.status !== 503;
      if (isKept) kept.response = response;
      else this.#kept.delete(key);
      return response;
    };
  }

  /** Keeps the response to a request, even if it is lost on its way. */
  keep({ headers }: Exchange, response: SandboxResponse): void {
    const kept = this.#kept.get(headers["idempotency-key"] ?? "");
    if (kept) kept.response = response;
  }
}

function repeat(known: Kept, fingerprint: string): SandboxResponse {
  if (known.fingerprint !== fingerprint) {
    const message = "Keys for idempotent requests can only be used with the same parameters";
    return error(400, { type: "idempotency_error", message });
  }
  if (known.response === null) {
    return error(409, { type: "invalid_request_error", code: "idempotency_key_in_use" });
  }
  return {
    ...known.response,
    headers: { ...known.response.headers, "idempotent-replayed": "true" },
  };
}

export function error(status: number, fields: Readonly<Record<string, unknown>>): SandboxResponse {
  return json(status, { error: { message: "", ...fields } });
}
