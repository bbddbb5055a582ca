import type { ChargeRequest } from "#contract/connectors/processor";
import type { CheckTools } from "./check-processor.ts";
import type { TestCharge } from "./test-cards.ts";

/** A well-formed 3-D Secure result that no issuer returned. */
export const inventedAuthentication = {
  version: "2.2.0",
  transStatus: "Y",
  eci: "05",
  authenticationValue: "AAABBEg0VhI0VniQEjRWAAAAAAA=",
  dsTransId: "f25084f0-5b16-4c0a-ae5d-b24808a95e4b",
} as const;

/** A charge in the vendor's test mode, with its own amount. */
export function requestOf(
  { number, cvc = "123", postalCode, line1, amountMinor }: TestCharge,
  count: number,
  { currency, runId, firstAmountMinor, nowMs }: CheckTools,
  overrides: Partial<ChargeRequest>,
): ChargeRequest {
  return {
    merchantReference: runId,
    amountMinor: amountMinor ?? firstAmountMinor + count,
    currency,
    card: {
      number,
      expiryMonth: 12,
      expiryYear: new Date(nowMs()).getUTCFullYear() + 2,
      cvc,
      holderName: "Connector Check",
      ...(postalCode === undefined ? {} : { postalCode }),
    },
    descriptor: "CONNECTOR CHECK",
    customer: {
      customerId: "connector-check",
      email: "connector-check@example.com",
      ipAddress: "203.0.113.7",
      billingAddress: {
        line1: line1 ?? "1 Main St",
        city: "Albany",
        state: "NY",
        postalCode: postalCode ?? "12207",
        country: "US",
      },
    },
    ...overrides,
  };
}
