/**
 * Payouts: the approval queue, the full list, and one payout with its history.
 *
 *   GET  /console/api/payouts/waiting?page=&size=&sort=                → waitingPayouts (payouts.read)
 *   GET  /console/api/payouts?…                                        → payoutList (payouts.read)
 *   GET  /console/api/payouts/{disbursementIntentId}                   → payoutDetail (payouts.read)
 *   POST /console/api/payouts/{disbursementIntentId}/decision          decidePayout → decidedPayout (payouts.decide)
 *
 * A decision includes the version that the staff member saw. Refusals: 409 `disbursement_changed` if it has changed
 * since (review it again), 409 `conflicting_state` if it was already decided, 400 `w9_not_completed` or
 * `kyc_not_verified` if the approval requires these.
 */
import * as z from "zod/mini";
import { customer } from "../api/customers.ts";
import {
  disbursement,
  disbursementIntent,
  disbursementIntentStatuses,
  taxCategories,
} from "../api/disbursements.ts";
import { externalId } from "../ids.ts";
import { amountBound, amountSorts, listOf, pageQuery } from "../lists.ts";
import { eventSummary } from "./events.ts";
import { outcomeForStaff } from "./outcomes.ts";
import { staffName } from "./reviews.ts";

/** The limits of the processors that could send a payout, in major units; null: none. */
export const amountLimit = z.object({
  netAmount: z.number(),
  currency: z.string(),
  least: z.nullable(z.number()),
  most: z.nullable(z.number()),
});
export type AmountLimit = z.infer<typeof amountLimit>;

/** What an approval requires, as it is now. */
export const approvalGates = z.object({
  /** `met`, `not_completed`, `not_required`; an open list. */
  w9: z.string(),
  /** `met`, `not_verified`, `not_required`; an open list. */
  kyc: z.string(),
  /** `clear`, `review`, `blocked`; an open list. Anything but `clear` prevents an approval. */
  sanctions: z.string(),
  /** Whether the payee declared that they are not a US person. */
  notUsPerson: z.boolean(),
  backupWithholding: z.boolean(),
  /**
   * Null if the amount after withholding can be sent. Otherwise an approval is refused. A process of an earlier version
   * leaves it out.
   */
  amountLimit: z.optional(z.nullable(amountLimit)),
});
export type ApprovalGates = z.infer<typeof approvalGates>;

/** A payout that needs approval, with everything that the decision depends on. */
export const waitingPayout = z.object({
  disbursement,
  customer,
  gates: approvalGates,
  /** Total of the calendar year in US dollars, including this payout; null in other currencies. */
  yearToDate: z.nullable(z.number()),
});
export type WaitingPayout = z.infer<typeof waitingPayout>;

export const waitingPayoutQuery = z.extend(pageQuery, { sort: z.optional(z.enum(amountSorts)) });

/** Payouts that need approval, newest first by default. */
export const waitingPayouts = listOf(waitingPayout);
export type WaitingPayouts = z.infer<typeof waitingPayouts>;

/** A payout must match all filters. Times are ISO 8601, `from` inclusive, `to` exclusive. */
export const payoutQuery = z.extend(pageQuery, {
  /**
   * An id (Tessera's or the operator's) of the intent, payout or customer, or its beginning; or a customer's e-mail
   * address, phone number or words of the name.
   */
  search: z._default(z.string().check(z.trim(), z.maxLength(200)), ""),
  status: z.optional(z.enum(disbursementIntentStatuses)),
  type: z.optional(z.string().check(z.maxLength(40))),
  taxCategory: z.optional(z.enum(taxCategories)),
  /** `held`: only those that a sanctions review holds. */
  hold: z.optional(z.enum(["held"])),
  externalCustomerId: z.optional(externalId),
  /** The lowest amount, inclusive. */
  minAmount: amountBound,
  maxAmount: amountBound,
  from: z.optional(z.iso.datetime()),
  to: z.optional(z.iso.datetime()),
  sort: z.optional(z.enum(amountSorts)),
});
export type PayoutQuery = z.infer<typeof payoutQuery>;

/** An intent and its payee, whose fields are null if unknown. */
export const payoutSummary = z.extend(disbursementIntent, {
  /** Whether a sanctions review holds the payout. Only staff may know. */
  isHeld: z.boolean(),
  customerName: z.nullable(z.string()),
  customerEmail: z.nullable(z.string()),
});
export type PayoutSummary = z.infer<typeof payoutSummary>;

/** Payouts, newest first, including intents without a payout. */
export const payoutList = listOf(payoutSummary);
export type PayoutList = z.infer<typeof payoutList>;

export const payoutDetail = z.object({
  intent: disbursementIntent,
  isHeld: z.boolean(),
  customer,
  gates: approvalGates,
  yearToDate: z.nullable(z.number()),
  /** Oldest first. `happening` names the event; it and `status` are open lists. `actor` is for display. */
  history: z.array(
    z.object({
      happening: z.string(),
      status: z.string(),
      actor: z.string(),
      reason: z.nullable(z.string()),
      version: z.number(),
      at: z.string(),
    }),
  ),
  decidedBy: z.nullable(staffName),
  /** The processor that sends or sent it, by its name in the settings; null before. Earlier versions leave it out. */
  processor: z.optional(
    z.nullable(
      z.object({
        name: z.string(),
        /** True if it may have been sent and nothing sends it again: staff must find out and enter the outcome. */
        waitsForStaff: z.boolean(),
      }),
    ),
  ),
  events: z.array(eventSummary),
  /** The outcome, if it is or was unknown: at most one. */
  outcomes: z.array(outcomeForStaff),
});
export type PayoutDetail = z.infer<typeof payoutDetail>;

/** A decision. A rejection needs a reason. */
export const decidePayout = z
  .strictObject({
    decision: z.enum(["approve", "reject"]),
    reason: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(500))),
    version: z.int(),
  })
  .check(
    z.refine(({ decision, reason }) => decision === "approve" || reason !== undefined, {
      error: "A rejection needs a reason.",
      path: ["reason"],
    }),
  );

/** `waiting`: payouts that still need approval. */
export const decidedPayout = z.object({ intent: disbursementIntent, waiting: z.number() });
