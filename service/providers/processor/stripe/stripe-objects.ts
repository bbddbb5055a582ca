import * as z from "zod/mini";

/** Stripe leaves a field without a value out, or sends null. */
const maybe = <T extends z.ZodMiniType>(type: T) => z.catch(z.nullish(type), undefined);
const text = z.string();
const minor = z.int().check(z.gte(0));
const metadata = maybe(z.record(z.string(), z.string()));

const checks = maybe(
  z.object({
    address_line1_check: maybe(text),
    address_postal_code_check: maybe(text),
    cvc_check: maybe(text),
  }),
);
export type Checks = z.infer<typeof checks>;

export const charge = z.object({
  id: z.string().check(z.regex(/^(?:ch|py)_[A-Za-z0-9_]{1,100}$/)),
  amount: minor,
  currency: text,
  refunded: maybe(z.boolean()),
  outcome: maybe(
    z.object({
      network_advice_code: maybe(text),
      network_decline_code: maybe(text),
    }),
  ),
  payment_method_details: maybe(
    z.object({
      card: maybe(
        z.object({
          last4: maybe(text),
          network_transaction_id: maybe(text),
          authorization_code: maybe(text),
          three_d_secure: maybe(
            z.object({
              result: maybe(text),
              authentication_flow: maybe(text),
              version: maybe(text),
              electronic_commerce_indicator: maybe(text),
              transaction_id: maybe(text),
            }),
          ),
          checks,
        }),
      ),
    }),
  ),
});
export type StripeCharge = z.infer<typeof charge>;

/** Why a charge failed: in its response and in its payment intent. */
export const paymentError = z.object({
  type: text,
  code: maybe(text),
  decline_code: maybe(text),
  network_advice_code: maybe(text),
  network_decline_code: maybe(text),
  charge: maybe(text),
  payment_method: maybe(z.object({ card: maybe(z.object({ checks })) })),
});
export type PaymentError = z.infer<typeof paymentError>;

/** A payment intent. `latest_charge` is expanded, or only an id. */
export const paymentIntent = z.object({
  id: z.string().check(z.regex(/^pi_[A-Za-z0-9_]{1,100}$/)),
  amount: minor,
  amount_received: z.optional(minor),
  currency: text,
  status: text,
  metadata,
  latest_charge: z.nullish(z.union([charge, text])),
  last_payment_error: maybe(paymentError),
  cancellation_reason: maybe(text),
  next_action: maybe(
    z.object({ type: text, redirect_to_url: maybe(z.object({ url: maybe(text) })) }),
  ),
});
export type PaymentIntent = z.infer<typeof paymentIntent>;

export const errorObject = z.object({
  error: z.extend(paymentError, { payment_intent: maybe(paymentIntent) }),
});

export const refund = z.object({
  id: z.string().check(z.regex(/^(?:re|pyr)_[A-Za-z0-9_]{1,100}$/)),
  amount: minor,
  currency: text,
  charge: z.nullish(text),
  status: z.nullish(text),
  failure_reason: maybe(text),
  metadata,
  destination_details: maybe(
    z.object({
      card: maybe(
        z.object({
          type: maybe(text),
          reference: maybe(text),
          reference_type: maybe(text),
        }),
      ),
    }),
  ),
});
export type StripeRefund = z.infer<typeof refund>;

export const refundPage = z.object({
  data: z.array(refund),
  has_more: z.boolean(),
});

export const paymentMethod = z.object({
  id: z.string().check(z.regex(/^pm_[A-Za-z0-9_]{1,100}$/)),
});
