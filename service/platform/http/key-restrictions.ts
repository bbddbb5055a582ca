/**
 * A secret key's restrictions, checked on every request in this order: the key has not expired, its list has the
 * caller's address, the route accepts one of its scopes.
 */
import type { FastifyRequest } from "fastify";
import type { ApiKeyScope } from "#contract/api-key-scopes";
import { ApiError } from "./api-error.ts";

/** Restrictions as stored and shown; null means unrestricted. */
export interface KeyRestrictions {
  /** The key's scopes, never empty. */
  readonly scopes: readonly string[] | null;
  /** Addresses in the form of `normalizeRange`; never empty. */
  readonly allowedAddresses: readonly string[] | null;
  /** The end of a rolled key. */
  readonly expiresAtMs: number | null;
}

export interface CallingKey {
  readonly keyId: string;
  /** The first in the series of keys that replaced one another. Limits count per line. */
  readonly lineId: string;
  readonly scopes: readonly string[] | null;
}

/** Checks a key's restrictions. Throws 401 `api_key_invalid`, 403 `address_not_allowed`, 403 `scope_missing`. */
export function requireAdmission(
  key: KeyRestrictions & { readonly isAddressAllowed: (address: string) => boolean },
  request: FastifyRequest,
  nowMs: number,
): void {
  if (key.expiresAtMs !== null && nowMs >= key.expiresAtMs) throw new ApiError("api_key_invalid");
  if (key.allowedAddresses !== null && !key.isAddressAllowed(request.ip)) {
    throw new ApiError("address_not_allowed", {
      message: `This key can't be used from ${request.ip}: the address is not on its list.`,
    });
  }
  const accepted = request.routeOptions.config.scopes ?? [];
  if (!hasScope(key, accepted)) {
    throw new ApiError("scope_missing", {
      message:
        accepted.length === 0
          ? "Only a key without scopes can do this."
          : `This key lacks the scope for this: it needs ${accepted.join(" or ")}.`,
    });
  }
}

/** Whether a key has one of the scopes. A key without scopes has all. */
export function hasScope(
  { scopes }: Pick<KeyRestrictions, "scopes">,
  accepted: readonly ApiKeyScope[],
): boolean {
  return scopes === null || accepted.some((scope) => scopes.includes(scope));
}
