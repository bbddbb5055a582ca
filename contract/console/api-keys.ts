/**
 * The operator's secret keys, for admins (`keys.manage`).
 *
 *   GET  /console/api/api-keys                    → apiKeyList: without the keys themselves
 *   POST /console/api/api-keys                    createApiKey → newApiKey (201)
 *   PUT  /console/api/api-keys/{keyId}            restrictApiKey → apiKey
 *   POST /console/api/api-keys/{keyId}/roll       rollApiKey → newApiKey (201)
 *   POST /console/api/api-keys/{keyId}/revoke     {} → apiKey
 *
 * A change applies at once in this process, and within five seconds in all others. Refusals: 400 `validation_failed`
 * with paths, 404, 409 `conflicting_state` if the key has ended or changed.
 */
import * as z from "zod/mini";
import { apiKeyScope } from "../api-key-scopes.ts";
import { approvalLimits } from "../approval-limits.ts";
import { idSchema } from "../ids.ts";

/** Longest time that a rolled key stays valid. */
export const maxOverlapHours = 7 * 24;

/**
 * `status`: `active`, `ending` (rolled, until `expiresAt`), `expired` or `revoked`; an open list.
 */
export const apiKey = z.object({
  keyId: z.string(),
  /** `sk_live_…AbCd` */
  hint: z.string(),
  label: z.nullable(z.string()),
  status: z.string(),
  /** What the key may do; null means everything. */
  scopes: z.nullable(z.array(z.string())),
  /** CIDR ranges; null: any address. */
  allowedAddresses: z.nullable(z.array(z.string())),
  approvalLimits,
  /** `staff`, `command` or `service`; null if not recorded. */
  createdBy: z.nullable(z.object({ kind: z.string(), name: z.nullable(z.string()) })),
  createdAt: z.string(),
  /** When the key was last used, accurate to a minute; null: never. */
  lastUsedAt: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
  /** Send it with a change. An outdated version gets 409 `conflicting_state`. */
  version: z.number(),
});
export type ApiKeyView = z.infer<typeof apiKey>;

/** The operator's keys, newest first; ended keys last. */
export const apiKeyList = z.object({
  data: z.array(apiKey),
  /** This request's address, to start an allow-list. */
  yourAddress: z.string(),
});
export type ApiKeyList = z.infer<typeof apiKeyList>;

const restrictions = {
  label: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(60)))),
  /** What the key may do; null means everything. */
  scopes: z.optional(z.nullable(z.array(apiKeyScope).check(z.minLength(1), z.maxLength(10)))),
  allowedAddresses: z.optional(
    z.nullable(z.array(z.string().check(z.maxLength(50))).check(z.minLength(1), z.maxLength(50))),
  ),
  approvalLimits: z.optional(approvalLimits),
};

/**
 * A new key's label and restrictions. A missing field restricts nothing. `keyId`, if given, becomes the key's id. So a
 * retry after a lost response creates no second key: it replaces the restrictions and the secret that nobody saw. 409
 * `conflicting_state` if that key has been used or changed, replaced another, or is an hour old.
 */
export const createApiKey = z.strictObject({
  ...restrictions,
  keyId: z.optional(idSchema("apiKey")),
});
export type CreateApiKey = z.infer<typeof createApiKey>;
export type KeyRestrictions = Omit<CreateApiKey, "keyId">;

/** A key's changed label and restrictions. A missing field stays unchanged; null removes the restriction. */
export const restrictApiKey = z.strictObject({ ...restrictions, version: z.int() });
export type RestrictApiKey = z.infer<typeof restrictApiKey>;

/** How long the old key stays valid; 0 ends it at once. */
export const rollApiKey = z.strictObject({
  overlapHours: z.number().check(z.gte(0), z.lte(maxOverlapHours)),
});

/** The new key, shown only once. */
export const newApiKey = z.object({ secretKey: z.string(), apiKey });
export type NewApiKey = z.infer<typeof newApiKey>;
