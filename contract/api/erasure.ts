import * as z from "zod/mini";

/** Why a customer is erased. A list, so that no personal data is written here. */
export const erasureReasons = [
  "customer_request",
  "retention_ended",
  "created_by_mistake",
  "other",
] as const;

/** Body of `POST /v1/customers/{externalCustomerId}/erasure`. */
export const eraseCustomer = z.strictObject({ reason: z.enum(erasureReasons) });
export type EraseCustomer = z.infer<typeof eraseCustomer>;

/** What is left of an erased customer. */
export const erasure = z.object({
  externalCustomerId: z.string(),
  reason: z.string(),
  erasedAt: z.string(),
  /** What the law keeps, sealed, until it is deleted; null where nothing is kept. */
  kept: z.object({
    /** Signed W-9 forms behind tax returns. */
    taxRecordsUntil: z.nullable(z.string()),
    /** Proofs of bank debits. */
    debitAuthorizationsUntil: z.nullable(z.string()),
  }),
});
export type Erasure = z.infer<typeof erasure>;

/** In a 409 `erasure_blocked`: what is under way. */
export const erasureBlocker = z.object({
  /** `payment_intent`, `payment`, `disbursement_intent`, `kyc_verification`; open. */
  type: z.string(),
  id: z.string(),
  /** As that resource shows it. */
  status: z.string(),
});
export type ErasureBlocker = z.infer<typeof erasureBlocker>;
