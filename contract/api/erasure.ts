import * as z from "zod/mini";

/** Reasons for an erasure. The list is closed, so that it holds no personal data. */
export const erasureReasons = [
  "customer_request",
  "retention_ended",
  "created_by_mistake",
  "other",
] as const;

export const eraseCustomer = z.strictObject({ reason: z.enum(erasureReasons) });
export type EraseCustomer = z.infer<typeof eraseCustomer>;

/** What remains of an erased customer. */
export const erasure = z.object({
  externalCustomerId: z.string(),
  reason: z.string(),
  erasedAt: z.string(),
  /** Records that the law requires, encrypted until they are deleted; null if there are none. */
  kept: z.object({
    taxRecordsUntil: z.nullable(z.string()),
    /** Proof that customers authorized bank debits. */
    debitAuthorizationsUntil: z.nullable(z.string()),
  }),
});
export type Erasure = z.infer<typeof erasure>;

/** Details of a 409 `erasure_blocked`. */
export const erasureBlocker = z.object({
  /** `payment_intent`, `payment`, `disbursement_intent`, `kyc_verification`; an open list. */
  type: z.string(),
  id: z.string(),
  status: z.string(),
});
export type ErasureBlocker = z.infer<typeof erasureBlocker>;
