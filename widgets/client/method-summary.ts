import type { PaymentMethodSummary } from "#contract/api/payment-intents";
import { nullable, object, type Read, text } from "#contract/channel/readers";
import { either, number } from "./open-readers.ts";

/** Reads a payment method with masked numbers. */
export const readMethodSummary: Read<PaymentMethodSummary> = either<PaymentMethodSummary>(
  object({ brand: text, last4: text, expiryMonth: number, expiryYear: number }),
  object({ bankName: nullable(text), accountType: text, last4: text }),
  object({ asset: text, network: text, address: text }),
);
