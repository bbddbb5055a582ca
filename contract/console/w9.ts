/**
 * A customer's W-9 forms for staff. Numbers are masked; only the copy has the full number. The form records every
 * access to it or its copy.
 *
 *   GET  /console/api/customers/{externalCustomerId}/w9s   → w9List (customers.read)
 *   GET  /console/api/w9s/{w9Id}                           → w9Case (payouts.decide)
 *   GET  /console/api/w9s/{w9Id}/copy                      → PDF (tax.file)
 *   POST /console/api/w9s/{w9Id}/request-again             {} → w9List (payouts.decide)
 *
 * `request-again` voids the form and requests a new one from the customer; 409 `conflicting_state` if it is not signed.
 */
import * as z from "zod/mini";

export const w9Summary = z.object({
  w9Id: z.string(),
  externalCustomerId: z.string(),
  /** `pending`, `completed`, `void`; an open list. */
  status: z.string(),
  createdAt: z.string(),
  completedAt: z.nullable(z.string()),
  formRevision: z.nullable(z.string()),
  notUsPerson: z.boolean(),
  backupWithholding: z.boolean(),
  /** `unverified`, `pending`, `match`, `mismatch`; an open list. */
  tinMatch: z.string(),
  tinMatchCode: z.nullable(z.string()),
});
export type W9Summary = z.infer<typeof w9Summary>;

/** A customer's forms, newest first. */
export const w9List = z.object({ data: z.array(w9Summary) });
export type W9List = z.infer<typeof w9List>;

const nullableText = z.nullable(z.string());

/** A signed form with the number masked. */
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
  /** Possible causes of a mismatch; an open list. */
  hints: z.array(z.string()),
});

export const w9Case = z.object({
  ...w9Summary.shape,
  /** The signed form; null until signed. */
  form: z.nullable(w9SignedForm),
  /** `intent`, `date_of_birth`, `phone`; null: the signer's identity was not confirmed. */
  confirmedBy: nullableText,
  /** Other customers who signed with the same number. */
  sameNumber: z.array(z.string()),
  accesses: z.array(
    z.object({
      /** `customer`, `service`, or the staff member's name. */
      actor: z.string(),
      action: z.string(),
      at: z.string(),
      ipAddress: nullableText,
      userAgent: nullableText,
    }),
  ),
});
export type W9Case = z.infer<typeof w9Case>;
