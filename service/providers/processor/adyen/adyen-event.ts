import * as z from "zod/mini";

/** An event of a standard webhook, of a kind that the service uses. */
export const adyenEvent = z.object({
  eventCode: z.string().check(z.regex(/^[A-Z0-9_]{1,64}$/)),
  success: z.union([z.boolean(), z.enum(["true", "false"])]),
  pspReference: z.string().check(z.regex(/^[A-Za-z0-9]{1,64}$/)),
  originalReference: z.nullish(z.string().check(z.regex(/^[A-Za-z0-9]{0,64}$/))),
  merchantAccountCode: z.string(),
  merchantReference: z.string(),
  amount: z.object({ currency: z.string().check(z.regex(/^[A-Z]{3}$/)), value: z.int() }),
  eventDate: z.iso.datetime({ offset: true }),
  paymentMethod: z.optional(z.string()),
  reason: z.optional(z.nullable(z.string())),
  additionalData: z.optional(z.record(z.string(), z.unknown())),
});
export type AdyenEvent = z.infer<typeof adyenEvent>;

/** A standard webhook's body. */
export const notification = z.object({
  notificationItems: z
    .array(z.object({ NotificationRequestItem: z.unknown() }))
    .check(z.minLength(1)),
});
