/** Payments as the service returns them, for the gallery and tests. */
import type { ClientPayment } from "#contract/client/payments";
import type { ClientSession } from "#contract/client/session";
import type { ApiFailure } from "../client/api-failure.ts";

/** A session of an unpaid intent of $52.48. */
export function exampleSession(
  intent: Partial<ClientSession["intent"]> = {},
  change: Partial<ClientSession> = {},
): ClientSession {
  return {
    intent: {
      paymentIntentId: "pi_1",
      status: "no-payment",
      amount: 52.48,
      currency: "USD",
      description: null,
      paymentDescriptor: "NORTHWIND",
      expiresAt: "2026-11-22T05:00:00.000Z",
      ...intent,
    },
    operator: { name: "Northwind" },
    breakdown: { baseAmount: 52.48, processingFees: 0, salesTax: 0, total: 52.48, currency: "USD" },
    paymentMethodTypes: ["card"],
    savedPaymentMethods: [],
    canSavePaymentMethod: false,
    cryptoAssets: [],
    requirements: [],
    payment: null,
    serverTime: "2026-11-22T03:00:00.000Z",
    ...change,
  };
}

/** A payment, pending by default. */
export function examplePayment(change: Partial<ClientPayment> = {}): ClientPayment {
  return {
    paymentId: "pay_01jd9x7m4p6r8t1v3x5z7b9d",
    type: "card",
    status: "pending",
    intentStatus: "pending",
    messages: [],
    advice: null,
    paymentMethod: { brand: "visa", last4: "4242", expiryMonth: 12, expiryYear: 2034 },
    nextAction: null,
    ...change,
  };
}

export function declined(code = "card_declined", paymentId?: string): ClientPayment {
  return examplePayment({
    ...(paymentId && { paymentId }),
    status: "failed",
    intentStatus: "failed",
    messages: [{ code, message: "The card was declined.", at: "2026-11-22T03:01:00.000Z" }],
    advice: { retry: true, with: "other_card" },
  });
}

export const paid = examplePayment({ status: "success", intentStatus: "success" });

export const waitsForMethod = examplePayment({
  nextAction: {
    type: "three_ds_method",
    methodUrl: "https://acs.example/method",
    threeDSMethodData: "e30",
    timeoutMs: 10_000,
  },
});

export const waitsForChallenge = examplePayment({
  nextAction: {
    type: "challenge",
    acsUrl: "https://acs.example/challenge",
    creq: "e30",
    threeDSSessionData: "",
    windowSize: "03",
    messageVersion: "2.2.0",
    expiresAt: "2026-11-22T03:10:00.000Z",
  },
});

export const waitsAtBank = examplePayment({
  type: "pay_by_bank",
  paymentMethod: null,
  nextAction: {
    type: "redirect",
    window: "redirect",
    url: "https://pay.example/v1/redirects/r_1",
    expiresAt: "2026-11-22T03:10:00.000Z",
  },
});

export const waitsForDeposit = (state: string): ClientPayment =>
  examplePayment({
    type: "crypto",
    paymentMethod: {
      asset: "USDC",
      network: "base",
      address: "0x52908400098527886E0F7030069857D2E4169EE7",
    },
    nextAction: {
      type: "crypto_deposit",
      asset: "USDC",
      network: "base",
      address: "0x52908400098527886E0F7030069857D2E4169EE7",
      amount: "52.48",
      received: "0",
      missing: "52.48",
      uri: "ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=0x52908400098527886E0F7030069857D2E4169EE7&uint256=52480000",
      state,
      confirmations: 0,
      requiredConfirmations: 12,
      rate: "held",
      expiresAt: "2026-11-22T03:15:00.000Z",
    },
  });

export const lost: ApiFailure = { kind: "lost", code: "network", message: "No answer.", status: 0 };

export function refused(code: string, status = 409): ApiFailure {
  return { kind: "refused", code, message: `Refused: ${code}`, status };
}
