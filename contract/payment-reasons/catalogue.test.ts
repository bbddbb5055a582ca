import { describe, expect, it } from "vitest";
import { returnReasons } from "../connectors/nacha/return-codes.ts";
import { bankReasons, payByBankReasons } from "./bank-reasons.ts";
import { cardReasons } from "./card-reasons.ts";
import { cryptoReasons } from "./crypto-reasons.ts";
import {
  achReasonCode,
  customerReasonCode,
  paymentReasonOf,
  paymentReasons,
  reasonCategories,
} from "./index.ts";

describe("an unknown reason", () => {
  it("is an ordinary decline that advises another card and keeps its code", () => {
    expect(customerReasonCode("quantum_mismatch")).toBe("quantum_mismatch");
    expect(paymentReasonOf("quantum_mismatch")).toMatchObject({
      category: "issuer",
      customerMessage: "Your bank declined the payment.",
      advice: { retry: true, with: "other_card" },
    });
  });

  it("advises another method if no card was used", () => {
    expect(paymentReasonOf("quantum_mismatch", "crypto").advice.with).toBe("other_method");
  });

  it("includes the property names of Object.prototype", () => {
    expect(paymentReasonOf("constructor").category).toBe("issuer");
    expect(paymentReasonOf("__proto__").category).toBe("issuer");
  });
});

it("hides from the customer that a card was reported stolen", () => {
  const ordinary = paymentReasonOf("generic_decline");
  const suspicious = Object.entries(paymentReasons).filter(
    ([, { category }]) => category === "fraud",
  );
  expect(suspicious.map(([code]) => code)).toContain("stolen_card");
  for (const [code, { customerMessage, advice }] of suspicious) {
    expect(customerReasonCode(code)).toBe("generic_decline");
    expect({ customerMessage, advice }).toEqual({
      customerMessage: ordinary.customerMessage,
      advice: ordinary.advice,
    });
  }
});

describe("a bank's return", () => {
  it("has a meaning for every known code", () => {
    for (const code of Object.keys(returnReasons)) {
      expect(paymentReasons[achReasonCode(code)]).toMatchObject({ category: "bank_return" });
    }
  });

  it.each([
    ["R01", "later", "can be retried"],
    ["R03", "other_account", "another account"],
    ["R10", "other_method", "must not be debited again"],
    ["R85", "other_method", "R85"],
  ])("%s advises %s", (code, advice, operatorMessage) => {
    const reason = paymentReasonOf(achReasonCode(code), "bank");
    expect(reason.advice.with).toBe(advice);
    expect(reason.operatorMessage).toContain(operatorMessage);
  });
});

it("has every code once, with a documented category and full sentences", () => {
  const all = Object.entries(paymentReasons);
  const families = [cardReasons, bankReasons, payByBankReasons, cryptoReasons];
  const codes = families.flatMap((family) => Object.keys(family));
  expect(new Set(codes).size).toBe(codes.length);
  for (const [code, reason] of all) {
    expect(code).toMatch(/^[a-z0-9_]{1,64}$/);
    expect(Object.keys(reasonCategories)).toContain(reason.category);
    expect(reason.customerMessage).toMatch(/^[A-Z].*\.$/);
    expect(reason.operatorMessage).toMatch(/\.$/);
  }
});
