/** Saved methods as the session lists them, for the gallery and tests. */
import type { OfferedPaymentMethod } from "#contract/client/session";

/** A card that asks for its security code. */
export function savedCard(change: Partial<OfferedPaymentMethod> = {}): OfferedPaymentMethod {
  return {
    paymentMethodId: "pm_visa",
    type: "card",
    paymentMethod: { brand: "visa", last4: "4242", expiryMonth: 12, expiryYear: 2034 },
    createdAt: "2026-09-01T12:00:00.000Z",
    lastUsedAt: "2026-11-03T12:00:00.000Z",
    verification: "cvc",
    isExpired: false,
    ...change,
  };
}

/** A bank account that asks for a mandate. */
export function savedBank(change: Partial<OfferedPaymentMethod> = {}): OfferedPaymentMethod {
  return savedCard({
    paymentMethodId: "pm_bank",
    type: "bank",
    paymentMethod: { bankName: "First Platypus Bank", accountType: "checking", last4: "6789" },
    verification: "mandate",
    ...change,
  });
}

export function expiredCard(): OfferedPaymentMethod {
  return savedCard({
    paymentMethodId: "pm_expired",
    paymentMethod: { brand: "mastercard", last4: "4444", expiryMonth: 3, expiryYear: 2024 },
    isExpired: true,
  });
}
