import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  awaitsCustomer,
  bankPaymentHappenings,
  bankPaymentStatuses,
  isFinal,
  nextBankPaymentStatus,
} from "./bank-payment-states.ts";

const histories = fc.array(fc.constantFrom(...bankPaymentHappenings), { maxLength: 30 });

describe("whatever happens to a payment by bank, in whatever order", () => {
  test("a final status stays, and money moves only after the customer has agreed, once", () => {
    fc.assert(
      fc.property(histories, (history) => {
        let status: (typeof bankPaymentStatuses)[number] = "waiting";
        const taken: string[] = [];
        for (const happening of history) {
          const next = nextBankPaymentStatus(status, happening);
          if (isFinal(status)) expect(next).toBeUndefined();
          if (next === undefined) continue;
          taken.push(happening);
          status = next;
        }
        if (["ordering", "accepted", "settled", "rejected"].includes(status)) {
          expect(taken).toContain("agreed");
        }
        for (const once of ["came_back", "agreed", "settled"]) {
          expect(taken.filter((each) => each === once).length).toBeLessThan(2);
        }
      }),
    );
  });

  test("an order that may be with the bank is given up by nobody but the bank", () => {
    for (const status of ["ordering", "accepted"] as const) {
      for (const happening of ["canceled", "time_over", "opened"] as const) {
        expect(nextBankPaymentStatus(status, happening)).toBeUndefined();
      }
    }
    expect(nextBankPaymentStatus("accepted", "not_taken")).toBeUndefined();
  });

  test("who waits at the bank can cancel, and is waited for no longer than agreed", () => {
    for (const status of bankPaymentStatuses.filter(awaitsCustomer)) {
      expect(nextBankPaymentStatus(status, "canceled")).toBe("canceled");
      expect(nextBankPaymentStatus(status, "time_over")).toBe("expired");
    }
  });
});
