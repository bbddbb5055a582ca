import { object, oneOf, readOrNull } from "../contract/channel/readers.ts";
import type { Settings } from "./settings.ts";
import { integratorError, TesseraError } from "./tessera-error.ts";

const answer = object({
  key: oneOf("ok", "unknown", "wrong_environment"),
  origin: oneOf("allowed", "refused"),
});

/**
 * Asks the service why a frame may not respond (`GET /v1/sdk/diagnosis`). Null if the key and the page's origin are
 * right.
 */
export const diagnose = async (
  { apiUrl, publishableKey }: Settings,
  signal: AbortSignal,
): Promise<TesseraError | null> => {
  try {
    const response = await fetch(
      `${apiUrl}/v1/sdk/diagnosis?publishableKey=${encodeURIComponent(publishableKey)}`,
      { credentials: "omit", signal },
    );
    const read = readOrNull(answer, await response.json());
    if (read?.key === "unknown")
      return integratorError(
        "wrong_key",
        "This publishable key is unknown. Copy it again from your settings.",
      );
    if (read?.key === "wrong_environment")
      return integratorError(
        "wrong_key",
        "This publishable key belongs to the other environment. Sandbox keys start with pk_sandbox_, live keys with pk_live_.",
      );
    if (read?.origin === "refused")
      return integratorError(
        "wrong_origin",
        `${self.origin} is not an allowed origin of this key. Add it to the setting allowedOrigins.`,
      );
    if (read) return null;
  } catch (cause) {
    return new TesseraError(
      {
        code: "network",
        party: "network",
        message: `${apiUrl} could not be reached.`,
      },
      cause,
    );
  }
  return new TesseraError({
    code: "network",
    party: "us",
    message: `${apiUrl} sent an unexpected response.`,
  });
};
