import { describe, expect, test } from "vitest";
import { answered, drive } from "../../kit/testing/drive.ts";
import { beginTrustlyLogin, consentOfProof, finishTrustlyLogin } from "./trustly-login.ts";

const party = {
  url: "https://trustly.example/api/v1",
  accessId: "M8RaHgEjBE54zuFYMRQq",
  accessKey: "a-key-of-ours",
  merchantId: "1002463580",
};
const reference = "blg_22uhvyZXh9862NdzfBGFXE78-AbC-_1";
const proof = `1001 ${reference}`;
const asked = {
  state: "AbC-_1xyz",
  returnUrl: "https://pay.example/v1/bank-return",
  language: "es-MX",
  reference: "blg_22uhvyZXh9862NdzfBGFXE78",
  purpose: "payout" as const,
};
const payer = {
  name: "trustly-payouts",
  notificationUrl: "https://pay.example/v1/connectors/trustly-payouts/notices",
};
const transaction = (change: object = {}) => ({
  transactionId: "1001",
  transactionType: 1,
  status: 2,
  currency: "USD",
  amount: "0.00",
  payment: {
    paymentId: "9001",
    merchantReference: reference,
    paymentProvider: { name: "Chase" },
  },
  ...change,
});
const account = {
  type: 1,
  accountNumber: "000123456789",
  routingNumber: "021000021",
  nameOnAccount: " Ada Lovelace ",
  accountNumberLastFour: "6789",
  virtualAccountRoutingPair: false,
};
const ok = (body: object) => answered(200, body);
const listed = (...accounts: object[]) => ok({ accounts });
const canceled = ok(transaction({ status: 13 }));
const finish = (...responses: Parameters<typeof drive>[1]) =>
  drive(finishTrustlyLogin(party, proof, null), responses);

describe("a login", () => {
  test("begins as a signed retrieval of data, without an amount and without the customer", () => {
    const url = "https://trustly.example/page";
    const { outcome, calls } = drive(beginTrustlyLogin(party, asked, null), [
      ok({ url, transactionId: "1001" }),
    ]);
    expect(outcome).toEqual({ authorizationUrl: url, proof });
    expect(calls).toMatchObject([{ path: "/establish?createTransaction=true" }]);
    expect(JSON.parse(calls[0]?.body ?? "")).toEqual({
      accessId: party.accessId,
      merchantId: party.merchantId,
      currency: "USD",
      amount: "0.00",
      merchantReference: reference,
      paymentType: "Retrieval",
      returnUrl: "https://pay.example/v1/bank-return?state=AbC-_1xyz",
      cancelUrl: "https://pay.example/v1/bank-return?state=AbC-_1xyz&left=1",
      metadata: { lang: "es_US" },
      requestSignature: expect.stringMatching(/^[A-Za-z0-9+/]{27}=$/),
    });
  });

  test("does not begin after an error or with an unencrypted page", () => {
    const begin = (response: Parameters<typeof drive>[1][number]) =>
      drive(beginTrustlyLogin(party, asked, null), [response]);
    expect(() => begin(answered(400, { errors: [{ code: 375 }] }))).toThrow("errors_375");
    const plain = ok({ url: "http://trustly.example/page", transactionId: "1001" });
    expect(() => begin(plain)).toThrow("page_not_encrypted");
  });
});

describe("a login for payouts by Trustly", () => {
  const url = "https://trustly.example/page";
  const begin = (change: object = {}) =>
    drive(beginTrustlyLogin(party, { ...asked, ...change }, payer), [
      ok({ url, transactionId: "1001" }),
    ]);
  const finishConsent = (...responses: Parameters<typeof drive>[1]) =>
    drive(finishTrustlyLogin(party, `${proof} trustly-payouts`, null), responses);

  test("is a signed consent without a limit, which reports to the payout processor", () => {
    const { outcome, calls } = begin();
    expect(outcome).toEqual({ authorizationUrl: url, proof: `${proof} trustly-payouts` });
    expect(JSON.parse(calls[0]?.body ?? "")).toMatchObject({
      amount: "0.00",
      currency: "USD",
      merchantReference: reference,
      paymentType: "Disbursement",
      notificationUrl: payer.notificationUrl,
      requestSignature: expect.stringMatching(/^[A-Za-z0-9+/]{27}=$/),
    });
  });

  test("only retrieves data if the account will pay", () => {
    const { outcome, calls } = begin({ purpose: "payment" });
    expect(outcome).toEqual({ authorizationUrl: url, proof });
    expect(JSON.parse(calls[0]?.body ?? "")).toMatchObject({ paymentType: "Retrieval" });
  });

  test("keeps the consent with the account, even with tokenized numbers", () => {
    for (const virtualAccountRoutingPair of [false, true]) {
      const shared = listed({ ...account, virtualAccountRoutingPair });
      const { outcome, calls } = finishConsent(ok(transaction()), shared);
      expect(outcome).toMatchObject({
        type: "confirmed",
        consent: {
          payer: "trustly-payouts",
          transactionId: "1001",
          paymentId: "9001",
          reference,
        },
      });
      expect(calls).toHaveLength(2);
    }
  });

  test("leaves the consent to the caller if there is no account", () => {
    const { outcome, calls } = finishConsent(
      ok(transaction()),
      ...Array.from({ length: 3 }, () => listed()),
    );
    expect(outcome).toMatchObject({ type: "failed" });
    expect(calls.every(({ method }) => method === "GET")).toBe(true);
  });

  const paid = (accountNumberLastFour: string | null) =>
    ok(
      transaction({
        payment: {
          paymentId: "9001",
          merchantReference: reference,
          account: { type: 1, accountNumberLastFour },
        },
      }),
    );
  const other = { ...account, type: 2, accountNumber: "555000", accountNumberLastFour: null };

  test("shares the account that Trustly pays, not the first one", () => {
    const { outcome } = finishConsent(paid("6789"), listed(other, account));
    expect(outcome).toMatchObject({ account: { accountNumber: "000123456789" } });
    const second = finishConsent(paid("5000"), listed(account, other));
    expect(second.outcome).toMatchObject({ account: { accountNumber: "555000" } });
    const unnamed = finishConsent(paid(null), listed(account, other));
    expect(unnamed.outcome).toMatchObject({ account: { accountNumber: "000123456789" } });
  });

  test("waits for the account that Trustly pays, and fails without it", () => {
    const unread = listed({ ...account, accountNumber: null }, other);
    const { outcome } = finishConsent(paid("6789"), unread, listed(account, other));
    expect(outcome).toMatchObject({ account: { accountNumber: "000123456789" } });
    const never = finishConsent(paid("1111"), ...Array.from({ length: 3 }, () => unread));
    expect(never.outcome).toEqual({ type: "failed", reason: "accounts: no_usable_account" });
  });

  test("is found by its proof if it failed, whatever the configuration", () => {
    expect(consentOfProof(`${proof} trustly-payouts`)).toEqual({
      payer: "trustly-payouts",
      transactionId: "1001",
      paymentId: "",
      reference,
    });
    // A retrieval, and proofs of other vendors.
    for (const other of [proof, "link-sandbox-1b2c", "pkce_verifier-1", ""]) {
      expect(consentOfProof(other)).toBeNull();
    }
  });
});

describe("an account", () => {
  test("is read once, and then the authorization is canceled", () => {
    const { outcome, calls } = finish(ok(transaction()), listed(account), canceled);
    expect(outcome).toEqual({
      type: "confirmed",
      account: {
        bankName: "Chase",
        routingNumber: "021000021",
        accountNumber: "000123456789",
        accountType: "checking",
        holderName: "Ada Lovelace",
      },
    });
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /transactions/1001",
      "GET /transactions/1001/payment/paymentProvider/accounts",
      "POST /transactions/1001/cancel",
    ]);
    expect(calls[2]?.body).toBe(`merchantReference=${encodeURIComponent(reference)}`);
  });

  test("is not read if somebody else may have shared it, and the authorization is canceled", () => {
    const { outcome, calls } = drive(finishTrustlyLogin(party, proof, "not_signed"), [
      ok(transaction()),
      canceled,
    ]);
    expect(outcome).toEqual({ type: "failed", reason: "return: not_signed" });
    expect(calls.map(({ path }) => path)).toEqual([
      "/transactions/1001",
      "/transactions/1001/cancel",
    ]);
    const consent = `${proof} trustly-payouts`;
    const result = drive(finishTrustlyLogin(party, consent, "forged"), [ok(transaction())]);
    expect(result.outcome).toEqual({ type: "failed", reason: "return: forged" });
  });

  test("with tokenized numbers has its own digits, and its authorization stays", () => {
    const tokenised = {
      ...account,
      accountNumber: "00123400000098765",
      accountNumberLastFour: "4321",
      virtualAccountRoutingPair: true,
    };
    const { outcome, calls } = finish(ok(transaction()), listed(tokenised));
    expect(outcome).toMatchObject({
      account: { accountNumber: "00123400000098765", last4: "4321", isRevocable: true },
    });
    expect(calls).toHaveLength(2);
  });

  test("is the first one of the login with complete data", () => {
    const incomplete = [
      { ...account, type: 0 },
      { ...account, type: -1 },
      { ...account, routingNumber: "21000021" },
      { ...account, accountNumber: null },
      { ...account, nameOnAccount: "  " },
    ];
    const savings = { ...account, type: "2", paymentProvider: { name: "Harbour Bank" } };
    const list = listed(...incomplete, savings);
    // It waits for the account without a number.
    const { outcome } = finish(ok(transaction()), list, list, list, canceled);
    expect(outcome).toMatchObject({
      account: { accountType: "savings", bankName: "Harbour Bank", holderName: "Ada Lovelace" },
    });
  });

  test("is waited for if the customer chose it first, even if another one is complete already", () => {
    const savings = { ...account, type: "2" };
    const { outcome } = finish(
      ok(transaction()),
      listed({ ...account, accountNumber: null }, savings),
      listed(account, savings),
      canceled,
    );
    expect(outcome).toMatchObject({ account: { accountType: "checking" } });
  });

  test("is asked for again, three times in all, while Trustly is still reading it", () => {
    const unread = listed({ ...account, accountNumber: null });
    const { outcome, calls } = finish(
      ok(transaction()),
      unread,
      listed(),
      listed(account),
      canceled,
    );
    expect(outcome.type).toBe("confirmed");
    expect(calls.map(({ afterMs = 0 }) => afterMs)).toEqual([0, 0, 1_500, 3_000, 0]);
    const never = finish(ok(transaction()), unread, unread, unread, canceled);
    expect(never.outcome).toEqual({ type: "failed", reason: "accounts: no_usable_account" });
    expect(never.calls.at(-1)?.path).toBe("/transactions/1001/cancel");
  });

  test("is shared although its authorization cannot be canceled, which is logged", () => {
    const down = answered(503, {});
    expect(finish(ok(transaction()), listed(account), down).outcome).toMatchObject({
      type: "confirmed",
      warning: "authorisation_not_canceled",
    });
    const errors = answered(400, { errors: [{ code: 100 }] });
    expect(finish(ok(transaction()), errors, down).outcome).toEqual({
      type: "failed",
      reason: "accounts: errors_100",
    });
  });
});

describe("a visit", () => {
  test("is asked for once more if it has not ended", () => {
    const open = ok(transaction({ status: 1 }));
    expect(finish(open, ok(transaction()), listed(account), canceled).outcome.type).toBe(
      "confirmed",
    );
    const { outcome, calls } = finish(open, open);
    expect(outcome).toEqual({ type: "failed", reason: "visit: not_finished" });
    expect(calls).toHaveLength(2);
  });

  test.each([
    [{ status: 7 }, { type: "refused" }],
    [{ status: 5 }, { type: "failed", reason: "visit: status_5" }],
    [{ status: 13 }, { type: "failed", reason: "visit: status_13" }],
    [{ transactionId: "1002" }, { type: "failed", reason: "visit: of_another" }],
    [
      { payment: { paymentId: "9001", merchantReference: "blg_other-AbC-_1" } },
      { type: "failed", reason: "visit: of_another" },
    ],
  ])("with %j shares nothing", (change, expected) => {
    const { outcome, calls } = finish(ok(transaction(change)));
    expect(outcome).toEqual(expected);
    expect(calls).toHaveLength(1);
  });
});
