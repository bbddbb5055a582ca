export interface AccessToken {
  readonly token: string;
  readonly validForMs: number;
}

export interface TokenSource<Problem> {
  /** Renews the token before it expires. Returns why if there is none. */
  get(): Promise<{ readonly token: string } | Problem>;
  /** The vendor refused this token: the next call asks for another. */
  forget(token: string): void;
}

/** A token is renewed this long before it expires: no call takes longer. */
const marginMs = 60_000;

/**
 * Keeps a token in memory. All callers wait for the one running request. A failed request is not remembered. Requests
 * limit their own time.
 */
export function createTokenSource<Problem extends object>(
  request: () => Promise<AccessToken | Problem>,
  nowMs: () => number,
): TokenSource<Problem> {
  let held: { readonly token: string; readonly untilMs: number } | undefined;
  let asking: Promise<{ readonly token: string } | Problem> | undefined;

  async function ask(): Promise<{ readonly token: string } | Problem> {
    const startedAtMs = nowMs();
    try {
      const found = await request();
      if (!("validForMs" in found)) return found;
      held = { token: found.token, untilMs: startedAtMs + found.validForMs - marginMs };
      return { token: found.token };
    } finally {
      asking = undefined;
    }
  }
  return {
    async get() {
      if (held && nowMs() < held.untilMs) return { token: held.token };
      asking ??= ask();
      return asking;
    },
    forget(token) {
      if (held?.token === token) held = undefined;
    },
  };
}
