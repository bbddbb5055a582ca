import type { PaymentIntent } from "#contract/api/payment-intents";
import type { PaymentSummary } from "#contract/console/payment-list";
import type { CustomerNames } from "./names-of-customers.ts";

export function summarizePayment(
  intent: PaymentIntent,
  { customerName, customerEmail }: CustomerNames,
): PaymentSummary {
  const newest = intent.payments.at(-1);
  return {
    paymentIntentId: intent.paymentIntentId,
    externalPaymentIntentId: intent.externalPaymentIntentId,
    externalCustomerId: intent.externalCustomerId,
    customerName,
    customerEmail,
    amount: intent.amount,
    total: intent.breakdown.total,
    currency: intent.currency,
    status: intent.status,
    attempts: intent.payments.length,
    type: newest?.type ?? null,
    paymentMethod: newest?.paymentMethod ?? null,
    processor: newest?.processor ?? null,
    reason: newest?.messages.at(-1)?.code ?? null,
    createdAt: intent.createdAt,
    updatedAt: intent.updatedAt,
  };
}
