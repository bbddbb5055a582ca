/** What the API and its events tell of a customer's W-9. */
import * as z from "zod/mini";

/**
 * A W-9 that was asked for: `data` of the events `customer_w9_required` (status `pending`) and
 * `customer_w9_completed`. The capture URL goes with one that is waited for; it opens for seven days.
 */
export const w9Request = z.object({
  w9Id: z.string(),
  externalCustomerId: z.string(),
  /** `pending` or `completed`; open on the wire. */
  status: z.string(),
  completedAt: z.nullable(z.string()),
  formRevision: z.nullable(z.string()),
  /** The customer said that they are not a US person: nothing else is kept of them. */
  notUsPerson: z.boolean(),
  /** The IRS has told the customer that they are subject to backup withholding. */
  backupWithholding: z.boolean(),
  w9CaptureUrl: z.nullable(z.string()),
  w9CaptureUrlExpiresAt: z.nullable(z.string()),
});
export type W9Request = z.infer<typeof w9Request>;
