import * as z from "zod/mini";
import { descriptorProblem, descriptorProblems } from "#contract/payment-descriptor";
import { isUsStateCode } from "#contract/regions";
import {
  checkRoutingRules,
  expandRules,
  type RoutableProcessor,
  readRoutingRules,
  routingRules,
} from "#contract/routing-rules";
import type { Environment } from "../../platform/settings-source.ts";

/** An origin: scheme, host and port. */
const originSchema = z.string().check(
  z.refine((text) => URL.canParse(text) && new URL(text).origin === text, {
    error: "An origin must be a scheme, host and port without a path: https://shop.example",
  }),
  z.refine((text) => /^https?:\/\//.test(text), {
    error: "An origin must start with http:// or https://",
  }),
  // A `*` or `;` in frame-ancestors would allow other hosts.
  z.refine((text) => /^\w+:\/\/([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/.test(text), {
    error: "An origin must name one full host: no wildcard, only letters, digits, dots and hyphens",
  }),
);

/** See contract/payment-descriptor.ts. The command line passes digits as a number. */
const descriptorSchema = z
  .string({ error: Object.values(descriptorProblems).join("; ") })
  .check((context) => {
    const problem = descriptorProblem(context.value);
    if (!problem) return;
    const message = descriptorProblems[problem];
    context.issues.push({ code: "custom", input: context.value, message });
  });

const paymentMethodType = z.enum(["card", "bank", "pay_by_bank", "crypto"]);

/** A place, such as `US` or `US-CA`. */
const placeSchema = z.string().check(z.regex(/^[A-Z]{2}(-[A-Z0-9]{1,3})?$/));

const line = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most));

/** The payer without its TIN. US addresses only. */
const payerShape = {
  name: line(75),
  tinType: z.enum(["EIN", "SSN"]),
  address: z.strictObject({
    line1: line(35),
    line2: z.optional(line(35)),
    city: line(40),
    state: z.string().check(z.refine(isUsStateCode, { error: "This is not a USPS state code." })),
    postalCode: z.string().check(z.regex(/^\d{5}(-\d{4})?$/)),
  }),
  /** Ten digits. */
  phone: z.string().check(z.regex(/^\d{10}$/)),
};
/** Without a TIN, the stored one stays. */
const givenPayer = z.strictObject({
  ...payerShape,
  /** Nine digits. */
  tin: z.optional(z.string().check(z.regex(/^\d{9}$/))),
});
const storedPayer = z.strictObject({
  ...payerShape,
  /** See sealed-payer.ts. */
  sealedTin: z.string(),
  last4: z.string(),
});
export type GivenPayer = z.infer<typeof givenPayer>;
export type StoredPayer = z.infer<typeof storedPayer>;

/** The transmitter of tax forms in XML. The IRS assigns the codes. */
const irisTransmitter = z.strictObject({
  transmitterControlCode: z.string().check(z.regex(/^[A-Z0-9]{5}$/)),
  softwareId: z.string().check(z.regex(/^[A-Z0-9]{1,10}$/)),
  /** Up to four letters and digits of the payer's name. */
  nameControl: z.string().check(z.regex(/^[A-Z0-9&-]{1,4}$/)),
  contactName: line(35),
  contactEmail: z.string().check(z.maxLength(50), z.regex(/^[^\s@<>&]+@[^\s@<>&]+$/)),
  /** The schema's version, if the year's schema needs one. */
  schemaVersion: z.optional(z.string().check(z.regex(/^[0-9.v]{1,10}$/))),
  /** Whether files are for the IRS's test system. */
  isTest: z.optional(z.boolean()),
});
export type IrisTransmitter = z.infer<typeof irisTransmitter>;

/** A share of an amount plus a fixed amount. */
const feePrice = z.strictObject({
  /** 29000 is 2.9 %. */
  partsPerMillion: z.int().check(z.gte(0), z.lte(1_000_000)),
  fixedMinor: z.int().check(z.gte(0), z.lte(100_000_000)),
});

const currencyFees = z.strictObject({
  charge: feePrice,
  /** If it is missing, reconciliation does not compare refund fees. */
  refund: z.optional(feePrice),
  /** How each row's share is rounded; default `half_up`. */
  rounding: z.optional(z.enum(["half_up", "half_even", "up", "down"])),
  /** Kinds of fees, such as `commission`; default all. */
  kinds: z.optional(
    z.array(z.string().check(z.minLength(1), z.maxLength(40))).check(z.minLength(1)),
  ),
});

/** docs/console/settings.md. A missing setting has its default, so a new one needs no migration. */
export const operatorSettingsSchema = z.strictObject({
  paymentMethodTypes: z.array(paymentMethodType).check(z.minLength(1)),
  /** The text on the customer's statement. */
  paymentDescriptor: descriptorSchema,
  /** Merchant category code (ISO 18245); null: the processor account's. */
  merchantCategory: z.nullable(z.string().check(z.regex(/^\d{4}$/))),
  savedPaymentMethods: z.boolean(),
  savedCardVerification: z.enum(["cvc", "three_ds"]),
  surcharge: z.union([
    z.literal("off"),
    z.strictObject({
      /** Hundredths of a per cent of the base. */
      basisPoints: z.int().check(z.gte(0), z.lte(1000)),
      fixedMinor: z.int().check(z.gte(0), z.lte(100_000)),
    }),
  ]),
  salesTax: z.enum(["off", "on"]),
  /** Counts attempts with new and saved cards together. */
  cardAttemptsPerIntent: z.int().check(z.gte(1), z.lte(50)),
  /** The limit per hour, over all intents. */
  cardAttemptsPerCustomer: z.int().check(z.gte(1), z.lte(1_000)),
  /** The limit per IP address and hour, over all customers. */
  cardAttemptsPerAddress: z.int().check(z.gte(1), z.lte(10_000)),
  threeDSecure: z.enum(["when_enrolled", "always"]),
  /** What happens with the 3-D Secure statuses U and D (docs/payments/cards.md). */
  threeDSecureUnavailable: z.enum(["decline", "authorise"]),
  verifyOnFirstPayment: z.boolean(),
  verifyOnFirstDisbursement: z.boolean(),
  smsVerification: z.enum(["off", "first_payout", "every_payout"]),
  w9Policy: z.enum(["every", "over-threshold"]),
  /** `nacha`: our own ACH files. */
  bankPayoutRail: z.enum(["processor", "nacha"]),
  /** The key that created a payout cannot approve it. */
  dualControl: z.boolean(),
  /**
   * Largest sum of one payment's refunds (base) by a reviewer, in minor units by currency. Only admins refund other
   * currencies. Null: no limit.
   */
  reviewerRefundLimitsMinor: z.nullable(
    z.record(
      z.string().check(z.regex(/^[A-Z]{3}$/)),
      z.int().check(z.gte(0), z.lte(100_000_000_000)),
    ),
  ),
  /**
   * Above this sum of one payment's refunds (base, minor units by currency), a refund needs a second person. In other
   * currencies every refund does. Null: none does.
   */
  refundApprovalAboveMinor: z.nullable(
    z.record(
      z.string().check(z.regex(/^[A-Z]{3}$/)),
      z.int().check(z.gte(0), z.lte(100_000_000_000)),
    ),
  ),
  /** Prices by processor and currency. Reconciliation compares reports with them. */
  processorFees: z.record(
    z.string().check(z.regex(/^[A-Za-z0-9._-]{1,64}$/)),
    z.record(z.string().check(z.regex(/^[A-Z]{3}$/)), currencyFees),
  ),
  taxTypes: z.array(z.enum(["bingo", "horse_racing"])),
  reduceByWager: z.boolean(),
  defaultTaxCategory: z.enum(["winnings", "prize", "services", "other"]),
  locationRules: z.array(z.strictObject({ place: placeSchema, rule: z.enum(["allow", "deny"]) })),
  allowedOrigins: z.array(originSchema).check(z.maxLength(50)),
  /** `when_needed`: staff review documents that the rules cannot decide. */
  documentReview: z.enum(["when_needed", "always"]),
  documentRetentionDays: z.int().check(z.gte(1), z.lte(3650)),
  timeZone: z.string().check(z.refine(isTimeZone, { error: "This is not an IANA time zone." })),
  /** The payer, which filing tax forms requires. */
  payer: z.nullable(storedPayer),
  /** The transmitter, required only for tax forms in XML. */
  iris: z.nullable(irisTransmitter),
  /** If no rule matches, the service's own order applies. */
  routingRules,
});

export type OperatorSettings = z.infer<typeof operatorSettingsSchema>;

export const defaultSettings: OperatorSettings = {
  paymentMethodTypes: ["card"],
  paymentDescriptor: "TESSERA",
  merchantCategory: null,
  savedPaymentMethods: true,
  savedCardVerification: "cvc",
  surcharge: "off",
  salesTax: "off",
  cardAttemptsPerIntent: 10,
  cardAttemptsPerCustomer: 20,
  cardAttemptsPerAddress: 30,
  threeDSecure: "when_enrolled",
  threeDSecureUnavailable: "decline",
  verifyOnFirstPayment: false,
  verifyOnFirstDisbursement: true,
  smsVerification: "first_payout",
  w9Policy: "every",
  bankPayoutRail: "processor",
  dualControl: false,
  reviewerRefundLimitsMinor: { USD: 50_000 },
  refundApprovalAboveMinor: null,
  processorFees: {},
  taxTypes: [],
  reduceByWager: false,
  defaultTaxCategory: "prize",
  locationRules: [],
  allowedOrigins: [],
  documentReview: "when_needed",
  documentRetentionDays: 90,
  timeZone: "America/New_York",
  payer: null,
  iris: null,
  routingRules: [],
};

/** A patch, with the payer's TIN in clear text. */
export type SettingsPatch = Partial<Omit<OperatorSettings, "payer">> & {
  payer?: GivenPayer | null;
};

/** A setting that is refused. The message names it. */
export class SettingRefused extends Error {
  override name = "SettingRefused";
  readonly code = "setting_refused";
  /** The path begins with the setting's name. It is empty for the whole. */
  readonly path: readonly (string | number)[];
  constructor(message: string, path: readonly (string | number)[] = []) {
    super(message);
    this.path = path;
  }
}

const patchSchema = z.partial(z.extend(operatorSettingsSchema, { payer: z.nullable(givenPayer) }));

/** Parses a patch. Routing rules may name these `processors`. Throws {@link SettingRefused}. */
export function parseSettingsPatch(
  patch: unknown,
  {
    processors,
    environment,
  }: { readonly processors: readonly RoutableProcessor[]; readonly environment: Environment },
): SettingsPatch {
  const result = z.safeParse(patchSchema, withExpandedRules(patch));
  if (!result.success) {
    const issue = result.error.issues[0];
    if (issue?.code === "unrecognized_keys" && issue.path.length === 0)
      throw refusalAt(issue.keys, "there is no such setting");
    const keys = issue?.code === "unrecognized_keys" ? issue.keys : (issue?.path ?? []);
    throw refusalAt(keys.map(nameOrNumber), issue?.message ?? "not valid");
  }
  const parsed = result.data as SettingsPatch;
  const origins = environment === "production" ? (parsed.allowedOrigins ?? []) : [];
  const open = origins.findIndex((origin) => !origin.startsWith("https:"));
  if (open >= 0) throw refusalAt(["allowedOrigins", open], "In production a page must use https.");
  const problem = checkRoutingRules(parsed.routingRules ?? [], processors).find(
    ({ severity }) => severity === "error",
  );
  if (problem) throw refusalAt(["routingRules", ...problem.path], problem.message);
  return parsed;
}

function refusalAt(path: readonly (string | number)[], message: string): SettingRefused {
  return new SettingRefused(`${path.join(".") || "settings"}: ${message}`, path);
}

function withExpandedRules(patch: unknown): unknown {
  if (typeof patch !== "object" || patch === null || !("routingRules" in patch)) return patch;
  return { ...patch, routingRules: expandRules(patch.routingRules) };
}

/** Reads stored settings. Adds defaults, and ignores names that no longer exist. */
export function readSettings(stored: Record<string, unknown>): OperatorSettings {
  const known = Object.entries(stored).filter(([name]) => Object.hasOwn(defaultSettings, name));
  const settings = { ...defaultSettings, ...Object.fromEntries(known) };
  return { ...settings, routingRules: readRoutingRules(settings.routingRules) };
}

function nameOrNumber(key: PropertyKey): string | number {
  return typeof key === "symbol" ? String(key) : key;
}

function isTimeZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: text });
    return true;
  } catch {
    return false;
  }
}
