import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BankWorld, createBankWorld, freshAccount } from "./testing/bank-world.ts";
import { browser } from "./testing/payment-world.ts";

let world: BankWorld;
beforeAll(async () => {
  world = await createBankWorld();
});
afterAll(() => world.close());

describe("the mandate", () => {
  it("is quoted with the bank's name, and stored as shown, with the IP address and browser", async () => {
    const intent = await world.createIntent();
    const quote = await world.quote(intent, {
      type: "bank",
      locale: "es",
      routingNumber: "021000021",
    });
    expect(quote).toMatchObject({
      bankName: "JPMorgan Chase",
      mandate: { locale: "es" },
      breakdown: { total: 49.99, processingFees: 0 },
    });
    expect(quote.mandate?.text).toContain("Test operator");
    const unknown = await world.quote(intent, {
      type: "bank",
      locale: "en",
      routingNumber: "122000247",
    });
    expect(unknown.bankName).toBeNull();

    const account = freshAccount();
    const { body } = await world.payByDebit(intent, { account, locale: "es" });
    const acceptedAt = new Date(world.clock.nowMs()).toISOString();
    const proof = await world.call("GET", `/v1/payments/${body.paymentId}/mandate`);
    expect(proof.json()).toEqual({
      paymentId: body.paymentId,
      version: quote.mandate?.version,
      locale: "es",
      text: quote.mandate?.text,
      operatorName: "Test operator",
      holderName: "Ada Lovelace",
      accountType: "checking",
      last4: account.accountNumber.slice(-4),
      bankName: "Sandbox Bank",
      ipAddress: "127.0.0.1",
      userAgent: browser.userAgent,
      acceptedAt,
      endedAt: null,
      accountSource: "typed",
      returnCode: null,
    });

    const copy = await world.callAsClient(
      "GET",
      `/v1/client/mandates/${body.paymentId}`,
      intent.clientSecretKey,
    );
    expect(copy.headers["content-type"]).toBe("application/pdf");
    expect(copy.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
  });

  it("is shown to its customer by a process that has not handled the payment", async () => {
    const [debited, intent] = [await world.createIntent(), await world.createIntent()];
    const { paymentId } = (await world.payByDebit(debited, { account: freshAccount() })).body;
    const { kysely } = world.service.deps.database;
    const { paymentIntentId: payment_intent_id } = intent;
    for (const table of ["bank_mandates", "payments"] as const) {
      const changed = kysely.updateTable(table).set({ payment_intent_id });
      await changed.where("payment_id", "=", paymentId).execute();
    }
    const url = `/v1/client/mandates/${paymentId}`;
    expect((await world.callAsClient("GET", url, intent.clientSecretKey)).statusCode).toBe(200);
  });

  it("is shown to no other customer or operator", async () => {
    const intent = await world.createIntent();
    const { body } = await world.payByDebit(intent, { account: freshAccount() });
    const other = await world.createIntent();
    const url = `/v1/client/mandates/${body.paymentId}`;
    expect((await world.callAsClient("GET", url, other.clientSecretKey)).statusCode).toBe(404);
    const otherOperator = await world.createOperator();
    const proof = await world.call("GET", `/v1/payments/${body.paymentId}/mandate`, {
      token: otherOperator.secretKey,
    });
    expect(proof.statusCode).toBe(404);
  });

  it("is refused if it has changed since the customer saw it", async () => {
    const intent = await world.createIntent();
    const refused = await world.payByDebit(intent, { account: freshAccount(), version: "2019-01" });
    expect(refused.body).toMatchObject({
      errorCode: "mandate_changed",
      errors: [{ path: "mandate.version" }],
    });
    const version = await world.versionShown(intent, "es");
    const another = await world.payByDebit(intent, {
      account: freshAccount(),
      version,
      locale: "en",
    });
    expect(another.body).toMatchObject({ errorCode: "mandate_changed" });
    expect(await world.statusOf(intent)).toMatchObject({ status: "no-payment", payments: [] });
  });

  it("and the account number never appear in the clear", async () => {
    const intent = await world.createIntent();
    const account = freshAccount("9988776655");
    await world.payByDebit(intent, { account });
    const { kysely } = world.service.deps.database;
    for (const table of ["payments", "bank_mandates", "events", "ach_entries"] as const) {
      const rows = JSON.stringify(await kysely.selectFrom(table).selectAll().execute());
      expect(rows).not.toContain(account.accountNumber);
      if (table !== "ach_entries") expect(rows).not.toContain("Lovelace");
    }
    expect(world.logLines.join()).not.toContain(account.accountNumber);
  });
});
