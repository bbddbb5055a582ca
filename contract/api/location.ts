/**
 * Where a customer is, and whether the operator serves that place (docs/customers/location.md).
 */
import * as z from "zod/mini";

/** Why a place is not allowed. Clients must accept unknown values. */
export const locationReasons = [
  "country_not_allowed",
  "state_not_allowed",
  "location_unknown",
  "location_data_stale",
] as const;
export type LocationReason = (typeof locationReasons)[number];

export const location = z.object({
  allowed: z.boolean(),
  /** ISO 3166-1 alpha-2; null if unknown or not looked up. */
  country: z.nullable(z.string()),
  /** Second part of ISO 3166-2, such as `NY`; null if unknown or not looked up. */
  state: z.nullable(z.string()),
  /** Null if the location is allowed. */
  reason: z.nullable(z.enum(locationReasons)),
  /** Null if the service has seen no address of this customer. */
  ipAddress: z.nullable(z.string()),
  checkedAt: z.string(),
  /** True if the operator has no location rules, so nothing was looked up. */
  skipped: z.optional(z.boolean()),
});
export type Location = z.infer<typeof location>;

/** IPv4 or IPv6; the service validates it. */
const ipAddress = z.string().check(z.minLength(2), z.maxLength(45));

export const checkGeolocationRequest = z.strictObject({ ipAddress });

export const locationQuery = z.object({ ipAddress: z.optional(ipAddress) });
