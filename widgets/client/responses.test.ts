/** The frame's own readers must agree with contract/client. */
import { describe, expect, it } from "vitest";
import { breakdown } from "#contract/api/payment-intents";
import { clientPayment, clientStatus } from "#contract/client/payments";
import { clientSession } from "#contract/client/session";
import {
  declined,
  examplePayment,
  exampleSession,
  paid,
  waitsForChallenge,
  waitsForMethod,
} from "../payment/examples.ts";
import { readPayment, readQuote, readSession, readStatus } from "./responses.ts";

const payments = [
  paid,
  declined(),
  waitsForMethod,
  waitsForChallenge,
  examplePayment({ nextAction: { type: "resume" }, paymentMethod: null }),
];

describe("what the contract's schemas accept", () => {
  it("is read unchanged: attempts and statuses", () => {
    for (const payment of payments) {
      expect(readPayment(clientPayment.parse(payment))).toEqual(payment);
      const status = { status: "pending", payment };
      expect(readStatus(clientStatus.parse(status))).toEqual(status);
    }
    expect(readStatus({ status: "no-payment", payment: null })).toEqual({
      status: "no-payment",
      payment: null,
    });
  });

  it("is read unchanged: sessions and quotes", () => {
    for (const payment of [null, ...payments]) {
      const session = exampleSession({ description: "Two tickets" }, { payment });
      expect(readSession(clientSession.parse(session))).toEqual(session);
    }
    const price = {
      ...exampleSession().breakdown,
      salesTax: 4.33,
      salesTaxRate: 0.0825,
      salesTaxJurisdiction: "Austin, TX",
    };
    expect(readQuote({ breakdown: breakdown.parse(price) })).toEqual({ breakdown: price });
  });

  it("has only members that are read", () => {
    const shape = Object.keys(clientPayment.shape).sort();
    expect(Object.keys(readPayment({ ...paid, refunded: 5 })).sort()).toEqual(shape);
    expect(Object.keys(readSession(exampleSession({}, { bankLogin: true }))).sort()).toEqual(
      Object.keys(clientSession.shape).sort(),
    );
  });
});

describe("unknown values", () => {
  it("leave the rest intact if they are an action, an advice or a method", () => {
    const later = {
      ...paid,
      nextAction: { type: "retina_scan", url: "https://x.example" },
      advice: { retry: true, with: "prayer" },
      paymentMethod: { wallet: "moon" },
      newMember: 1,
    };
    expect(readPayment(later)).toEqual({
      ...paid,
      nextAction: null,
      advice: null,
      paymentMethod: null,
    });
  });

  it("are passed on for statuses and reasons", () => {
    expect(readPayment({ ...paid, status: "lunar" }).status).toBe("lunar");
    expect(readStatus({ status: "lunar", payment: null }).status).toBe("lunar");
  });
});

it("refuses anything of a different shape", () => {
  for (const wrong of [null, [], "x", {}, { ...paid, status: 1 }, { ...paid, messages: "none" }]) {
    expect(() => readPayment(wrong)).toThrow(TypeError);
  }
  expect(() =>
    readQuote({ breakdown: { ...exampleSession().breakdown, total: "52.48" } }),
  ).toThrow();
  expect(() =>
    readQuote({ breakdown: { ...exampleSession().breakdown, total: Number.NaN } }),
  ).toThrow();
});
