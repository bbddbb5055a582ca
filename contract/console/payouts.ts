/**
 * Payouts: what waits for approval, all of them, and one with its history.
 *
 *   GET  /console/api/payouts/waiting?page=&size=                      → waitingPayouts (payouts.read)
 *   GET  /console/api/payouts?…                                        → payoutList (payouts.read)
 *   GET  /console/api/payouts/{disbursementIntentId}                   → payoutDetail (payouts.read)
 *   POST /console/api/payouts/{disbursementIntentId}/decision          decidePayout → decidedPayout (payouts.decide)
 *
 * A decision names the version that was seen: 409 `disbursement_changed` when it has changed since (look
 * again), 409 `conflicting_state` when somebody has decided it, 400 `w9_not_completed` and
 * `kyc_not_verified` for an approval that lacks these.
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
import { listOf, pageQuery } from "../lists.ts";
import { eventSummary } from "./events.ts";
import { staffName } from "./reviews.ts";

/** What an approval would say now. */
export const approvalGates = z.object({
  /** `met`, `not_completed`, `not_required`; open */
  w9: z.string(),
  /** `met`, `not_verified`, `not_required`; open */
  kyc: z.string(),
  /** The payee said that they are not a US person. */
  notUsPerson: z.boolean(),
  backupWithholding: z.boolean(),
});
export type ApprovalGates = z.infer<typeof approvalGates>;

/** A payout that waits, with all that it is decided by. */
export const waitingPayout = z.object({
  disbursement,
  customer,
  gates: approvalGates,
  /** US dollars of the calendar year, this payout included; null in other currencies. */
  yearToDate: z.nullable(z.number()),
});
export type WaitingPayout = z.infer<typeof waitingPayout>;

/** The queue, the newest first. */
export const waitingPayouts = listOf(waitingPayout);
export type WaitingPayouts = z.infer<typeof waitingPayouts>;

/** Filters; all that are given have to fit. Times are ISO 8601, `from` included, `to` not. */
export const payoutQuery = z.extend(pageQuery, {
  /**
   * An id of ours or the operator's (of intent, payout, customer) or its beginning, or what finds a
   * customer: e-mail, phone number, words of the name.
   */
  search: z._default(z.string().check(z.trim(), z.maxLength(200)), ""),
  status: z.optional(z.enum(disbursementIntentStatuses)),
  type: z.optional(z.string().check(z.maxLength(40))),
  taxCategory: z.optional(z.enum(taxCategories)),
  externalCustomerId: z.optional(externalId),
  from: z.optional(z.iso.datetime()),
  to: z.optional(z.iso.datetime()),
});
export type PayoutQuery = z.infer<typeof payoutQuery>;

/** One line of the list: the intent, and who gets the money. Null where none is known. */
export const payoutSummary = z.extend(disbursementIntent, {
  customerName: z.nullable(z.string()),
  customerEmail: z.nullable(z.string()),
});
export type PayoutSummary = z.infer<typeof payoutSummary>;

/** The list, the newest first; intents without a payout too. */
export const payoutList = listOf(payoutSummary);
export type PayoutList = z.infer<typeof payoutList>;

/** Everything about one payout. */
export const payoutDetail = z.object({
  intent: disbursementIntent,
  customer,
  gates: approvalGates,
  yearToDate: z.nullable(z.number()),
  /** Oldest first. `happening` and `status` are open; `actor` is a name for eyes. */
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
  events: z.array(eventSummary),
});
export type PayoutDetail = z.infer<typeof payoutDetail>;

/** The decision; a rejection needs a reason. */
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
export type DecidePayout = z.infer<typeof decidePayout>;

/** What became of it, and how many still wait. */
export const decidedPayout = z.object({ intent: disbursementIntent, waiting: z.number() });
export type DecidedPayout = z.infer<typeof decidedPayout>;
