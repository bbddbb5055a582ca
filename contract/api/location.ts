/**
 * Where a customer is, and whether the operator serves them there (service-api §4 Geolocation;
 * fields as in decisions §2 "location").
 */
import * as z from "zod/mini";

/** Why a place is refused. Clients must take reasons that they don't know yet. */
export const locationReasons = [
  "country_not_allowed",
  "state_not_allowed",
  "location_unknown",
  "location_data_stale",
] as const;
/** One of {@link locationReasons}. */
export type LocationReason = (typeof locationReasons)[number];

/** The answer of both end points. */
export const location = z.object({
  allowed: z.boolean(),
  /** ISO 3166-1 alpha-2, null where it is not known or was not looked up */
  country: z.nullable(z.string()),
  /** The second half of ISO 3166-2 (`NY`), null likewise */
  state: z.nullable(z.string()),
  /** null when allowed */
  reason: z.nullable(z.enum(locationReasons)),
  /** null when no address of the customer has been seen */
  ipAddress: z.nullable(z.string()),
  checkedAt: z.string(),
  /** true when the operator has no location rules, so that nothing was looked up */
  skipped: z.optional(z.boolean()),
});
export type Location = z.infer<typeof location>;

/** IPv4 or IPv6 as text; what it is, the service finds out. */
const ipAddress = z.string().check(z.minLength(2), z.maxLength(45));

/** `POST /v1/operators/check-geolocation` */
export const checkGeolocationRequest = z.strictObject({ ipAddress });
export type CheckGeolocationRequest = z.infer<typeof checkGeolocationRequest>;

/** `GET /v1/customers/{externalCustomerId}/location` */
export const locationQuery = z.object({ ipAddress: z.optional(ipAddress) });
