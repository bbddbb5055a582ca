import { expect, test } from "vitest";
import { answered, chargeKey, exampleCharge, exampleChargeId } from "../testing/conformance.ts";
import { readChargeResponse } from "./read-charge.ts";

const outcomeOf = (body: object) =>
  readChargeResponse(answered(201, body), chargeKey, exampleCharge);

const refused = {
  outcome: "refused",
  paymentId: exampleChargeId,
  transactionReference: chargeKey,
  refusalCode: "999",
};

test("a refusal code that is not in the table is kept and reported", () => {
  expect(outcomeOf({ ...refused, advice: { code: "03" } })).toEqual({
    type: "declined",
    chargeId: exampleChargeId,
    declineCode: "generic_decline",
    isUnknownCode: true,
    facts: { networkDeclineCode: "999", adviceCode: "03" },
  });
});

test.each([
  [[], undefined],
  [[{ type: "avs", risk: "notMatched", detail: "postcode" }], "address_only"],
  [[{ type: "avs", risk: "notMatched", detail: "address" }], "postal_code_only"],
  [
    [
      { type: "avs", risk: "notMatched", detail: "address" },
      { type: "avs", risk: "notMatched", detail: "postcode" },
    ],
    "no_match",
  ],
  [[{ type: "avs", risk: "notChecked", detail: "address" }], "not_checked"],
])("an approval with the risks %j has the AVS result %s", (riskFactors, avsResult) => {
  const approved = {
    outcome: "sentForSettlement",
    paymentId: exampleChargeId,
    transactionReference: chargeKey,
    schemeReference: "060720116005060",
    issuer: { authorizationCode: "675725" },
    riskFactors,
  };
  expect(outcomeOf(approved)).toEqual({
    type: "approved",
    chargeId: exampleChargeId,
    facts: {
      networkTransactionId: "060720116005060",
      authorisationCode: "675725",
      ...(avsResult && { avsResult }),
    },
  });
});
