export interface AccessToken {
  readonly token: string;
  readonly validForMs: number;
}

export interface TokenSource<Problem> {
  /** Returns a valid token, or the problem of the request for one. */
  get(): Promise<{ readonly token: string } | Problem>;
  /** Call it when the vendor refuses the token. The next {@link get} requests another. */
  forget(token: string): void;
}

/** A token is renewed this long before it expires. No call takes longer. */
const marginMs = 60_000;

/**
 * Caches a token in memory. Concurrent callers share one request. Problems are not cached. `request` must limit its own
 * time.
 */
export function createTokenSource<Problem extends object>(
  request: () => Promise<AccessToken | Problem>,
  nowMs: () => number,
): TokenSource<Problem> {
  let cached: { readonly token: string; readonly untilMs: number } | undefined;
  let pending: Promise<{ readonly token: string } | Problem> | undefined;

  async function renew(): Promise<{ readonly token: string } | Problem> {
    const startedAtMs = nowMs();
    try {
      const found = await request();
      if (!("validForMs" in found)) return found;
      cached = { token: found.token, untilMs: startedAtMs + found.validForMs - marginMs };
      return { token: found.token };
    } finally {
      pending = undefined;
    }
  }
  return {
    async get() {
      if (cached && nowMs() < cached.untilMs) return { token: cached.token };
      pending ??= renew();
      return pending;
    },
    forget(token) {
      if (cached?.token === token) cached = undefined;
    },
  };
}
