import type { ClientPayment } from "../../contract/client/payments.ts";
import type { ClientSession } from "../../contract/client/session.ts";
import { firstState, type PaymentState } from "../../widgets/payment/machine/state.ts";

/** A session as the service answers it. */
export const exampleSession: ClientSession = {
  intent: {
    paymentIntentId: "pi_01jd9x4k2m8q3r5t7v9w1y3z",
    status: "no-payment",
    amount: 52.48,
    currency: "USD",
    description: null,
    paymentDescriptor: "NORTHWIND GAMES",
    expiresAt: "2026-11-22T05:00:00.000Z",
  },
  operator: { name: "Northwind Games" },
  breakdown: { baseAmount: 52.48, processingFees: 0, salesTax: 0, total: 52.48, currency: "USD" },
  paymentMethodTypes: ["card"],
  savedPaymentMethods: [],
  requirements: [],
  payment: null,
  serverTime: "2026-11-22T03:00:00.000Z",
};

/** The same with all parts of a price. */
export const pricedSession: ClientSession = {
  ...exampleSession,
  breakdown: {
    baseAmount: 48,
    processingFees: 1.44,
    salesTax: 4.08,
    total: 53.52,
    currency: "USD",
    salesTaxRate: 0.0825,
    salesTaxJurisdiction: "Austin, TX",
  },
};

/** The longest that may come: names without spaces, an amount of nine digits, a currency without symbol. */
export const longSession: ClientSession = {
  ...exampleSession,
  intent: {
    ...exampleSession.intent,
    amount: 999_999_999.99,
    currency: "KWD",
    paymentDescriptor: "DONAUDAMPFSCHIFFFAHRTSGESELLSCHAFT*KAPITÄNSMÜTZEN",
  },
  operator: { name: "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk Gesellschaft mbH" },
  breakdown: {
    baseAmount: 987_654_321.123,
    processingFees: 2_345_678.867,
    salesTax: 10_000_000,
    total: 999_999_999.99,
    currency: "KWD",
    salesTaxRate: 0.08875,
    salesTaxJurisdiction: "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch",
  },
};

/** An attempt; pending unless told otherwise. */
export function examplePayment(change: Partial<ClientPayment> = {}): ClientPayment {
  return {
    paymentId: "pay_01jd9x7m4p6r8t1v3x5z7b9d",
    status: "pending",
    intentStatus: "pending",
    messages: [],
    advice: null,
    paymentMethod: { brand: "visa", last4: "4242", expiryMonth: 12, expiryYear: 2034 },
    nextAction: null,
    ...change,
  };
}

/** A failed attempt with its reason and what helps. */
export function declinedPayment(
  code: string,
  message: string,
  advice: NonNullable<ClientPayment["advice"]>["with"],
): ClientPayment {
  return examplePayment({
    status: "failed",
    intentStatus: "failed",
    messages: [{ code, message, at: "2026-11-22T03:01:00.000Z" }],
    advice: { retry: advice !== "none", with: advice },
  });
}

/** The widget's state with the session loaded. */
export function stateWith(
  change: Partial<PaymentState>,
  session: ClientSession = exampleSession,
): PaymentState {
  return {
    ...firstState,
    step: "form",
    session,
    breakdown: session.breakdown,
    status: session.intent.status,
    ...change,
  };
}
