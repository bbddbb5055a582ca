import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  awaitsCustomer,
  bankPaymentEvents,
  bankPaymentStatuses,
  isFinal,
  nextBankPaymentStatus,
} from "./bank-payment-states.ts";

const histories = fc.array(fc.constantFrom(...bankPaymentEvents), { maxLength: 30 });

describe("a pay-by-bank payment, for any sequence of events,", () => {
  test("keeps its final status, and orders money only after the customer agreed, once", () => {
    fc.assert(
      fc.property(histories, (history) => {
        let status: (typeof bankPaymentStatuses)[number] = "waiting";
        const taken: string[] = [];
        for (const event of history) {
          const next = nextBankPaymentStatus(status, event);
          if (isFinal(status)) expect(next).toBeUndefined();
          if (next === undefined) continue;
          taken.push(event);
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

  test("can only be ended by the bank once it is ordered", () => {
    for (const status of ["ordering", "accepted"] as const) {
      for (const event of ["canceled", "time_over", "opened"] as const) {
        expect(nextBankPaymentStatus(status, event)).toBeUndefined();
      }
    }
    expect(nextBankPaymentStatus("accepted", "not_taken")).toBeUndefined();
  });

  test("can be canceled and can expire while it waits for the customer", () => {
    for (const status of bankPaymentStatuses.filter(awaitsCustomer)) {
      expect(nextBankPaymentStatus(status, "canceled")).toBe("canceled");
      expect(nextBankPaymentStatus(status, "time_over")).toBe("expired");
    }
  });
});
