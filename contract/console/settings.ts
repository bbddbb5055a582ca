/**
 * The operator's settings.
 *
 *   GET /console/api/settings       → consoleSettings (settings.read)
 *   PUT /console/api/settings       changeSettings → consoleSettings (settings.write)
 *
 * Checked by the same rules as the command line's `set`; a refusal is 400 `validation_failed` with paths
 * such as `changes.allowedOrigins.0`. A change made from an older version is 409 `conflicting_state`.
 */
import * as z from "zod/mini";

/** Whether customers of a place are served: `US`, `US-CA`. */
export const locationRule = z.object({ place: z.string(), rule: z.enum(["allow", "deny"]) });
export type LocationRule = z.infer<typeof locationRule>;

/** What staff may change here; the rest belongs to the command line. Meanings: decisions §4. */
export const editableSettings = z.object({
  allowedOrigins: z.array(z.string()),
  locationRules: z.array(locationRule),
  verifyOnFirstPayment: z.boolean(),
  verifyOnFirstDisbursement: z.boolean(),
  /** `off`, `first_payout`, `every_payout` */
  smsVerification: z.string(),
  /** `when_needed`, `always` */
  documentReview: z.string(),
  documentRetentionDays: z.number(),
  /** `every`, `over-threshold` */
  w9Policy: z.string(),
  /** contract/api/payment-intents.ts has those that are known; at least one */
  paymentMethodTypes: z.array(z.string()),
  /** `off`, or hundredths of a per cent and a fixed part in minor units */
  surcharge: z.union([
    z.literal("off"),
    z.object({ basisPoints: z.number(), fixedMinor: z.number() }),
  ]),
  /** `off`, `on` */
  salesTax: z.string(),
  /** `when_enrolled`, `always` */
  threeDSecure: z.string(),
  /** `decline`, `authorise` */
  threeDSecureUnavailable: z.string(),
  /** contract/payment-descriptor.ts has its rules */
  paymentDescriptor: z.string(),
  savedPaymentMethods: z.boolean(),
  /** `cvc`, `three_ds` */
  savedCardVerification: z.string(),
  timeZone: z.string(),
  /** Games whose prizes may be recorded: `bingo`, `horse_racing` */
  taxTypes: z.array(z.string()),
  /** The key that created a payout can't approve it */
  dualControl: z.boolean(),
  reduceByWager: z.boolean(),
  /** `winnings`, `prize`, `services`, `other` */
  defaultTaxCategory: z.string(),
  /** `processor`, `nacha` */
  bankPayoutRail: z.string(),
});
export type EditableSettings = z.infer<typeof editableSettings>;

/** From where on something is asked for, in US dollars: the product's own limit and the law's. */
export const taxLimit = z.object({
  /** `payouts`, `bingo`, `horse_racing` */
  of: z.string(),
  productAmount: z.number(),
  lawAmount: z.number(),
  /** Prizes must also be so many times the wager; null where it does not matter. */
  timesWager: z.nullable(z.number()),
});
export type TaxLimit = z.infer<typeof taxLimit>;

/** A proxy that the service was not told of (its setting TRUSTED_PROXIES); seen within the last hour. */
export const proxyNotice = z.object({
  /** Its address. */
  peer: z.string(),
  /** The forwarding header that it sends. */
  header: z.string(),
  requests: z.number(),
  lastSeenAt: z.string(),
});
export type ProxyNotice = z.infer<typeof proxyNotice>;

/** The settings as they are, and what they would be if nobody had set them. */
export const consoleSettings = z.object({
  version: z.number(),
  settings: editableSettings,
  defaults: editableSettings,
  /** Limits of this calendar year. They follow the law and can't be changed. */
  taxLimits: z.object({ year: z.number(), isFinal: z.boolean(), limits: z.array(taxLimit) }),
  updatedAt: z.string(),
  /** For admins, who can do something about it; null: there is none. */
  proxyNotice: z.nullable(proxyNotice),
});
export type ConsoleSettings = z.infer<typeof consoleSettings>;

/** Only what changes; a list is replaced whole. */
export const changeSettings = z.strictObject({
  version: z.int(),
  changes: z.record(z.string(), z.unknown()),
});
/** Body of PUT. */
export interface ChangeSettings {
  version: number;
  changes: Partial<EditableSettings>;
}
