/**
 * Where a customer is, and whether the operator serves that place (docs/customers/location.md).
 */
import * as z from "zod/mini";

/** Why a location is refused. Clients must accept values they do not know. */
export const locationReasons = [
  "country_not_allowed",
  "state_not_allowed",
  "location_unknown",
  "location_data_stale",
] as const;
/** One of {@link locationReasons}. */
export type LocationReason = (typeof locationReasons)[number];

/** Response of both endpoints. */
export const location = z.object({
  allowed: z.boolean(),
  /** ISO 3166-1 alpha-2; null if unknown or not looked up. */
  country: z.nullable(z.string()),
  /** Second part of ISO 3166-2, such as `NY`; null if unknown or not looked up. */
  state: z.nullable(z.string()),
  /** Null when allowed. */
  reason: z.nullable(z.enum(locationReasons)),
  /** Null when the service has seen no address of this customer. */
  ipAddress: z.nullable(z.string()),
  checkedAt: z.string(),
  /** True when the operator has no location rules, so the service looked nothing up. */
  skipped: z.optional(z.boolean()),
});
export type Location = z.infer<typeof location>;

/** IPv4 or IPv6 as text. The service validates it. */
const ipAddress = z.string().check(z.minLength(2), z.maxLength(45));

/** Body of `POST /v1/operators/check-geolocation`. */
export const checkGeolocationRequest = z.strictObject({ ipAddress });
export type CheckGeolocationRequest = z.infer<typeof checkGeolocationRequest>;

/** Query of `GET /v1/customers/{externalCustomerId}/location`. */
export const locationQuery = z.object({ ipAddress: z.optional(ipAddress) });
