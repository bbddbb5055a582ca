/** Cards that are not charged for 30 days, because a network forbade another try. */
import * as z from "zod/mini";

/** A decline that stops or stopped a card. */
export const cardStop = z.object({
  /** A payment with the same card, of any customer. */
  paymentId: z.string(),
  paymentIntentId: z.string(),
  declinedAt: z.string(),
  /** When the stop expires. */
  endsAt: z.string(),
  /**
   * When and by whom the stop was lifted; null while it stops the card. `by` is for display; it and `reason` are null if
   * they cannot be decrypted.
   */
  lifted: z.nullable(
    z.object({ at: z.string(), by: z.nullable(z.string()), reason: z.nullable(z.string()) }),
  ),
});
export type CardStop = z.infer<typeof cardStop>;

export const stoppedSavedCard = z.object({
  paymentMethodId: z.string(),
  /** When the last stop expires. */
  endsAt: z.string(),
  /** The payments whose declines stop the card. */
  paymentIds: z.array(z.string()),
});
export type StoppedSavedCard = z.infer<typeof stoppedSavedCard>;

/** `seen`: the payments whose declines the staff member saw. */
export const stopLift = z.strictObject({
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
  seen: z.array(z.string().check(z.maxLength(40))).check(z.minLength(1), z.maxLength(100)),
});
