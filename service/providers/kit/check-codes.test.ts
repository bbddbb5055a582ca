import { expect, test } from "vitest";
import { codesOf } from "./check-codes.ts";

test("codes are the outcome's words and the vendor's codes, and never an id, a number or free text", () => {
  const outcome = {
    type: "declined",
    chargeId: "payI-dUcet9fk4",
    declineCode: "generic_decline",
    reason: "card 4111111111111111 of Ada",
    facts: {
      vendorCode: "200",
      networkTransactionId: "016153570198200",
      authorisationCode: "675725",
      avsResult: "match",
      cvcResult: "4111111111111111",
    },
  };
  expect(codesOf(outcome)).toEqual([
    "declined",
    "generic_decline",
    "avsResult=match",
    "vendorCode=200",
  ]);
  expect(codesOf({ type: "unreached" })).toEqual(["unreached"]);
});
