/**
 * A customer's W-9 forms, as staff see them. Numbers are masked; the copy has the whole one. Every look at
 * a form or its copy is noted with the form.
 *
 *   GET  /console/api/customers/{externalCustomerId}/w9s   → w9List (customers.read)
 *   GET  /console/api/w9s/{w9Id}                           → w9Case (payouts.decide)
 *   GET  /console/api/w9s/{w9Id}/copy                      → PDF (tax.file)
 *   POST /console/api/w9s/{w9Id}/ask-anew                  {} → w9List (payouts.decide)
 *
 * `ask-anew`: the form counts no more and the customer is asked for another one; 409 `conflicting_state`
 * for one that is not signed.
 */
import * as z from "zod/mini";

/** One form in short. */
export const w9Summary = z.object({
  w9Id: z.string(),
  externalCustomerId: z.string(),
  /** `pending`, `completed`, `void`; open */
  status: z.string(),
  createdAt: z.string(),
  completedAt: z.nullable(z.string()),
  formRevision: z.nullable(z.string()),
  notUsPerson: z.boolean(),
  backupWithholding: z.boolean(),
  /** `unverified`, `pending`, `match`, `mismatch`; open */
  tinMatch: z.string(),
  tinMatchCode: z.nullable(z.string()),
});
export type W9Summary = z.infer<typeof w9Summary>;

/** A customer's forms, newest first. */
export const w9List = z.object({ data: z.array(w9Summary) });
export type W9List = z.infer<typeof w9List>;

const nullableText = z.nullable(z.string());

/** What was signed, the number masked. */
export const w9SignedForm = z.object({
  classification: z.string(),
  llcClassification: nullableText,
  otherClassification: nullableText,
  name: z.string(),
  businessName: nullableText,
  exemptPayeeCode: nullableText,
  address: z.object({
    line1: nullableText,
    line2: nullableText,
    city: nullableText,
    state: nullableText,
    postalCode: nullableText,
    country: nullableText,
  }),
  tinType: z.string(),
  maskedTin: z.string(),
  certification: z.string(),
  signature: z.string(),
  signedOn: z.string(),
  ipAddress: z.string(),
  userAgent: z.string(),
  /** What was likely to make name and number disagree; open list. */
  hints: z.array(z.string()),
});
export type W9SignedForm = z.infer<typeof w9SignedForm>;

/** One form with all that belongs to it. */
export const w9Case = z.object({
  ...w9Summary.shape,
  /** Null before it is signed. */
  form: z.nullable(w9SignedForm),
  /** `intent`, `date_of_birth`, `phone`; null: nobody confirmed who they were. */
  confirmedBy: nullableText,
  /** Other customers who have signed for the same number. */
  sameNumber: z.array(z.string()),
  accesses: z.array(
    z.object({
      /** `customer`, `service`, or the member of staff's name */
      actor: z.string(),
      action: z.string(),
      at: z.string(),
      ipAddress: nullableText,
      userAgent: nullableText,
    }),
  ),
});
export type W9Case = z.infer<typeof w9Case>;
