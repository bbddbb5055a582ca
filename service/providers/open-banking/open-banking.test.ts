/** Runs against the sandbox's bank, over HTTP. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { createSandbox, type Sandbox } from "../../../sandbox/create-sandbox.ts";
import { type BankVisit, visitBank } from "../../../sandbox/testing/bank-customer.ts";
import { createOutgoingHttp } from "../../platform/outgoing-http.ts";
import { type BankOrder, createOAuthOpenBanking, type OpenBankingProvider } from "./index.ts";

let sandbox: Sandbox;
let bank: OpenBankingProvider;
let nowMs = Date.now();
const http = createOutgoingHttp();
beforeAll(async () => {
  sandbox = await createSandbox({ port: 0, deps: { now: () => nowMs } });
  const issuer = `${sandbox.publicUrl}/bank`;
  bank = createOAuthOpenBanking(
    { http, issuer, clientId: "tessera", clientSecret: sandboxCredentials.loginBank },
    { payDeadlineMs: 1_500, lookUpDeadlineMs: 15_000 },
  );
});
afterAll(async () => {
  await sandbox.close();
  await http.close();
});

const returnUrl = "http://pay.localhost:4000/v1/bank-payments/return";
const order: BankOrder = {
  amountMinor: 5_240,
  currency: "USD",
  payee: "Lucky Duck Bingo",
  reference: "LUCKY DUCK",
  endToEndId: "pay_1234567890",
};
let serial = 0;
const newKey = () => `key-${++serial}`;

async function agree(does: BankVisit = {}, asked = order, expected = asked) {
  const state = `state-${newKey()}`;
  const redirect = await bank.begin({ state, returnUrl, language: "es", order: asked });
  const callbackUrl = await visitBank(redirect.authorizationUrl, does);
  const { proof } = redirect;
  return bank.finish({ callbackUrl, state, proof, order: expected });
}

async function tokenFor(account: string): Promise<string> {
  const agreed = await agree({ account });
  if (agreed.type !== "authorised") throw new Error(agreed.type);
  return agreed.accessToken;
}

async function paymentsFor(key: string): Promise<{ requests: number }[]> {
  const response = await http.call({
    method: "GET",
    url: `${sandbox.url}/admin/bank-payments`,
    deadlineMs: 5_000,
  });
  const { data } = JSON.parse(response.text) as { data: { key: string; requests: number }[] };
  return data.filter((payment) => payment.key === key);
}

describe("a payment that the customer agrees to", () => {
  test("settles once, however often it is ordered with its key", async () => {
    const [accessToken, key] = [await tokenFor("everyday"), newKey()];
    const paid = await bank.pay({ accessToken, key, order });
    expect(paid).toMatchObject({
      type: "settled",
      account: { bankName: "Harbour Bank", accountType: "checking", last4: "6789" },
    });
    expect(await bank.pay({ accessToken, key, order })).toEqual(paid);
    expect(await bank.lookUp({ key, order })).toEqual(paid);
    expect(await paymentsFor(key)).toMatchObject([{ requests: 2 }]);
  });

  test("is accepted first and settles later when the bank is slow", async () => {
    const [accessToken, key] = [await tokenFor("savings"), newKey()];
    expect(await bank.pay({ accessToken, key, order })).toMatchObject({ type: "accepted" });
    nowMs += 8_000;
    expect(await bank.lookUp({ key, order })).toMatchObject({ type: "settled" });
  });

  test.each([
    ["closed", "payer_account_unusable"],
    ["holiday", "bank_insufficient_funds"],
  ])("is rejected from the account %s", async (account, reason) => {
    const [accessToken, key] = [await tokenFor(account), newKey()];
    await bank.pay({ accessToken, key, order });
    nowMs += 2_000;
    expect(await bank.lookUp({ key, order })).toMatchObject({ type: "rejected", reason });
  });

  test("is found by its key if the bank took it without responding", async () => {
    const [accessToken, key] = [await tokenFor("joint"), newKey()];
    expect(await bank.pay({ accessToken, key, order })).toEqual({
      type: "unknown",
      reason: "deadline",
    });
    expect(await bank.lookUp({ key, order })).toMatchObject({ type: "settled" });
    expect(await paymentsFor(key)).toMatchObject([{ requests: 1 }]);
  });

  test("stays unknown after a response with a different amount", async () => {
    const [accessToken, key] = [await tokenFor("business"), newKey()];
    const unknown = { type: "unknown", reason: "another_payment" };
    expect(await bank.pay({ accessToken, key, order })).toEqual(unknown);
    expect(await bank.lookUp({ key, order })).toEqual(unknown);
  });
});

describe("nothing is paid", () => {
  test.each(["login", "consent"] as const)(
    "when the customer refuses at the %s",
    async (refuseAt) => {
      expect(await agree({ refuseAt })).toEqual({ type: "refused" });
    },
  );

  test("with a consent to a different amount or payee", async () => {
    const failed = { type: "failed", reason: "another_payment_agreed" };
    expect(await agree({}, { ...order, amountMinor: 5_241 }, order)).toEqual(failed);
    expect(await agree({}, { ...order, payee: "Somebody else" }, order)).toEqual(failed);
    const [accessToken, key] = [await tokenFor("everyday"), newKey()];
    const other = { ...order, amountMinor: 9_999 };
    expect(await bank.pay({ accessToken, key, order: other })).toMatchObject({ type: "not_taken" });
    expect(await bank.lookUp({ key, order })).toEqual({ type: "not_found" });
  });

  test("a second time with one consent", async () => {
    const accessToken = await tokenFor("everyday");
    await bank.pay({ accessToken, key: newKey(), order });
    const repeat = await bank.pay({ accessToken, key: newKey(), order });
    expect(repeat).toMatchObject({ type: "not_taken" });
  });

  test("with a made-up token", async () => {
    const paid = await bank.pay({ accessToken: "made-up", key: newKey(), order });
    expect(paid).toEqual({ type: "not_taken", reason: "status_401" });
  });

  test.each([
    ["code", "forged"],
    ["state", "forged"],
    ["iss", "http://evil.localhost"],
  ])("by a return with another %s", async (name, value) => {
    const state = `state-${newKey()}`;
    const { authorizationUrl, proof } = await bank.begin({
      state,
      returnUrl,
      language: "en",
      order,
    });
    const callbackUrl = await visitBank(authorizationUrl);
    callbackUrl.searchParams.set(name, value);
    const outcome = await bank.finish({ callbackUrl, state, proof, order });
    expect(outcome.type).toBe("failed");
  });

  test("by a code that was already exchanged", async () => {
    const state = `state-${newKey()}`;
    const { authorizationUrl, proof } = await bank.begin({
      state,
      returnUrl,
      language: "en",
      order,
    });
    const callbackUrl = await visitBank(authorizationUrl);
    const returned = { callbackUrl, state, proof, order };
    expect((await bank.finish(returned)).type).toBe("authorised");
    expect((await bank.finish(returned)).type).toBe("failed");
  });
});
