/**
 * Customers who may be on the sanctions list, or use a crypto address on it (docs/payouts/sanctions.md).
 *
 *   GET  /console/api/sanctions?status=&externalCustomerId=&page=&size=   → sanctionsReviews (payouts.read)
 *   POST /console/api/sanctions/{sanctionsReviewId}/decision
 *                              decideSanctionsReview   → sanctionsDecided (payouts.decide)
 *
 * Refusals: 409 `sanctions_review_changed`, `conflicting_state`, and `sanctions_evidence_unreadable` for `clear`; 403
 * `dual_control_required` if one person clears twice.
 */
import * as z from "zod/mini";
import { externalId } from "../ids.ts";
import { listOf, pageQuery } from "../lists.ts";

/** Query of the reviews. Waiting ones are sorted oldest first, decided ones newest first. */
export const sanctionsQuery = z.extend(pageQuery, {
  status: z._default(z.enum(["waiting", "decided"]), "waiting"),
  externalCustomerId: z.optional(externalId),
});

/**
 * A customer next to the matching entry, as they were compared. `kind` is an open list. `name`: the entry may be the
 * customer, and `explanation` has the parts of the score. `address`: `addresses` has the listed crypto addresses that
 * the customer uses.
 */
export const sanctionsReview = z.object({
  sanctionsReviewId: z.string(),
  externalCustomerId: z.string(),
  kind: z.string(),
  /** False if the evidence cannot be decrypted: what was compared is then missing, and only `confirm` is accepted. */
  isReadable: z.boolean(),
  /** `open`, `clearing` (a second person must agree), `cleared`, `confirmed`; an open list. */
  status: z.string(),
  version: z.number(),
  /** The score, 0 to 100. */
  score: z.number(),
  person: z.object({
    name: z.string(),
    /** Other names of the customer that match, such as on an account. */
    otherNames: z.array(z.string()),
    dateOfBirth: z.nullable(z.string()),
    city: z.nullable(z.string()),
    country: z.nullable(z.string()),
  }),
  entry: z.object({
    list: z.string(),
    entryId: z.string(),
    names: z.array(z.object({ name: z.string(), quality: z.string() })),
    births: z.array(z.string()),
    birthPlaces: z.array(z.string()),
    countries: z.array(z.string()),
    addresses: z.array(z.string()),
    programs: z.array(z.string()),
    remarks: z.nullable(z.string()),
  }),
  /** The parts of the score, in points. `result` is an open list. Null for an address. */
  explanation: z.nullable(
    z.object({
      name: z.object({
        percent: z.number(),
        listed: z.string(),
        quality: z.string(),
        points: z.number(),
      }),
      birth: z.object({
        result: z.string(),
        listed: z.nullable(z.string()),
        points: z.number(),
      }),
      place: z.object({ result: z.string(), listed: z.array(z.string()), points: z.number() }),
    }),
  ),
  /** `use` is an open list: `payout`, `refund`, `deposit`. `currency` and `listed` are as published. */
  addresses: z.array(
    z.object({
      use: z.string(),
      network: z.string(),
      address: z.string(),
      currency: z.string(),
      listed: z.string(),
    }),
  ),
  reason: z.nullable(z.string()),
  clearedBy: z.nullable(z.string()),
  decidedBy: z.nullable(z.string()),
  openedAt: z.string(),
  decidedAt: z.nullable(z.string()),
});
export type SanctionsReview = z.infer<typeof sanctionsReview>;

export const sanctionsReviews = listOf(sanctionsReview);

/** `clear`: not the same person. `confirm`: the same person, who is never paid. */
export const decideSanctionsReview = z.strictObject({
  decision: z.enum(["clear", "confirm"]),
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
  version: z.int().check(z.minimum(1)),
});

/** The review's status after the decision. */
export const sanctionsDecided = z.object({ status: z.string() });
