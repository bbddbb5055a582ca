/**
 * Idempotency keys of calls that must not count twice. A call whose outcome is unknown keeps its key, so that the same
 * call again gets the first one's response.
 */
export interface CallKeys {
  /** `call`: its path and body. */
  keyOf(call: string): string;
  /** Notes a response; `code` is the refusal's code, null if the call succeeded. */
  responded(status: number, code: string | null): void;
}

export function createCallKeys(newKey: () => string): CallKeys {
  const unanswered = new Map<string, string>();
  return {
    keyOf(call) {
      const key = unanswered.get(call) ?? newKey();
      unanswered.set(call, key);
      return key;
    },
    responded(status, code) {
      // A 429 or 5xx does not say what an earlier call with the same key did.
      const isFinal = code !== "idempotency_key_in_use" && status !== 429 && status < 500;
      if (isFinal) unanswered.clear();
    },
  };
}
