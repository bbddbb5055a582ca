import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AttemptStep, attemptStatus, nextAttemptStep } from "../../states/attempt-states.ts";
import { updateFor } from "./apply-bank-update.ts";

type Status = Parameters<typeof updateFor>[1]["status"];

const account = { bankName: "Harbour Bank", accountType: "checking", last4: "6789" } as const;
const back = { status: "returned", reason: "ach_r10", account } as const;
const underWay: Status[] = ["waiting", "at_bank", "exchanging", "ordering", "accepted"];
const unpaid: Status[] = ["rejected", "refused", "canceled", "expired", "failed"];

/** Applies one update until no transition is left. */
function stepAfter(step: AttemptStep, status: Status, known = false): AttemptStep {
  let attempt: Parameters<typeof updateFor>[0] = { step, paymentMethod: known ? account : null };
  for (let rounds = 0; rounds < 5; rounds += 1) {
    const update = updateFor(attempt, { status, reason: null, account });
    if (!update) return attempt.step;
    const next = update.event ? nextAttemptStep(attempt.step, update.event) : attempt.step;
    if (!next) throw new Error(`${update.event} is no transition from ${attempt.step}`);
    attempt = { step: next, paymentMethod: update.patch?.paymentMethod ?? attempt.paymentMethod };
  }
  throw new Error("the updates never end");
}

describe("an update of a bank payment", () => {
  test("is a success if it says settled, even if earlier updates were missed", () => {
    for (const step of ["started", "awaiting_customer", "settling"] as const) {
      expect(stepAfter(step, "settled")).toBe("success");
      for (const status of unpaid) expect(stepAfter(step, status)).toBe("failed");
    }
  });

  test("never changes a final step if it is repeated, late or out of order, and only `settled` succeeds", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom<Status>(...underWay, ...unpaid, "settled"), { maxLength: 12 }),
        (statuses) => {
          let step: AttemptStep = "awaiting_customer";
          for (const [index, status] of statuses.entries()) {
            const after = stepAfter(step, status);
            if (attemptStatus(step) !== "pending") expect(after).toBe(step);
            if (after === "success") expect(statuses.slice(0, index + 1)).toContain("settled");
            step = after;
          }
        },
      ),
    );
  });

  test("undoes a success if it says that the payment came back, and fails a payment whose success was not reported", () => {
    expect(updateFor({ step: "success", paymentMethod: account }, back)).toEqual({
      event: "bank_return",
      reason: "ach_r10",
    });
    expect(stepAfter("success", "returned")).toBe("failed");
    expect(stepAfter("settling", "returned")).toBe("failed");
    expect(stepAfter("failed", "returned")).toBe("failed");
    expect(stepAfter("failed", "settled")).toBe("failed");
  });

  test("leaves the attempt waiting until the customer has confirmed", () => {
    expect(stepAfter("awaiting_customer", "waiting")).toBe("awaiting_customer");
    expect(stepAfter("awaiting_customer", "at_bank")).toBe("awaiting_customer");
    expect(stepAfter("awaiting_customer", "exchanging")).toBe("settling");
  });
});
