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

describe("a reason that nobody knows yet", () => {
  it("is an ordinary decline with another card, its code unchanged", () => {
    expect(customerReasonCode("quantum_mismatch")).toBe("quantum_mismatch");
    expect(paymentReasonOf("quantum_mismatch")).toMatchObject({
      category: "issuer",
      customerMessage: "Your bank declined the payment.",
      advice: { retry: true, with: "other_card" },
    });
  });

  it("advises another method where no card was used", () => {
    expect(paymentReasonOf("quantum_mismatch", "crypto").advice.with).toBe("other_method");
  });

  it("is never a name of JavaScript's own", () => {
    expect(paymentReasonOf("constructor").category).toBe("issuer");
    expect(paymentReasonOf("__proto__").category).toBe("issuer");
  });
});

it("tells a customer with a stolen card no more than that it was declined", () => {
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
    ["R01", "later", "tried again"],
    ["R03", "other_account", "another account"],
    ["R10", "other_method", "may not be debited again"],
    ["R85", "other_method", "R85"],
  ])("%s advises %s", (code, advice, operatorMessage) => {
    const found = paymentReasonOf(achReasonCode(code), "bank");
    expect(found.advice.with).toBe(advice);
    expect(found.operatorMessage).toContain(operatorMessage);
  });
});

it("has every code once, each with a documented category and whole sentences", () => {
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
