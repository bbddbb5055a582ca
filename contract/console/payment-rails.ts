/** What staff see of an attempt's rail (ACH, bank, crypto), and how its surcharge was computed. */
import * as z from "zod/mini";

export const achEntryDetail = z.object({
  /** `queued`, `filed`, `settled`, `returned`, `canceled` */
  status: z.string(),
  /** Null until it is in a bank file. */
  traceNumber: z.nullable(z.string()),
  effectiveDate: z.nullable(z.string()),
  /** First day on which it counts as settled. */
  settlesOn: z.nullable(z.string()),
  /** Nacha's return code, such as `R01`, if it was returned. */
  returnCode: z.nullable(z.string()),
});

/** A return that bars or barred the account from further debits. */
export const barringReturn = z.object({
  /** A payment from the same account. */
  paymentId: z.string(),
  paymentIntentId: z.string(),
  /** Nacha's return code, such as `R10`. */
  returnCode: z.string(),
  returnedAt: z.string(),
  /** Null while it bars the account. `by` is for display; it and `reason` are null if they cannot be decrypted. */
  lifted: z.nullable(
    z.object({ at: z.string(), by: z.nullable(z.string()), reason: z.nullable(z.string()) }),
  ),
});
export type BarringReturn = z.infer<typeof barringReturn>;

/** `seen`: the payments of the returns that the staff member reviewed. */
export const barLift = z.strictObject({
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
  seen: z.array(z.string().check(z.maxLength(40))).check(z.minLength(1), z.maxLength(100)),
});

/** A payment that the customer confirms at their bank. */
export const bankConsentDetail = z.object({
  status: z.string(),
  /** `redirect`, `popup` */
  way: z.string(),
  payee: z.string(),
  /** When the bank's page was last opened. */
  openedAt: z.nullable(z.string()),
  /** When the customer authorized it. */
  agreedAt: z.nullable(z.string()),
  expiresAt: z.string(),
  bankPaymentId: z.nullable(z.string()),
  /** The payment waits for this bank, which was removed from the settings. */
  missingBank: z.nullable(z.string()),
});

/** Amounts in whole units of the asset, as decimal text. */
export const cryptoDepositDetail = z.object({
  status: z.string(),
  amount: z.string(),
  received: z.string(),
  missing: z.string(),
  /** Price of one unit, in the payment's currency. */
  rate: z.string(),
  confirmations: z.number(),
  requiredConfirmations: z.number(),
  overpaid: z.boolean(),
  wrongAsset: z.boolean(),
  expiresAt: z.string(),
  transfers: z.array(
    z.object({
      transactionHash: z.string(),
      /** Null for an unknown token; then `token` is its contract. */
      asset: z.nullable(z.string()),
      token: z.nullable(z.string()),
      /** The amount in whole units; null if the token's decimals are unknown. */
      amount: z.nullable(z.string()),
      /** The amount in the chain's base units. */
      baseUnits: z.string(),
      /** `pending`, `mined`, `gone` */
      state: z.string(),
      blockNumber: z.nullable(z.number()),
      arrivedAt: z.string(),
    }),
  ),
});
export type CryptoDepositDetail = z.infer<typeof cryptoDepositDetail>;

/** How an attempt's surcharge was computed: the operator's setting at that time, and the rule that applied. */
export const surchargeDetail = z.object({
  /** See service/payments/pricing/surcharge.ts (`setting`, `capped`, `banned`, `debit`, …); an open list. */
  outcome: z.string(),
  /** The rate in hundredths of a percent. */
  basisPoints: z.number(),
  /** The fixed part in major units. */
  fixed: z.number(),
  /** The strictest rule that applied; null if none was checked. */
  rule: z.nullable(
    z.object({
      kind: z.enum(["brand", "state"]),
      /** Who made the rule, such as `visa` or `CO`. */
      of: z.string(),
      /** First day on which it applies. */
      from: z.string(),
      /** The cap in hundredths of a percent; 0 is a ban. */
      capBasisPoints: z.number(),
    }),
  ),
});
export type SurchargeDetail = z.infer<typeof surchargeDetail>;
