/**
 * Processors' notices that the service could not apply, such as those about an unknown charge.
 *
 *   GET  /console/api/reconciliation/notices?state=&page=              → noticeList (reconciliation.read)
 *   POST /console/api/reconciliation/notices/{processor}/{eventId}     noticeDecision → noticeDecided
 *        (reconciliation.work); 404 for an unknown payment, 409 `conflicting_state` if the notice's state does not
 *        allow the action, 400 `invalid_value` if the notice cannot be about the payment
 */
import * as z from "zod/mini";
import { listOf, pageQuery, timeSorts } from "../lists.ts";

/**
 * Without `state`, notices that wait for a decision, oldest first. Dismissed ones are sorted by the time of dismissal.
 */
export const noticeQuery = z.extend(pageQuery, {
  state: z.optional(z.enum(["dismissed"])),
  sort: z.optional(z.enum(timeSorts)),
});

export const noticeForStaff = z.object({
  processor: z.string(),
  eventId: z.string(),
  /** `dispute` or `fraud_report`; an open list. */
  type: z.string(),
  /** `waiting`: retried automatically; `refused`: contradicts what is stored; `dismissed` by staff. */
  state: z.string(),
  /** `charge_unknown`, `charge_mismatch`, `currency_mismatch`, …; an open list. */
  problem: z.nullable(z.string()),
  amount: z.number(),
  currency: z.string(),
  network: z.string(),
  /** The network's code for the reason or the kind of fraud. */
  code: z.nullable(z.string()),
  /** The charge, by the processor's id or our key. */
  charge: z.nullable(z.string()),
  /** The processor's id of the dispute or report. */
  reference: z.string(),
  respondBy: z.nullable(z.string()),
  receivedAt: z.string(),
  note: z.nullable(z.string()),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
});
export type NoticeForStaff = z.infer<typeof noticeForStaff>;
export const noticeList = listOf(noticeForStaff);

const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(500));

export const noticeDecision = z.discriminatedUnion("action", [
  z.strictObject({
    action: z.literal("match"),
    paymentId: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
    reason,
  }),
  z.strictObject({ action: z.literal("dismiss"), reason }),
  z.strictObject({ action: z.literal("retry"), reason }),
]);

/** The notice's state after the decision. */
export const noticeDecided = z.object({ state: z.string() });
