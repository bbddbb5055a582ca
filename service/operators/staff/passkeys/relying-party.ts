import { isIP } from "node:net";
import type { Config } from "../../../platform/config.ts";
import { ApiError } from "../../../platform/http/api-error.ts";

export interface RelyingParty {
  /** The host name. */
  id: string;
  origin: string;
}

/** The relying party, derived from `PUBLIC_URL`. Null for an IP address, which WebAuthn does not allow. */
export function relyingPartyOf({ publicUrl }: Pick<Config, "publicUrl">): RelyingParty | null {
  const { hostname, origin } = new URL(publicUrl);
  return isIP(hostname.replace(/^\[|\]$/g, "")) === 0 ? { id: hostname, origin } : null;
}

/** The relying party. Throws 409 `passkeys_unavailable` if there is none. */
export function requireRelyingParty(config: Pick<Config, "publicUrl">): RelyingParty {
  const found = relyingPartyOf(config);
  if (!found) throw new ApiError("passkeys_unavailable");
  return found;
}
