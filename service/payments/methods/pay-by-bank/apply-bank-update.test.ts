import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AttemptStep, attemptStatus, nextAttemptStep } from "../../states/attempt-states.ts";
import { updateFor } from "./apply-bank-update.ts";

type Status = Parameters<typeof updateFor>[1]["status"];

const account = { bankName: "Harbour Bank", accountType: "checking", last4: "6789" } as const;
const underWay: Status[] = ["waiting", "at_bank", "exchanging", "ordering", "accepted"];
const unpaid: Status[] = ["rejected", "refused", "canceled", "expired", "failed"];

/** Takes one piece of news as far as it goes: the step after it. */
function take(step: AttemptStep, status: Status, known = false): AttemptStep {
  let attempt: Parameters<typeof updateFor>[0] = { step, paymentMethod: known ? account : null };
  for (let rounds = 0; rounds < 5; rounds += 1) {
    const news = updateFor(attempt, { status, reason: null, account });
    if (!news) return attempt.step;
    const next = news.event ? nextAttemptStep(attempt.step, news.event) : attempt.step;
    if (!next) throw new Error(`${news.event} leads nowhere from ${attempt.step}`);
    attempt = { step: next, paymentMethod: news.patch?.paymentMethod ?? attempt.paymentMethod };
  }
  throw new Error("the news never ends");
}

describe("what is told of a payment at the bank", () => {
  test("once settled is a success, whatever was missed before", () => {
    for (const step of ["started", "awaiting_customer", "settling"] as const) {
      expect(take(step, "settled")).toBe("success");
      for (const status of unpaid) expect(take(step, status)).toBe("failed");
    }
  });

  test("twice, late and out of order never changes a final step, and pays by nothing but the bank's word", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom<Status>(...underWay, ...unpaid, "settled"), { maxLength: 12 }),
        (told) => {
          let step: AttemptStep = "awaiting_customer";
          for (const [index, status] of told.entries()) {
            const after = take(step, status);
            if (attemptStatus(step) !== "pending") expect(after).toBe(step);
            if (after === "success") expect(told.slice(0, index + 1)).toContain("settled");
            step = after;
          }
        },
      ),
    );
  });

  test("leaves the attempt to the customer while they are waited for", () => {
    expect(take("awaiting_customer", "waiting")).toBe("awaiting_customer");
    expect(take("awaiting_customer", "at_bank")).toBe("awaiting_customer");
    expect(take("awaiting_customer", "exchanging")).toBe("settling");
  });
});
