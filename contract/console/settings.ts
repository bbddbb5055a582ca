/**
 * The operator's settings.
 *
 *   GET /console/api/settings       → consoleSettings (settings.read)
 *   PUT /console/api/settings       changeSettings → consoleSettings (settings.write)
 *
 * The command line's `set` has the same rules. Refusals: 400 `validation_failed` with paths such as
 * `changes.allowedOrigins.0`, 409 `conflicting_state` for a change based on an older version.
 */
import * as z from "zod/mini";

export const locationRule = z.object({ place: z.string(), rule: z.enum(["allow", "deny"]) });
export type LocationRule = z.infer<typeof locationRule>;

/** Settings that staff can change in the console. Others need the command line. Meanings: docs/console/settings.md. */
export const editableSettings = z.object({
  allowedOrigins: z.array(z.string()),
  locationRules: z.array(locationRule),
  verifyOnFirstPayment: z.boolean(),
  verifyOnFirstDisbursement: z.boolean(),
  /** `off`, `first_payout`, `every_payout`. */
  smsVerification: z.string(),
  /** `when_needed`, `always`. */
  documentReview: z.string(),
  documentRetentionDays: z.number(),
  /** `every`, `over-threshold`. */
  w9Policy: z.string(),
  /** At least one of the types in contract/api/payment-intents.ts. */
  paymentMethodTypes: z.array(z.string()),
  /** `off`, or hundredths of a percent plus a fixed part in minor units. */
  surcharge: z.union([
    z.literal("off"),
    z.object({ basisPoints: z.number(), fixedMinor: z.number() }),
  ]),
  /** `off`, `on`. */
  salesTax: z.string(),
  /** `when_enrolled`, `always`. */
  threeDSecure: z.string(),
  /** `decline`, `authorise`. */
  threeDSecureUnavailable: z.string(),
  /** Rules: contract/payment-descriptor.ts. */
  paymentDescriptor: z.string(),
  savedPaymentMethods: z.boolean(),
  /** `cvc`, `three_ds`. */
  savedCardVerification: z.string(),
  timeZone: z.string(),
  /** Recordable prizes: `bingo`, `horse_racing`. */
  taxTypes: z.array(z.string()),
  /** The key that created a payout cannot approve it. */
  dualControl: z.boolean(),
  reduceByWager: z.boolean(),
  /** `winnings`, `prize`, `services`, `other`. */
  defaultTaxCategory: z.string(),
  /** `processor`, `nacha`. */
  bankPayoutRail: z.string(),
});
export type EditableSettings = z.infer<typeof editableSettings>;

/** A reporting threshold in US dollars: Tessera's own limit and the legal one. */
export const taxLimit = z.object({
  /** `payouts`, `bingo`, `horse_racing`. */
  of: z.string(),
  productAmount: z.number(),
  lawAmount: z.number(),
  /** A prize must also be at least this many times the wager; null for no such rule. */
  timesWager: z.nullable(z.number()),
});

/** A proxy that is not in TRUSTED_PROXIES, seen within the last hour. */
export const proxyNotice = z.object({
  /** The proxy's address. */
  peer: z.string(),
  /** The forwarding header that it sends. */
  header: z.string(),
  requests: z.number(),
  lastSeenAt: z.string(),
});
export type ProxyNotice = z.infer<typeof proxyNotice>;

/** The current settings and their defaults. */
export const consoleSettings = z.object({
  version: z.number(),
  settings: editableSettings,
  defaults: editableSettings,
  /** Thresholds of this calendar year. They follow the law and cannot be changed. */
  taxLimits: z.object({ year: z.number(), isFinal: z.boolean(), limits: z.array(taxLimit) }),
  updatedAt: z.string(),
  /** For admins, who can fix it. */
  proxyNotice: z.nullable(proxyNotice),
});
export type ConsoleSettings = z.infer<typeof consoleSettings>;

/** A change: only the changed settings. A list is replaced as a whole. */
export const changeSettings = z.strictObject({
  version: z.int(),
  changes: z.record(z.string(), z.unknown()),
});
