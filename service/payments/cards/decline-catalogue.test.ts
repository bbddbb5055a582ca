import { expect, it } from "vitest";
import { customerReasonCode, knownReasons, meaningOf, toReasonCode } from "./decline-catalogue.ts";

it("shows a reason that nobody knows yet as an ordinary decline, its code unchanged", () => {
  expect(toReasonCode("quantum_mismatch")).toBe("quantum_mismatch");
  expect(customerReasonCode("quantum_mismatch")).toBe("quantum_mismatch");
  expect(meaningOf("quantum_mismatch")).toMatchObject({
    message: "Your bank declined the payment.",
    advice: { retry: true, with: "other_card" },
  });
});

it("is not fooled by reasons that are names of JavaScript's own", () => {
  expect(meaningOf("constructor").category).toBe("declined");
  expect(meaningOf("__proto__").category).toBe("declined");
});

it("tells a customer with a stolen card no more than that it was declined", () => {
  for (const code of ["lost_card", "stolen_card", "pickup_card", "fraudulent"]) {
    expect(customerReasonCode(code)).toBe("generic_decline");
    expect(meaningOf(code).message).toBe(meaningOf("generic_decline").message);
  }
});

it("brings processors' codes into one spelling", () => {
  expect(toReasonCode("Do-Not Honor!")).toBe("do_not_honor");
  expect(toReasonCode("…")).toBe("generic_decline");
  expect(toReasonCode("x".repeat(200))).toHaveLength(64);
});

it("has a text and advice for every reason of its own", () => {
  for (const code of knownReasons) expect(meaningOf(code).message).toMatch(/\.$/);
});
