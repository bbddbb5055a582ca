import { describe, expect, test } from "vitest";
import { OutgoingCallFailed } from "../../../platform/outgoing-http.ts";
import type { ExpectedPayout, PayoutOrder } from "../payout-provider.ts";
import {
  exampleConsent,
  exampleOrder,
  examplePayout,
  payoutKey,
  type Sent,
  scripted,
  testPayoutConformance,
} from "../testing/conformance.ts";
import {
  accessKey,
  authorised,
  completed,
  create,
  deposited,
  errors,
  listed,
  ok,
  payment,
  url,
} from "./testing/trustly-examples.ts";

testPayoutConformance("trustly", {
  create,
  secrets: [accessKey],
  url,
  method: "bank_login",
  good: {
    send: [ok(authorised), ok(deposited)],
    lookUp: [listed(authorised, completed)],
  },
  outcomes: { send: "pending", lookUp: "paid" },
  refusals: [401],
  aboutUs: [401],
  open: [
    ok({ ...deposited, status: "14" }),
    ok({ ...deposited, status: "99" }),
    ok({ ...deposited, transactionType: "3" }),
    ok({ ...deposited, merchantReference: "dis_other" }),
    errors(400, 210),
    errors(400, 100),
    errors(400, 330, 150),
    errors(500, 330),
    { status: 400, body: { message: "no" } },
  ],
});

const send = async (
  responses: readonly (Sent | OutgoingCallFailed)[],
  change = {},
  settings = {},
) => {
  const { http, calls } = scripted(responses);
  const order: PayoutOrder = { ...exampleOrder("bank_login"), ...change };
  return { outcome: await create(http, settings).send(order, payoutKey), calls };
};
const lookUp = async (responses: readonly Sent[], change: Partial<ExpectedPayout> = {}) => {
  const { http, calls } = scripted(responses);
  const expected = { ...examplePayout, consent: exampleConsent, ...change };
  return { outcome: await create(http).lookUp(payoutKey, expected), calls };
};

describe("a deposit", () => {
  test("asks for the consent, then sends our key and the amount, and no account number", async () => {
    const { outcome, calls } = await send([ok(authorised), ok(deposited)]);
    expect(outcome).toEqual({ type: "pending", payoutId: "2002" });
    expect(calls.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET ${url}/transactions/1001`,
      `POST ${url}/transactions/1001/deposit`,
    ]);
    expect(Object.fromEntries(new URLSearchParams(String(calls[1]?.body)))).toEqual({
      merchantReference: payoutKey,
      amount: "49.99",
      instantPayoutRequest: "false",
    });
  });

  test("asks for an instant payout if the settings say so", async () => {
    const { calls } = await send([ok(authorised), ok(deposited)], {}, { bankSpeed: "instant" });
    expect(String(calls[1]?.body)).toContain("instantPayoutRequest=true");
  });

  test.each([
    [{ amountMinor: 98 }, "amount_below_minimum", "amount_below_minimum"],
    [{ amountMinor: 1_000_000_000 }, "amount_above_maximum", "limit_exceeded"],
    [{ consent: undefined }, "no_consent", "bank_access_ended"],
  ])("is refused without a call if it has %j", async (change, reason, reasonCode) => {
    const { outcome, calls } = await send([], change);
    expect(calls).toHaveLength(0);
    expect(outcome).toEqual({ type: "rejected", reason, isAboutOurAccount: false, reasonCode });
  });

  test("is sent if it is 99 cents", async () => {
    const response = ok({ ...deposited, amount: "0.99" });
    const { outcome } = await send([ok(authorised), response], { amountMinor: 99 });
    expect(outcome.type).toBe("pending");
  });

  test.each(["5", "6", "7", "8", "13"])(
    "is not sent after the consent ended (%s)",
    async (status) => {
      const { outcome, calls } = await send([ok({ ...authorised, status })]);
      expect(calls).toHaveLength(1);
      expect(outcome).toMatchObject({
        type: "rejected",
        isAboutOurAccount: false,
        reasonCode: "bank_access_ended",
      });
    },
  );

  test.each(["3", "4"])("is sent with a consent that was used before (%s)", async (status) => {
    const { outcome } = await send([ok({ ...authorised, status }), ok(deposited)]);
    expect(outcome.type).toBe("pending");
  });

  test("is not sent with a consent that Trustly does not know", async () => {
    const { outcome, calls } = await send([errors(404, 200)]);
    expect(calls).toHaveLength(1);
    expect(outcome).toMatchObject({ isAboutOurAccount: false, reasonCode: "bank_access_ended" });
  });

  test.each([
    [ok({ ...authorised, transactionId: "1002" }), "consent_of_another"],
    [ok({ ...authorised, transactionType: "3" }), "consent_of_another"],
    [ok({ ...authorised, payment: { ...payment, paymentId: "9002" } }), "consent_of_another"],
    [
      ok({ ...authorised, payment: { ...payment, merchantReference: "another" } }),
      "consent_of_another",
    ],
    [ok({ ...authorised, status: "1" }), "consent_status_1"],
    [ok({ ...authorised, status: "77" }), "consent_status_77"],
    [errors(500, 100), "consent_errors_100"],
    [new OutgoingCallFailed("deadline", "unknown"), "consent_deadline"],
  ])(
    "waits while the response is not about an open consent, and says why",
    async (response, reason) => {
      const { outcome, calls } = await send([response]);
      expect(calls).toHaveLength(1);
      expect(outcome).toEqual({ type: "unreached", reason });
    },
  );

  test.each([
    [[300], true, undefined],
    [[375], true, undefined],
    [[331], true, undefined],
    [[326], true, undefined],
    [[380], true, undefined],
    [[330], false, "account_not_payable"],
    [[390], false, "compliance_refused"],
    [[200], false, undefined],
  ] as const)(
    "refused with %j: about us %s, the customer learns %s",
    async (codes, isAboutOurAccount, code) => {
      const { outcome } = await send([ok(authorised), errors(400, ...codes)]);
      expect(outcome).toEqual({
        type: "rejected",
        reason: `errors_${codes.join("_")}`,
        isAboutOurAccount,
        ...(code && { reasonCode: code }),
      });
    },
  );

  test.each([{ amount: "50.00" }, { currency: "CAD" }])(
    "is not believed if it has the response %j",
    async (other) => {
      const { outcome } = await send([ok(authorised), ok({ ...deposited, ...other })]);
      expect(outcome).toEqual({ type: "mismatch", payoutId: "2002" });
    },
  );

  test("is looked up if Trustly already has its reference, and never counts as refused", async () => {
    const { outcome } = await send([ok(authorised), errors(400, 210)]);
    expect(outcome).toEqual({ type: "unknown", reason: "errors_210" });
  });
});

describe("what a deposit says", () => {
  test.each([
    ["0", {}, { type: "pending" }],
    ["1", {}, { type: "pending" }],
    ["2", {}, { type: "pending" }],
    ["14", {}, { type: "pending" }],
    ["4", {}, { type: "paid", paidAtMs: null }],
    ["5", { code: "R03" }, { type: "failed", reasonCode: "account_not_found" }],
    ["8", { code: "SW054" }, { type: "failed", reasonCode: "compliance_refused" }],
    ["5", { code: "SW053" }, { type: "failed", reasonCode: "processing_error" }],
    ["7", {}, { type: "canceled", reasonCode: "canceled" }],
    ["13", {}, { type: "canceled", reasonCode: "canceled" }],
    ["10", { code: "R02" }, { type: "returned", reasonCode: "account_closed" }],
    ["4", { code: "R23", reversed: "49.99" }, { type: "returned", reasonCode: "credit_refused" }],
    ["10", { code: "AC110" }, { type: "returned", reasonCode: "returned" }],
    ["12", {}, { type: "returned", reasonCode: "returned" }],
    ["11", {}, { type: "mismatch" }],
    ["4", { reversed: "20.00" }, { type: "mismatch" }],
  ] as [string, { code?: string; reversed?: string }, object][])(
    "status %s %j",
    async (status, of, expected) => {
      const { code = "AC100", reversed = "0.00" } = of;
      const found = {
        ...deposited,
        status,
        reversed,
        paymentProviderTransaction: { status: code },
      };
      const { outcome } = await lookUp([ok(found)], { payoutId: "2002" });
      expect(outcome).toEqual({ ...expected, payoutId: "2002" });
    },
  );

  test("a returned amount above the payout leaves the outcome unknown", async () => {
    const { outcome } = await lookUp([ok({ ...completed, reversed: "50.00" })], {
      payoutId: "2002",
    });
    expect(outcome).toEqual({ type: "unknown", reason: "reversed_amount" });
  });
});

describe("a look-up", () => {
  test("asks for the transactions of the consent if Trustly's id is missing", async () => {
    const { outcome, calls } = await lookUp([listed(authorised, completed)]);
    expect(outcome).toEqual({ type: "paid", payoutId: "2002", paidAtMs: null });
    expect(calls[0]?.url).toBe(`${url}/transactions?payment.paymentId=9001&count=100`);
  });

  test("reads all pages of a consent with many payouts", async () => {
    const others = (count: number, from: number) =>
      Array.from({ length: count }, (_, index) => ({
        ...completed,
        transactionId: String(from + index),
        merchantReference: `dis_${from + index}`,
      }));
    const { outcome, calls } = await lookUp([
      listed(...others(100, 5_000)),
      // Listed twice, because a new one moved it.
      listed(...others(98, 5_099), completed, authorised),
      listed(),
    ]);
    expect(outcome).toMatchObject({ type: "paid", payoutId: "2002" });
    expect(calls.map(({ url: at }) => new URL(at).searchParams.get("startIndex"))).toEqual([
      null,
      "100",
      "200",
    ]);
    // A page is read before it is known to be the last.
    const endless = await lookUp(Array.from({ length: 6 }, () => listed(...others(100, 5_000))));
    expect(endless.outcome).toEqual({ type: "unknown", reason: "long_list", isFinal: true });
    expect(endless.calls).toHaveLength(6);
  });

  test("says `not_found` only for a complete list that it understands", async () => {
    const other = { ...completed, merchantReference: "dis_7xKq2mVb9RtW4nZs8LcD1fGi" };
    const of = async (...list: object[]) => (await lookUp([listed(...list)])).outcome;
    expect(await of(authorised, other)).toEqual({ type: "not_found" });
    expect(await of(other)).toMatchObject({ reason: "incomplete_list" });
    expect(await of(authorised, { ...other, merchantReference: null })).toMatchObject({
      reason: "unexplained_transaction",
    });
    expect(await of(authorised, { ...other, transactionType: "9" })).toMatchObject({
      reason: "unexplained_transaction",
    });
  });

  test("is not trusted if it shows two deposits with our key, or something else with it", async () => {
    const of = async (...list: object[]) => (await lookUp([listed(...list)])).outcome;
    const mismatch = { type: "mismatch", payoutId: "2002" };
    expect(await of(authorised, completed, { ...completed, transactionId: "2003" })).toEqual(
      mismatch,
    );
    expect(await of(authorised, { ...completed, transactionType: "2" })).toEqual(mismatch);
  });

  test("trusts only the transaction that has Trustly's id and our reference", async () => {
    const of = async (found: object) => (await lookUp([ok(found)], { payoutId: "2002" })).outcome;
    expect(await of({ ...completed, transactionId: "2003" })).toMatchObject({ type: "unknown" });
    expect(await of({ ...completed, merchantReference: "dis_x" })).toMatchObject({
      type: "unknown",
    });
    expect(await of({ ...completed, amount: "49.98" })).toEqual({
      type: "mismatch",
      payoutId: "2002",
    });
  });

  test("leaves the outcome unknown and asks nothing if both id and consent are missing", async () => {
    const { outcome, calls } = await lookUp([], { consent: undefined });
    expect([outcome, calls]).toEqual([
      { type: "unknown", reason: "no_consent", isFinal: true },
      [],
    ]);
  });
});
