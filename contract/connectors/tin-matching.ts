import * as z from "zod/mini";

/*
 * Protocol between Tessera and a service that queries the IRS's TIN Matching (Publication 2108-A) for payers,
 * version 1. `Authorization: Bearer <connector key>`.
 *
 *   POST {base}/checks   TinCheck → 200 TinCheckResult | 202 { status: "pending" } | 4xx, 503
 *
 * The other side stores nothing, so requests can be repeated. Repeat after 202: bulk requests take up to a day.
 */

/** `type` as in TIN Matching: 1 EIN, 2 SSN (ITIN, ATIN), 3 unknown. */
export const tinCheck = z.strictObject({
  type: z.enum(["1", "2", "3"]),
  /** Nine digits. */
  tin: z.string().check(z.regex(/^\d{9}$/)),
  /** Line 1 of the W-9. */
  name: z.string().check(z.minLength(1), z.maxLength(200)),
});
export type TinCheck = z.infer<typeof tinCheck>;

/**
 * TIN Matching's codes: 0 match, 1 missing or not nine digits, 2 not issued, 3 no match, 4 invalid request, 5 duplicate
 * request, 6 to 8 match of an unknown type (SSN, EIN, both).
 */
export const tinCheckResult = z.object({
  code: z.enum(["0", "1", "2", "3", "4", "5", "6", "7", "8"]),
});
export type TinCheckResult = z.infer<typeof tinCheckResult>;
