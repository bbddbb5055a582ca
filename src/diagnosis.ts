import { object, oneOf, readOrNull } from "../contract/channel/readers.ts";
import type { Settings } from "./settings.ts";
import { integratorError, TesseraError } from "./tessera-error.ts";

const answer = object({
  key: oneOf("ok", "unknown", "wrong_environment"),
  origin: oneOf("allowed", "refused"),
});

/**
 * Asks the service why a frame may have stayed silent (`GET /v1/sdk/diagnosis`, which judges the key
 * and the page's origin). Gives the cause, or null where key and origin are right.
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
        "The publishable key is not known to the service: copy it again from your settings.",
      );
    if (read?.key === "wrong_environment")
      return integratorError(
        "wrong_key",
        "The publishable key belongs to the other environment: sandbox keys start with pk_sandbox_, live ones with pk_live_.",
      );
    if (read?.origin === "refused")
      return integratorError(
        "wrong_origin",
        `${self.origin} is not one of this key's allowed origins: add it to the setting allowedOrigins.`,
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
    message: `${apiUrl} did not answer as it should.`,
  });
};
