/**
 * What a restricted secret key may do, and where from. Checked on every request, in this order: the key has
 * not expired, the caller's address is on its list, the route takes one of its scopes.
 */
import type { FastifyRequest } from "fastify";
import type { ApiKeyScope } from "#contract/api-key-scopes";
import { ApiError } from "./api-error.ts";

/** Restrictions as they are stored and shown; null restricts nothing. */
export interface KeyRestrictions {
  /** Never empty. */
  readonly scopes: readonly string[] | null;
  /** CIDR ranges in the form of `normalizeRange`; never empty. */
  readonly allowedAddresses: readonly string[] | null;
  /** A key that was rolled ends then. */
  readonly expiresAtMs: number | null;
}

/** The secret key that a request came with. */
export interface CallingKey {
  readonly keyId: string;
  /** The first of the keys that this one replaced; the same for all of them. Limits count by it. */
  readonly lineId: string;
  readonly scopes: readonly string[] | null;
}

/** Throws 401 `api_key_invalid`, 403 `address_not_allowed`, 403 `scope_missing`. */
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
  const taken = request.routeOptions.config.scopes ?? [];
  if (!hasScope(key, taken)) {
    throw new ApiError("scope_missing", {
      message:
        taken.length === 0
          ? "Only a key without scopes can do this."
          : `This key lacks the scope for this: it takes ${taken.join(" or ")}.`,
    });
  }
}

/** Whether a key has one of the scopes. A key without scopes has all. */
export function hasScope(
  { scopes }: Pick<KeyRestrictions, "scopes">,
  taken: readonly ApiKeyScope[],
): boolean {
  return scopes === null || taken.some((scope) => scopes.includes(scope));
}
