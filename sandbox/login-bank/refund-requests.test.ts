import { expect, test } from "vitest";
import { noopJournal } from "../http/journal.ts";
import type { SandboxDeps } from "../sandbox-deps.ts";
import { BankPaymentBook } from "./payment-book.ts";
import { BankRefundBook, refundPayment } from "./refund-requests.ts";

const deps = { now: () => 0, randomUuid: () => "id" } as unknown as SandboxDeps;

/** A bank with one settled payment. Returns a function that refunds it. */
function bankWith(currency: string, amount: string) {
  const payments = new BankPaymentBook(noopJournal);
  const refunds = new BankRefundBook(noopJournal);
  payments.save({
    key: "payment",
    paymentId: "hb_1",
    accountId: "everyday",
    bookedAt: 0,
    order: {
      instructedAmount: { currency, amount },
      creditorName: "Lucky Bingo Hall",
      remittanceInformation: "Order 1",
      endToEndIdentification: "pay_1",
    },
  });
  return (key: string, refundAmount: string, { in: other = currency, text = "Refund" } = {}) => {
    const instructedAmount = { currency: other, amount: refundAmount };
    const remittanceInformation = text;
    const order = { instructedAmount, remittanceInformation, endToEndIdentification: "ref_1" };
    const books = { payments, refunds };
    const response = refundPayment(deps, books, "hb_1", key, JSON.stringify(order));
    return "status" in response ? response.status : response.kind;
  };
}

test.each([
  ["KWD", "1.000", "0.996", "0.004", "0.001"],
  ["USD", "10.00", "9.99", "0.01", "0.01"],
  ["JPY", "500", "499", "1", "1"],
])(
  "refunds of a payment in %s never exceed it, to the last unit",
  (currency, paid, most, rest, unit) => {
    const refund = bankWith(currency, paid);
    expect(refund("first", most)).toBe(201);
    expect(refund("second", rest)).toBe(201);
    expect(refund("third", unit)).toBe(422);
  },
);

test("a refund in another currency is refused", () => {
  expect(bankWith("JPY", "500")("refund", "5.00", { in: "USD" })).toBe(422);
});

test.each([
  ["USD", "0.005"],
  ["JPY", "1.5"],
  ["KWD", "0.000"],
])("an amount that does not exist in %s is refused: %s", (currency, amount) => {
  expect(bankWith(currency, "500")("refund", amount)).toBe(400);
});

test("a key that was used for a refund with another text is refused", () => {
  const refund = bankWith("USD", "10.00");
  expect(refund("same", "1.00")).toBe(201);
  expect(refund("same", "1.00")).toBe(201);
  expect(refund("same", "1.00", { text: "Another text" })).toBe(409);
});
