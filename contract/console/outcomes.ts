/**
 * Payments, refunds and payouts with an unknown outcome at the processor (docs/payments/unknown-outcomes.md).
 *
 *   POST /console/api/payments/{paymentIntentId}/attempts/{paymentId}/look-up
 *                                                    → lookUpAnswer (payments.decide)
 *   POST /console/api/payments/{paymentIntentId}/attempts/{paymentId}/mark
 *                                  markOutcome       → outcomeDone (payments.refund)
 *   POST /console/api/refunds/{refundId}/look-up     → lookUpAnswer (payments.decide)
 *   POST /console/api/refunds/{refundId}/mark
 *                                  markOutcome       → outcomeDone (payments.refund)
 *   POST /console/api/payouts/{disbursementIntentId}/look-up
 *                                                    → lookUpAnswer (payouts.decide)
 *   POST /console/api/payouts/{disbursementIntentId}/mark
 *                                  markOutcome       → outcomeDone (payouts.decide)
 *   POST /console/api/outcome-marks/{markId}/decision
 *                                  markDecision      → outcomeDone (payments.refund)
 *   POST /console/api/outcome-alarms/{alarmId}/resolution
 *                                  alarmResolution   → outcomeDone (payments.refund)
 *   GET /console/api/outcome-marks/{markId}/file     → the file that proves a mark (payments.decide)
 *   GET /console/api/outcomes/waiting?page=&size=    → waitingOutcomes (payments.read)
 */
import * as z from "zod/mini";
import { evidenceUpload } from "../api/disputes.ts";
import { listOf } from "../lists.ts";

/** The processor's response to a look-up, already applied. */
export const lookUpAnswer = z.object({
  /**
   * `approved`, `declined`, `success`, `failed`, `pending`, `reversed`, `not_found`, `mismatch`, `unknown`; `running`:
   * another person's look-up runs. An open list.
   */
  answer: z.string(),
  /** The processor's id. */
  reference: z.nullable(z.string()),
  /** Why it was declined, or why the outcome is unknown. */
  reason: z.nullable(z.string()),
});
export type LookUpAnswer = z.infer<typeof lookUpAnswer>;

const processorId = z.string().check(z.trim(), z.regex(/^[\x21-\x7e]{1,128}$/));
const note = z.string().check(z.trim(), z.minLength(1), z.maxLength(500));

/** Where the evidence is: a line in a statement, a file, a ticket with the processor. */
const statement = z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200)));

/** Evidence, such as a page of the processor's dashboard; `evidence_file_invalid`, `evidence_too_large`. */
const file = z.optional(evidenceUpload);

/** What the person saw; 409 `conflicting_state` if it has changed. */
const seen = z.string().check(z.maxLength(120));

/**
 * `success`: the charge was made, or the money was returned, under the processor's id `reference`. `failed`: neither.
 * 409 `outcome_not_markable`, `conflicting_state` and `processor_reference_taken`; 403 `refund_limit_exceeded`.
 */
export const markOutcome = z.discriminatedUnion("outcome", [
  z.strictObject({
    outcome: z.literal("success"),
    reference: processorId,
    note,
    statement,
    file,
    seen,
  }),
  z.strictObject({ outcome: z.literal("failed"), note, statement, file, seen }),
]);
export type MarkOutcome = z.infer<typeof markOutcome>;

/** A second person confirms or declines a mark. */
export const markDecision = z.strictObject({ approve: z.boolean(), version: z.int() });

/**
 * `accept`: the processor is right, and the payment or refund is corrected. `keep`: our record is right and stays.
 * `reference`: required if the alarm names no charge.
 */
export const alarmResolution = z.strictObject({
  action: z.enum(["accept", "keep"]),
  note,
  reference: z.optional(processorId),
  version: z.int(),
});

/** The response to an action. Read the payment again for its new state. */
export const outcomeDone = z.object({ subjectId: z.string() });

/** A mark by staff. It is never deleted. */
export const outcomeMark = z.object({
  markId: z.string(),
  /** `success` or `failed` */
  outcome: z.string(),
  reference: z.nullable(z.string()),
  /** Null after the customer's erasure. */
  note: z.nullable(z.string()),
  statement: z.nullable(z.string()),
  /** The evidence; null without one, and after the customer's erasure. */
  file: z.nullable(z.object({ name: z.string(), contentType: z.string(), sizeBytes: z.number() })),
  /** `waiting` for a second person, `applied`, `declined`, `overtaken` by the processor's response */
  state: z.string(),
  /** Who made the mark, for display. */
  markedBy: z.string(),
  decidedBy: z.nullable(z.string()),
  /** Whether the caller made the mark, so that another person must decide. */
  isOwn: z.boolean(),
  version: z.number(),
  createdAt: z.string(),
  decidedAt: z.nullable(z.string()),
  /** When the processor agreed. */
  confirmedAt: z.nullable(z.string()),
});
export type OutcomeMark = z.infer<typeof outcomeMark>;

export const outcomeAlarm = z.object({
  alarmId: z.string(),
  /**
   * `happened_after_all`, `not_happened_after_all`, `other_reference`, `other_amount`, `happened_twice`,
   * `reference_of_another`: the id that staff entered is another payout's; an open list
   */
  problem: z.string(),
  /** `look_up`, `notice`, `settlement` */
  source: z.string(),
  /** The processor's id. */
  reference: z.nullable(z.string()),
  /** `open` or `resolved` */
  state: z.string(),
  /** `accepted` or `kept` */
  resolution: z.nullable(z.string()),
  note: z.nullable(z.string()),
  resolvedBy: z.nullable(z.string()),
  canAccept: z.boolean(),
  version: z.number(),
  openedAt: z.string(),
  resolvedAt: z.nullable(z.string()),
});
export type OutcomeAlarm = z.infer<typeof outcomeAlarm>;

export const outcomeForStaff = z.object({
  /** `payment`, `refund` or `payout` */
  subjectType: z.string(),
  subjectId: z.string(),
  /** The unknown outcome; null once it is known or marked. */
  unknown: z.nullable(
    z.object({
      /** Look-ups without an outcome so far. */
      checks: z.number(),
      nextCheckAt: z.nullable(z.string()),
      canMark: z.boolean(),
      markableAt: z.string(),
      /** Whether only `failed` can be marked: a wrong charge is being reversed. */
      onlyFailed: z.boolean(),
      /** Whether the role may mark this amount. */
      isWithinLimit: z.boolean(),
      /** Whether a second person must confirm. */
      needsSecondPerson: z.boolean(),
      seen: z.string(),
    }),
  ),
  /** Whether a look-up makes sense. */
  canLookUp: z.boolean(),
  /** The marks, newest first. */
  marks: z.array(outcomeMark),
  alarms: z.array(outcomeAlarm),
});
export type OutcomeForStaff = z.infer<typeof outcomeForStaff>;

/** An alarm, or a mark that waits for a second person. */
export const waitingOutcome = z.object({
  /** `alarm` or `mark` */
  kind: z.string(),
  /** Null for a payout. */
  paymentIntentId: z.nullable(z.string()),
  /** Set only for a payout. */
  disbursementIntentId: z.nullable(z.string()),
  subjectType: z.string(),
  subjectId: z.string(),
  /** An alarm's problem, or a mark's outcome. */
  about: z.string(),
  /** The amount in major units. */
  amount: z.number(),
  currency: z.string(),
  since: z.string(),
});
export type WaitingOutcome = z.infer<typeof waitingOutcome>;

/** What waits: alarms come first, and each kind is sorted oldest first. */
export const waitingOutcomes = listOf(waitingOutcome);
export type WaitingOutcomes = z.infer<typeof waitingOutcomes>;
