/** An access token, and how long it is valid. */
export interface AccessToken {
  readonly token: string;
  readonly validForMs: number;
}

/** The access token of an account at a vendor. */
export interface TokenSource<Trouble> {
  /** The current token; a new one before it expires. Otherwise why there is none. */
  get(): Promise<{ readonly token: string } | Trouble>;
  /** The vendor refused this token: the next call asks for another. */
  forget(token: string): void;
}

/** A token is renewed this long before it expires: no call that it was given to takes longer. */
const marginMs = 60_000;

/**
 * Keeps a token in memory. At most one request for a token runs at a time, and all callers wait for it. A failed one
 * is not remembered. Requests limit their own time.
 */
export function createTokenSource<Trouble extends object>(
  request: () => Promise<AccessToken | Trouble>,
  nowMs: () => number,
): TokenSource<Trouble> {
  let held: { readonly token: string; readonly untilMs: number } | undefined;
  let asking: Promise<{ readonly token: string } | Trouble> | undefined;

  async function ask(): Promise<{ readonly token: string } | Trouble> {
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
