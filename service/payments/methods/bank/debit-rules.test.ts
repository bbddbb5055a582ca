import fc from "fast-check";
import { expect, test } from "vitest";
import { returnReasonOf, returnReasons } from "#contract/connectors/nacha/return-codes";
import { barsAccount, refusalOfDebit } from "./debit-rules.ts";

const returned = (returnCode: string, paymentIntentId = "pi_this") => ({
  paymentIntentId,
  returnCode,
});

test.each([
  ["R01", 1, null],
  ["R01", 2, null],
  ["R01", 3, "bank_account_retries_used_up"],
  ["R09", 3, "bank_account_retries_used_up"],
  ["R02", 1, "bank_account_unusable"],
  ["R03", 1, "bank_account_unusable"],
  ["R04", 1, "bank_account_unusable"],
  ["R08", 1, "bank_account_unusable"],
  ["R05", 1, "bank_account_barred"],
  ["R07", 1, "bank_account_barred"],
  ["R10", 1, "bank_account_barred"],
  ["R29", 1, "bank_account_barred"],
  ["R99", 1, "bank_account_unusable"],
])(
  "an account whose debits were returned with %s %i times gets the refusal %s",
  (code, times, refusal) => {
    const debits = Array.from({ length: times }, () => returned(code));
    expect(refusalOfDebit(debits, "pi_this")).toBe(refusal);
  },
);

test("returns of another payment do not count for this one, unless they bar the account", () => {
  const others = Object.keys(returnReasons).map((code) => returned(code, "pi_other"));
  const harmless = others.filter(({ returnCode }) => !barsAccount(returnCode));
  expect(refusalOfDebit([...harmless, ...harmless, ...harmless], "pi_this")).toBeNull();
  for (const each of others.filter(({ returnCode }) => barsAccount(returnCode))) {
    expect(refusalOfDebit([...harmless, each], "pi_this")).toBe("bank_account_barred");
  }
});

test("no later return makes a refused account acceptable", () => {
  const code = fc.constantFrom(...Object.keys(returnReasons), "R77");
  const debit = fc.record({ paymentIntentId: fc.constantFrom("pi_a", "pi_b"), returnCode: code });
  fc.assert(
    fc.property(fc.array(debit, { maxLength: 6 }), debit, (before, next) => {
      const refused = refusalOfDebit(before, "pi_a");
      const after = refusalOfDebit([...before, next], "pi_a");
      if (refused !== null) expect(after).not.toBeNull();
      if (after === null) {
        expect(barsAccount(next.returnCode)).toBe(false);
        const isOwn = next.paymentIntentId === "pi_a";
        if (isOwn) expect(returnReasonOf(next.returnCode).next).toBe("retry");
      }
    }),
  );
});
