/** A customer's W-9 in the API and its events. */
import * as z from "zod/mini";

/**
 * `data` of `customer_w9_required` (status `pending`) and `customer_w9_completed`. A pending request includes the
 * capture URL, which works for seven days.
 */
export const w9Request = z.object({
  w9Id: z.string(),
  externalCustomerId: z.string(),
  /** `pending` or `completed`; an open list. */
  status: z.string(),
  completedAt: z.nullable(z.string()),
  formRevision: z.nullable(z.string()),
  /** The customer declared that they are not a US person. Nothing else is stored about them. */
  notUsPerson: z.boolean(),
  /** The IRS notified the customer that they are subject to backup withholding. */
  backupWithholding: z.boolean(),
  w9CaptureUrl: z.nullable(z.string()),
  w9CaptureUrlExpiresAt: z.nullable(z.string()),
});
export type W9Request = z.infer<typeof w9Request>;
