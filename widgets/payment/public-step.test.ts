import { expect, test } from "vitest";
import { exampleSession } from "./examples.ts";
import { paymentSteps } from "./machine/state.ts";
import { publicStep } from "./public-step.ts";

const kyc = { type: "kyc", blocks: "submission" as const };

test("the page's names of the steps never change", () => {
  const session = exampleSession();
  const names = paymentSteps.map((step) => `${step} ${publicStep({ step, session })}`);
  expect(names).toMatchInlineSnapshot(`
    [
      "loading card",
      "form card",
      "paying processing",
      "method processing",
      "challenge challenge",
      "continuing processing",
      "redirect redirect",
      "deposit deposit",
      "pending pending",
      "success result",
      "expired expired",
      "unreachable unavailable",
      "refused unavailable",
      "blocked unavailable",
    ]
  `);
});

test("a requirement is its own step; a missing payment method is unavailable", () => {
  const withRequirement = exampleSession({}, { requirements: [kyc] });
  expect(publicStep({ step: "blocked", session: withRequirement })).toBe("requirement");
  expect(publicStep({ step: "blocked", session: exampleSession() })).toBe("unavailable");
});
