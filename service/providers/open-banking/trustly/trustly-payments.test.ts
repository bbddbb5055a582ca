import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { OutgoingCallFailed } from "../../../platform/outgoing-http.ts";
import { answered, drive } from "../../kit/testing/drive.ts";
import { capture, lookUpCapture } from "./trustly-captures.ts";
import { beginTrustly, finishTrustly } from "./trustly-payments.ts";
import { lookUpRefund, refund } from "./trustly-refunds.ts";

const party = {
  url: "https://trustly.example/api/v1",
  accessId: "M8RaHgEjBE54zuFYMRQq",
  accessKey: "a-key-of-ours",
  merchantId: "1002463580",
};
const key = "pay_22uhvyZXh9862NdzfBGFXE78";
const order = {
  amountMinor: 5_240,
  currency: "USD",
  payee: "Lucky Duck",
  reference: "LUCKY DUCK",
  endToEndId: key,
};
const state = "AbC-_1xyz";
const visit = "22uhvyZXh9862NdzfBGFXE78-AbC-_1";
const payment = {
  paymentId: "9001",
  amount: "52.40",
  merchantReference: visit,
  account: { type: 2, accountNumberLastFour: "0000" },
  paymentProvider: { name: "Harbour Bank" },
};
const authorisation = {
  transactionId: "1001",
  transactionType: 1,
  status: 2,
  currency: "USD",
  amount: "52.40",
  merchantReference: visit,
  payment,
};
const captured = {
  ...authorisation,
  transactionId: "1002",
  transactionType: "3",
  status: "4",
  merchantReference: key,
  reversed: "0.00",
};
const leave = "1001 9001";
const account = { bankName: "Harbour Bank", accountType: "savings", last4: "0000" };
const errors = (...codes: number[]) => ({ errors: codes.map((code) => ({ code, message: "m" })) });

const pay = (response: Parameters<typeof drive>[1][number]) =>
  drive(
    capture(
      party,
      { transactionId: "1001", paymentId: "9001" },
      { key, order, splitToken: "CO+s/6=" },
      15_000,
    ),
    [response],
  );

describe("a redirect", () => {
  const options = { state, returnUrl: "https://pay.example/v1/bank-payments/return", order };
  const at = { notificationUrl: "https://pay.example/v1/connectors/trustly/notices" };
  const begin = (response: Parameters<typeof drive>[1][number], language = "es-MX") =>
    drive(beginTrustly(party, at, { ...options, language }), [response]);

  test("is established for exactly the payment's amount, under its own reference", () => {
    const { calls, outcome } = begin(
      answered(200, { url: "https://trustly.example/visit", transactionId: "1001" }),
    );
    expect(outcome).toEqual({
      authorizationUrl: "https://trustly.example/visit",
      proof: "1001",
    });
    expect(calls[0]?.path).toBe("/establish?createTransaction=true");
    expect(JSON.parse(calls[0]?.body ?? "")).toMatchObject({
      amount: "52.40",
      currency: "USD",
      merchantReference: visit,
      paymentType: "Deferred",
      returnUrl: `${options.returnUrl}?state=${state}`,
      metadata: { lang: "es_US" },
    });
    expect(calls[0]?.body).not.toContain(party.accessKey);
  });

  test.each([
    [{ url: "http://trustly.example/visit", transactionId: "1001" }, "page_not_encrypted"],
    [{ url: "https://trustly.example/visit" }, "malformed"],
    [errors(210), "errors_210"],
  ])("does not begin after %j", (body, reason) => {
    expect(() => begin(answered(200, body))).toThrow(reason);
  });

  const query = `?state=${state}&transactionId=1001&merchantReference=${visit}&status=2`;
  const sign = (given: string) =>
    createHmac("sha1", party.accessKey).update(`${options.returnUrl}${given}`).digest("base64");
  const signed = `${query}&requestSignature=${encodeURIComponent(sign(query))}`;
  const finish = (found: object, callback = signed) => {
    const callbackUrl = new URL(`${options.returnUrl}${callback}`);
    const given = { callbackUrl, state, proof: "1001", order };
    return drive(finishTrustly(party, given, 5_000), [answered(200, found), answered(200, found)]);
  };

  test("authorizes what Trustly says, not what the address says", () => {
    const authorised = { type: "authorised", accessToken: leave };
    expect(finish(authorisation).outcome).toEqual(authorised);
    expect(finish({ transaction: authorisation }).outcome).toEqual(authorised);
    expect(finish({ ...authorisation, status: 1 })).toMatchObject({
      outcome: { type: "failed", reason: "not_finished" },
      calls: [{}, { afterMs: 1_500 }],
    });
    expect(finish({ ...authorisation, status: 7 }).outcome).toEqual({ type: "refused" });
    expect(finish({ ...authorisation, status: 8 }).outcome.type).toBe("failed");
  });

  test("authorizes nothing without the address that only the customer's browser gets", () => {
    const other = query.replace("transactionId=1001", "transactionId=1003");
    for (const [callback, reason] of [
      [`?state=${state}`, "return_not_signed"],
      [query, "return_not_signed"],
      [`${query}&requestSignature=${encodeURIComponent(sign(other))}`, "return_forged"],
      [`${other}&requestSignature=${encodeURIComponent(sign(other))}`, "return_of_another"],
    ] as const) {
      expect(finish(authorisation, callback).outcome).toEqual({ type: "failed", reason });
    }
  });

  test("is refused without a call if the customer left, and fails if its state is another one", () => {
    const left = finish(authorisation, `?state=${state}&left=1`);
    expect(left).toEqual({ calls: [], outcome: { type: "refused" } });
    expect(finish(authorisation, "?state=other").outcome.type).toBe("failed");
  });

  test.each([
    ["for another redirect", { payment: { ...payment, merchantReference: `${visit}x` } }],
    ["for another amount", { payment: { ...payment, amount: "52.41" } }],
    ["without an upper limit", { payment: { ...payment, amount: "0.00" } }],
    ["in another currency", { currency: "CAD" }],
    ["of another transaction", { transactionId: "1003" }],
    ["that is not an authorization", { transactionType: "3" }],
  ])("authorizes nothing %s", (_, change) => {
    expect(finish({ ...authorisation, ...change }).outcome).toEqual({
      type: "failed",
      reason: "another_payment_agreed",
    });
  });
});

describe("a capture", () => {
  test("has our key as its reference, the amount and the token", () => {
    const { calls, outcome } = pay(answered(200, captured));
    expect(outcome).toEqual({ type: "settled", bankPaymentId: "1002", account });
    expect(calls[0]).toMatchObject({ method: "POST", path: "/transactions/1001/capture" });
    expect(Object.fromEntries(new URLSearchParams(calls[0]?.body))).toEqual({
      merchantReference: key,
      amount: "52.40",
      splitToken: "CO+s/6=",
    });
  });

  test.each([
    ["331", "bank_insufficient_funds"],
    ["330", "payer_account_unusable"],
    ["390", "bank_rejected"],
    ["380", "bank_rejected"],
  ])("was certainly not made if it failed with error %s", (code, paymentReason) => {
    for (const status of [200, 400]) {
      expect(pay(answered(status, errors(Number(code)))).outcome).toEqual({
        type: "not_taken",
        reason: `errors_${code}`,
        paymentReason,
      });
    }
  });

  test("is unknown if it was made before or its error is not in the table", () => {
    expect(pay(answered(400, errors(210))).outcome).toEqual({
      type: "exists",
      reason: "errors_210",
    });
    for (const codes of [[100], [150], [378], [999], [331, 100]]) {
      expect(pay(answered(400, errors(...codes))).outcome.type, String(codes)).toBe("unknown");
    }
    // A refusal in a server error proves nothing.
    expect(pay(answered(500, errors(331))).outcome.type).toBe("unknown");
    expect(pay(new OutgoingCallFailed("deadline", "unknown")).outcome.type).toBe("unknown");
    expect(pay(answered(302, captured)).outcome.type).toBe("unknown");
  });

  test("was not made if our credentials were refused", () => {
    expect(pay(answered(401, "")).outcome).toMatchObject({ type: "not_taken" });
  });

  test.each([
    [{ status: "0" }, { type: "accepted" }],
    [{ status: "2" }, { type: "accepted" }],
    [{ status: "3" }, { type: "accepted" }],
    [{ status: "14" }, { type: "accepted" }],
    [{ status: 11 }, { type: "settled" }],
    [{ status: "12" }, { type: "settled" }],
    [{ status: "8" }, { type: "rejected", reason: "bank_rejected" }],
    [
      { status: "5", paymentProviderTransaction: { status: "R01" } },
      { type: "rejected", reason: "ach_r01" },
    ],
    [
      { status: "5", paymentProviderTransaction: { status: "SW021" } },
      { type: "rejected", reason: "bank_insufficient_funds" },
    ],
    [
      { status: "10", paymentProviderTransaction: { status: "R10" } },
      { type: "returned", reason: "ach_r10" },
    ],
    [
      { status: "4", reversed: "52.40" },
      { type: "returned", reason: "bank_return" },
    ],
    [
      { status: "4", reversed: "5.00" },
      { type: "settled", partReturned: { amountMinor: 500, reason: "bank_return" } },
    ],
    [
      { status: "10", reversed: "20.00", paymentProviderTransaction: { status: "R10" } },
      { type: "settled", partReturned: { amountMinor: 2_000, reason: "ach_r10" } },
    ],
    [
      { status: "3", reversed: "5.00" },
      { type: "unknown", reason: "partly_returned" },
    ],
    [
      { status: "4", reversed: "52.41" },
      { type: "unknown", reason: "reversed_amount" },
    ],
    [
      { status: "4", reversed: "-1.00" },
      { type: "unknown", reason: "reversed_amount" },
    ],
    [{ status: "9" }, { type: "unknown", reason: "unknown_status" }],
    [{ status: "99" }, { type: "unknown", reason: "unknown_status" }],
    [{ amount: "52.41" }, { type: "unknown", reason: "another_payment" }],
    [{ amount: "52.4049" }, { type: "unknown", reason: "another_payment" }],
    [{ currency: "CAD" }, { type: "unknown", reason: "another_payment" }],
    [{ merchantReference: "pay_x" }, { type: "unknown", reason: "another_payment" }],
    [{ transactionType: "4" }, { type: "unknown", reason: "another_payment" }],
  ])("with %j is %j", (change, outcome) => {
    expect(pay(answered(200, { ...captured, ...change })).outcome).toMatchObject(outcome);
  });
});

describe("a look-up", () => {
  const look = (body: object, known: object = { accessToken: leave }) =>
    drive(lookUpCapture(party, { key, order, ...known }, 5_000), [answered(200, body)]);
  const list = (...transactions: object[]) => ({ transactions });

  test("finds the capture among the transactions of the authorized payment", () => {
    const { calls, outcome } = look(list(authorisation, captured));
    expect(calls[0]?.path).toBe("/transactions?payment.paymentId=9001&count=100");
    expect(outcome).toMatchObject({ type: "settled", bankPaymentId: "1002" });
    expect(look(list(authorisation)).outcome).toEqual({ type: "not_found" });
    const other = { ...captured, merchantReference: "by-hand" };
    expect(look(list(authorisation, other)).outcome).toEqual({ type: "not_found" });
  });

  test.each([
    ["an unexpected type", { transactionType: "6" }],
    ["no reference", { merchantReference: null }],
  ])("does not take a capture with %s for absent", (_, change) => {
    const { outcome } = look(list(authorisation, { ...captured, ...change }));
    expect(outcome).toEqual({ type: "unknown", reason: "unexplained_transaction" });
  });

  test.each([
    ["an empty list", list()],
    ["a list without the authorisation", list(captured)],
    [
      "a list of another payment",
      list({ ...authorisation, payment: { ...payment, paymentId: "9" } }),
    ],
    ["two captures", list(authorisation, captured, { ...captured, transactionId: "1004" })],
    ["an error", errors(200)],
  ])("proves nothing with %s", (_, body) => {
    expect(look(body).outcome.type).toBe("unknown");
  });

  test("asks for the capture itself once its id is known, and proves nothing without any id", () => {
    const known = { bankPaymentId: "1002", accessToken: null };
    const { calls, outcome } = look(captured, known);
    expect(calls[0]?.path).toBe("/transactions/1002");
    expect(outcome.type).toBe("settled");
    expect(look({ ...captured, transactionId: "1004" }, known).outcome.type).toBe("unknown");
    expect(look(errors(200), known).outcome.type).toBe("unknown");
    expect(drive(lookUpCapture(party, { key, order }, 5_000), [])).toEqual({
      calls: [],
      outcome: { type: "unknown", reason: "no_authorisation" },
    });
  });
});

describe("a refund", () => {
  const refundKey = "ref_22uhvyZXh9862NdzfBGFXE79";
  const part = {
    bankPaymentId: "1002",
    amountMinor: 1_000,
    currency: "USD",
    reference: "LUCKY DUCK",
    endToEndId: refundKey,
  };
  const refunded = {
    ...captured,
    transactionId: "1005",
    transactionType: "4",
    originalTransactionId: "1002",
    merchantReference: refundKey,
    amount: "10.00",
  };
  const asked = { key: refundKey, order: part };
  const send = (response: Parameters<typeof drive>[1][number]) =>
    drive(refund(party, asked, 15_000), [response]);

  test("goes to the capture, and a response about another refund does not count", () => {
    const { calls, outcome } = send(answered(200, refunded));
    expect(calls[0]?.path).toBe("/transactions/1002/refund");
    expect(outcome).toEqual({ type: "settled", bankRefundId: "1005" });
    for (const change of [
      { amount: "10.01" },
      { originalTransactionId: "1" },
      { merchantReference: key },
      { transactionType: "3" },
    ]) {
      expect(send(answered(200, { ...refunded, ...change })).outcome.type).toBe("unknown");
    }
    expect(send(answered(200, { ...refunded, status: "3" })).outcome.type).toBe("accepted");
    expect(send(answered(200, { ...refunded, status: "10" })).outcome.type).toBe("rejected");
  });

  test("is refused only by an error of the table", () => {
    expect(send(answered(400, errors(200))).outcome.type).toBe("refused");
    expect(send(answered(401, "")).outcome.type).toBe("credentials_refused");
    for (const code of [300, 375]) {
      expect(send(answered(400, errors(code))).outcome.type).toBe("credentials_refused");
    }
    expect(send(answered(400, errors(331))).outcome).toEqual({
      type: "not_now",
      reason: "balance_too_low",
    });
    expect(send(answered(400, errors(100))).outcome.type).toBe("unknown");
    expect(send(new OutgoingCallFailed("unreachable", "no")).outcome.type).toBe("unreached");
  });

  test("is looked up among the transactions of the capture's payment", () => {
    const look = (...transactions: object[]) =>
      drive(lookUpRefund(party, asked, 5_000), [
        answered(200, captured),
        answered(200, { transactions }),
      ]).outcome;
    expect(look(authorisation, captured, refunded)).toMatchObject({ type: "settled" });
    expect(look(authorisation, captured)).toEqual({ type: "not_found" });
    expect(look(authorisation).type).toBe("unknown");
    const another = { ...refunded, merchantReference: "ref_another" };
    expect(look(authorisation, captured, another)).toEqual({ type: "not_found" });
    for (const change of [{ transactionType: "6" }, { merchantReference: null }]) {
      const unexplained = { type: "unknown", reason: "unexplained_transaction" };
      expect(look(authorisation, captured, { ...refunded, ...change })).toEqual(unexplained);
    }
    const twice = { ...refunded, transactionId: "1006" };
    expect(look(captured, refunded, twice)).toEqual({ type: "unknown", reason: "two_refunds" });
  });
});
