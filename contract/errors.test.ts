import { expect, test } from "vitest";
import { customerErrors } from "./error-codes/customer-errors.ts";
import { disputeErrors } from "./error-codes/dispute-errors.ts";
import { operatorErrors } from "./error-codes/operator-errors.ts";
import { paymentErrors } from "./error-codes/payment-errors.ts";
import { payoutErrors } from "./error-codes/payout-errors.ts";
import { refundErrors } from "./error-codes/refund-errors.ts";
import { requestErrors } from "./error-codes/request-errors.ts";

test("each code is in only one table, so none overrides another's status", () => {
  const codes = [
    customerErrors,
    disputeErrors,
    operatorErrors,
    paymentErrors,
    payoutErrors,
    refundErrors,
    requestErrors,
  ].flatMap((table) => Object.keys(table));
  expect(codes.filter((code, index) => codes.indexOf(code) < index)).toEqual([]);
});
