/**
 * The console's home page (docs/console/home.md).
 *
 *   GET /console/api/home?days=30 or ?from=&to=, &currency=   → homeFigures (payments.read)
 *   GET /console/api/home/waiting                             → homeWaiting (own_account; the parts
 *                                                               that the role may see)
 */
import * as z from "zod/mini";

const day = z.iso.date();

/** The longest period. */
export const longestPeriodDays = 366;

/**
 * `days` until today, or `from` and `to`, both inclusive; default 30 days, in the operator's time zone. 400
 * `validation_failed` for a period that is too long or ends before it begins.
 */
export const homeQuery = z.object({
  days: z.optional(z.enum(["7", "30", "90"])),
  from: z.optional(day),
  to: z.optional(day),
  /** Default: the currency with the most payments. */
  currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/))),
});
export type HomeQuery = z.infer<typeof homeQuery>;

/** A payment is a payment intent with at least one attempt, counted when the intent was created. */
export const paymentSums = z.object({
  payments: z.number(),
  succeeded: z.number(),
  /** Payments that succeeded, even if a bank returned the debit later. */
  approved: z.number(),
  /** Payments that are no longer pending. The approval rate is `approved / decided`. */
  decided: z.number(),
  /** `approved` and `decided` of the payments' first attempts alone. */
  firstApproved: z.number(),
  firstDecided: z.number(),
  /** The volume in major units, with fees and tax. */
  volume: z.number(),
  fees: z.number(),
  tax: z.number(),
});
export type PaymentSums = z.infer<typeof paymentSums>;

export const homeSums = z.extend(paymentSums, {
  /** Payment intents, even those without an attempt. */
  created: z.number(),
  /** Counted when the refund was created. Failed and canceled refunds do not count. */
  refunds: z.number(),
  refunded: z.number(),
  /** The net amount: `volume - refunded`. */
  net: z.number(),
});
export type HomeSums = z.infer<typeof homeSums>;

/** Disputes opened in the period, without inquiries, by their current status. */
export const disputeSums = z.object({
  received: z.number(),
  /** The disputed amounts, in major units. */
  amount: z.number(),
  open: z.number(),
  openAmount: z.number(),
  won: z.number(),
  wonAmount: z.number(),
  /** Disputes that were lost, accepted or not answered in time. */
  lost: z.number(),
  lostAmount: z.number(),
});
export type DisputeSums = z.infer<typeof disputeSums>;

export const homeDay = z.object({
  day: z.string(),
  /** The day as times, for links to the lists: `fromAt` inclusive, `beforeAt` exclusive. */
  fromAt: z.string(),
  beforeAt: z.string(),
  payments: z.number(),
  volume: z.number(),
  refunded: z.number(),
  succeeded: z.number(),
  approved: z.number(),
  decided: z.number(),
});
export type HomeDay = z.infer<typeof homeDay>;

/** One value of a breakdown, also for the previous period. `value` is empty if it is unknown. */
export const breakdownRow = z.extend(paymentSums, {
  value: z.string(),
  previousApproved: z.number(),
  previousDecided: z.number(),
});
export type BreakdownRow = z.infer<typeof breakdownRow>;

/**
 * Payments by card that reached each step of 3-D Secure. A payment counts once in each step that one of its attempts
 * reached.
 */
export const threeDSFunnel = z.object({
  /** All payments with an attempt by card. */
  byCard: z.number(),
  /** Payments with 3-D Secure. */
  authenticated: z.number(),
  /** Payments for which the issuer asked for nothing. */
  frictionless: z.number(),
  frictionlessApproved: z.number(),
  challenged: z.number(),
  /** Payments for which the customer passed the challenge. */
  challengePassed: z.number(),
  challengeApproved: z.number(),
});
export type ThreeDSFunnel = z.infer<typeof threeDSFunnel>;

export const homeFigures = z.object({
  timeZone: z.string(),
  today: z.string(),
  from: z.string(),
  to: z.string(),
  previousFrom: z.string(),
  previousTo: z.string(),
  /** The period as times, for links to the lists: `fromAt` inclusive, `beforeAt` exclusive. */
  fromAt: z.string(),
  beforeAt: z.string(),
  todayFromAt: z.string(),
  todayBeforeAt: z.string(),
  /** Currencies of the period, the previous period and today. Most payments first. */
  currencies: z.array(z.string()),
  /** The currency of the figures; null if there are no payments. */
  currency: z.nullable(z.string()),
  todaySums: homeSums,
  sums: homeSums,
  previous: homeSums,
  days: z.array(homeDay),
  previousDays: z.array(homeDay),
  breakdowns: z.object({
    type: z.array(breakdownRow),
    processor: z.array(breakdownRow),
    brand: z.array(breakdownRow),
    country: z.array(breakdownRow),
  }),
  /** Failure reasons, most payments first. `kind`: contract/payment-reasons/decline-kind.ts. */
  reasons: z.array(z.object({ code: z.string(), kind: z.string(), payments: z.number() })),
  threeDS: threeDSFunnel,
  disputes: disputeSums,
  previousDisputes: disputeSums,
  /** The number of days that are not summed yet, and so are missing from the figures. */
  missingDays: z.number(),
  /** Whether older payments have just changed. The figures show it within seconds. */
  isUpdating: z.boolean(),
});
export type HomeFigures = z.infer<typeof homeFigures>;

/** Work that waits for a person. */
export const waitingWork = z.object({
  /**
   * `deadlines`, `outcomes`, `approvals`, `refunds`, `batches`, `disputes`, `reviews`, `sanctions`, `breaks`,
   * `notices`, `deliveries`; an open list.
   */
  kind: z.string(),
  count: z.number(),
  /** When the oldest began to wait; null if nothing waits. */
  oldestAt: z.nullable(z.string()),
  /** The next deadline; null without one. */
  dueAt: z.nullable(z.string()),
  /** The amounts in major units. */
  amounts: z.array(z.object({ currency: z.string(), amount: z.number() })),
});
export type WaitingWork = z.infer<typeof waitingWork>;

/** What waits, and what the service depends on. Only what the role may see. */
export const homeWaiting = z.object({
  work: z.array(waitingWork),
  processors: z.array(
    z.object({
      name: z.string(),
      /** `closed`: gets payments; `half_open`: gets a few as a test; `open`: gets none. */
      breaker: z.string(),
      since: z.string(),
      answered: z.number(),
      failed: z.number(),
    }),
  ),
  chains: z.array(
    z.object({
      network: z.string(),
      /** The newest block; null before the first. */
      blockNumber: z.nullable(z.number()),
      /** When the chain was last read; null before. */
      followedAt: z.nullable(z.string()),
      isBehind: z.boolean(),
    }),
  ),
});
export type HomeWaiting = z.infer<typeof homeWaiting>;
