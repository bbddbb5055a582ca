/** The frame's own readers must agree with contract/client. */
import { describe, expect, it } from "vitest";
import {
  clientDisbursement,
  clientDisbursementStatus,
  disbursementSession,
} from "#contract/client/disbursements";
import {
  exampleDisbursement,
  exampleSaved,
  exampleSession,
  failedDisbursement,
} from "../disbursement/examples.ts";
import {
  readDisbursement,
  readDisbursementSession,
  readDisbursementStatus,
} from "./disbursement-responses.ts";

const payouts = [
  exampleDisbursement(),
  failedDisbursement("account_closed", "Closed."),
  exampleDisbursement({
    payoutMethod: { brand: "visa", last4: "5556", expiryMonth: 12, expiryYear: 2034 },
  }),
  exampleDisbursement({ payoutMethod: { asset: "USDC", network: "base", address: "0x5aAe…eAed" } }),
];

describe("what the contract's schemas accept", () => {
  it("is read unchanged", () => {
    for (const disbursement of payouts) {
      expect(readDisbursement(clientDisbursement.parse(disbursement))).toEqual(disbursement);
      const status = { status: "lunar", disbursement };
      expect(readDisbursementStatus(clientDisbursementStatus.parse(status))).toEqual(status);
    }
    for (const disbursement of [null, ...payouts]) {
      const session = exampleSession(
        { description: "Friday’s full house" },
        {
          disbursement,
          savedPayoutMethods: exampleSaved,
          yearToDate: { year: 2026, totalAfter: 2400, threshold: 2000, asks: ["tax_information"] },
          requirements: [{ type: "customer_data", blocks: "submission", fields: ["lastName"] }],
        },
      );
      expect(readDisbursementSession(disbursementSession.parse(session))).toEqual(session);
    }
  });

  it("has only members that are read", () => {
    const names = (shape: object) => Object.keys(shape).sort();
    expect(names(readDisbursement(exampleDisbursement()))).toEqual(names(clientDisbursement.shape));
    expect(names(readDisbursementSession(exampleSession()))).toEqual(
      names(disbursementSession.shape),
    );
  });
});

describe("unknown values", () => {
  it("are left out, and everything else is kept: payout methods, networks, options", () => {
    const arrival = { unit: "lunar_days", least: 1, most: 2 };
    const later = {
      ...exampleSession(),
      payoutOptions: [
        { type: "pigeon", arrival },
        { type: "broken" },
        {
          type: "crypto",
          arrival,
          assets: [
            { asset: "MOON", networks: ["lunar"] },
            { asset: "USDC", networks: ["lunar", "base"] },
          ],
        },
      ],
      savedPayoutMethods: [{ ...exampleSaved[0], payoutMethod: { wallet: "moon" } }],
      disbursement: { ...exampleDisbursement(), payoutMethod: { wallet: "moon" } },
    };
    expect(readDisbursementSession(later)).toMatchObject({
      payoutOptions: [
        { type: "pigeon", arrival },
        { type: "crypto", assets: [{ asset: "USDC", networks: ["base"] }] },
      ],
      savedPayoutMethods: [],
      disbursement: { payoutMethod: null },
    });
  });
});

it("refuses anything of a different shape", () => {
  for (const wrong of [null, [], {}, { ...exampleSession(), amounts: null }]) {
    expect(() => readDisbursementSession(wrong)).toThrow(TypeError);
  }
  const notANumber = { ...exampleSession().amounts, netAmount: "1250" };
  expect(() => readDisbursementSession({ ...exampleSession(), amounts: notANumber })).toThrow();
});
