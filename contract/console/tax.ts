/**
 * The tax year: forms to file, exports for the IRS portal, copies for payees. For admins only, because these files
 * contain taxpayer identification numbers.
 *
 *   GET  /console/api/tax/{year}/forms?form=&state=&sort=&page=&size= → taxFormList (tax.read)
 *   GET  /console/api/tax/{year}/prizes?status=&page=&size=         → taxPrizeList (tax.read)
 *   GET  /console/api/tax/{year}/filings                            → taxFilingList (tax.read)
 *   POST /console/api/tax/{year}/exports                            exportTaxForms → exportedTaxForms (tax.file)
 *   POST /console/api/tax/filings/{taxFilingId}/export-again        {} → exportedAgain (tax.file)
 *   POST /console/api/tax/filings/{taxFilingId}/xml                 {} → exportedAgain, one file for the IRS's A2A
 *                                                                   channel (tax.file)
 *   POST /console/api/tax/filings/{taxFilingId}/filed               markTaxFiling → taxFilingList of its year
 *                                                                   (tax.file)
 *   GET  /console/api/tax/{year}/copies/{form}/{externalCustomerId} → PDF (tax.file)
 *   GET  /console/api/tax/prizes/{prizeId}/copy                     → PDF (tax.file)
 *
 * 400 `payer_missing` until the operator's name and number are set, `iris_missing` for XML without a transmitter.
 */
import * as z from "zod/mini";
import { prizeRecord } from "../api/prizes.ts";
import { listOf, pageQuery } from "../lists.ts";

export const forms1099 = ["1099-MISC", "1099-NEC"] as const;
/** States of a form. The list is open. */
export const taxFormStates = [
  "below_threshold",
  "to_file",
  "submitted",
  "filed",
  "correction_due",
] as const;

/** Orders of the forms: by the customer's id (default), or by the year's amount. */
export const taxFormSorts = ["customer", "highest", "lowest"] as const;
export type TaxFormSort = (typeof taxFormSorts)[number];

export const taxFormQuery = z.extend(pageQuery, {
  form: z.optional(z.enum(forms1099)),
  state: z.optional(z.enum(taxFormStates)),
  sort: z.optional(z.enum(taxFormSorts)),
});

/** A customer's form for a year, in US dollars. */
export const taxForm = z.object({
  form: z.string(),
  externalCustomerId: z.string(),
  /** The name on the W-9. */
  payeeName: z.nullable(z.string()),
  /** The name in the customer's record; null if unknown, like the e-mail address. */
  customerName: z.nullable(z.string()),
  customerEmail: z.nullable(z.string()),
  maskedTin: z.nullable(z.string()),
  amount: z.number(),
  withheld: z.number(),
  state: z.string(),
  /** Prevents filing: `w9_missing`, `not_us_person`, `address_missing`; an open list. */
  problem: z.nullable(z.string()),
  exported: z.nullable(
    z.object({
      taxFilingId: z.string(),
      status: z.string(),
      revision: z.number(),
      amount: z.number(),
      withheld: z.number(),
    }),
  ),
});
export type TaxForm = z.infer<typeof taxForm>;

/** The forms, and the number in each state. */
export const taxFormList = z.extend(listOf(taxForm), {
  states: z.record(z.string(), z.number()),
});
export type TaxFormList = z.infer<typeof taxFormList>;

export const taxPrizeQuery = z.extend(pageQuery, {
  status: z.optional(z.enum(["recorded", "submitted", "filed"])),
});
/** A prize and its winner, whose fields are null if unknown. */
export const taxPrize = z.extend(prizeRecord, {
  customerName: z.nullable(z.string()),
  customerEmail: z.nullable(z.string()),
});
export type TaxPrize = z.infer<typeof taxPrize>;

/** Prizes, newest first. */
export const taxPrizeList = listOf(taxPrize);
export type TaxPrizeList = z.infer<typeof taxPrizeList>;

/** `status`: `submitted` or `filed`; an open list. */
export const taxFiling = z.object({
  taxFilingId: z.string(),
  taxYear: z.number(),
  form: z.string(),
  isCorrection: z.boolean(),
  formCount: z.number(),
  status: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
  filedAt: z.nullable(z.string()),
  /** The IRS's id, if it was entered. */
  receiptId: z.nullable(z.string()),
});
export type TaxFiling = z.infer<typeof taxFiling>;

/** Exports, newest first. */
export const taxFilingList = z.object({ data: z.array(taxFiling) });
export type TaxFilingList = z.infer<typeof taxFilingList>;

/** 1099 forms that are due (or corrections of exported ones), or prizes on Form W-2G. */
export const exportTaxForms = z.discriminatedUnion("form", [
  z.strictObject({
    form: z.enum(forms1099),
    corrections: z._default(z.boolean(), false),
    /** The portal's header row, as pasted. */
    headerRow: z.optional(z.string().check(z.maxLength(20_000))),
  }),
  z.strictObject({
    form: z.literal("W-2G"),
    /** Exports only prizes that the law requires to report. */
    legalOnly: z._default(z.boolean(), false),
  }),
]);

const file = z.object({ name: z.string(), content: z.string() });

/** Forms that lack data, which the files omit. */
const left = z.array(
  z.object({
    externalCustomerId: z.string(),
    prizeId: z.nullable(z.string()),
    problem: z.string(),
  }),
);
export type LeftForms = z.infer<typeof left>;

/** `taxFilingId` is null if nothing was due. */
export const exportedTaxForms = z.object({
  taxFilingId: z.nullable(z.string()),
  formCount: z.number(),
  files: z.array(file),
  left,
});
export type ExportedTaxForms = z.infer<typeof exportedTaxForms>;

/**
 * Marks an export as filed. With the IRS's receipt id, its forms can be corrected by XML. The id of a filed export can
 * be entered later, changed, and removed with null.
 */
export const markTaxFiling = z.strictObject({
  receiptId: z.optional(z.nullable(z.string().check(z.trim(), z.regex(/^[A-Za-z0-9-]{1,60}$/)))),
});

export const exportedAgain = z.object({ files: z.array(file), left });
