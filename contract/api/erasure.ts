import * as z from "zod/mini";

/** Why a customer is erased. A closed list, so that no personal data is written here. */
export const erasureReasons = [
  "customer_request",
  "retention_ended",
  "created_by_mistake",
  "other",
] as const;

/** Body of `POST /v1/customers/{externalCustomerId}/erasure`. */
export const eraseCustomer = z.strictObject({ reason: z.enum(erasureReasons) });
export type EraseCustomer = z.infer<typeof eraseCustomer>;

/** What remains of an erased customer. */
export const erasure = z.object({
  externalCustomerId: z.string(),
  reason: z.string(),
  erasedAt: z.string(),
  /** Records that the law requires, encrypted until they are deleted. Null if there are none. */
  kept: z.object({
    /** Signed W-9 forms behind tax returns. */
    taxRecordsUntil: z.nullable(z.string()),
    /** Proof of bank debit authorizations. */
    debitAuthorizationsUntil: z.nullable(z.string()),
  }),
});
export type Erasure = z.infer<typeof erasure>;

/** What blocks the erasure, in a 409 `erasure_blocked`. */
export const erasureBlocker = z.object({
  /** `payment_intent`, `payment`, `disbursement_intent`, `kyc_verification`; an open list. */
  type: z.string(),
  id: z.string(),
  /** The resource's own status. */
  status: z.string(),
});
export type ErasureBlocker = z.infer<typeof erasureBlocker>;
