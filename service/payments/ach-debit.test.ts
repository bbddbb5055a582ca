import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import { changeOperator } from "../operators/accounts/index.ts";
import type { TestService } from "../testing/create-test-service.ts";
import { damageValues } from "../testing/damage-values.ts";
import { createBankMethod } from "./methods/bank/bank-method.ts";
import type { IntentRecord } from "./records.ts";
import { type BankWorld, createBankWorld, freshAccount } from "./testing/bank-world.ts";

let world: BankWorld;
beforeAll(async () => {
  world = await createBankWorld();
});
afterAll(() => world.close());

const paymentOf = async (intent: CreatedPaymentIntent) => {
  const status = await world.statusOf(intent);
  return (status["payments"] as unknown as Record<string, unknown>[]).at(-1);
};

describe("a debit", () => {
  it("is pending, then succeeds without a return, with an event at each step", async () => {
    const intent = await world.createIntent();
    const account = freshAccount();
    const paid = await world.payByDebit(intent, { account });
    expect(paid).toMatchObject({
      statusCode: 201,
      body: {
        type: "bank",
        status: "pending",
        intentStatus: "pending",
        nextAction: null,
        paymentMethod: {
          bankName: "Sandbox Bank",
          accountType: "checking",
          last4: account.accountNumber.slice(-4),
        },
      },
    });
    expect(await world.entriesOf(paid.body.paymentId)).toEqual([
      { amount_minor: 4_999, status: "queued" },
    ]);

    await world.bankTakesFile();
    const [file] = world.bank.files;
    expect(file?.problems).toEqual([]);
    const entry = file?.entries.find((entry) => entry.accountNumber === account.accountNumber);
    expect(entry).toMatchObject({ direction: "debit", amountMinor: 4_999 });
    expect(await world.eventsOf(intent)).toEqual(["created", "pending"]);

    await world.windowPasses();
    expect(await world.statusOf(intent)).toMatchObject({ status: "success" });
    expect(await paymentOf(intent)).toMatchObject({
      processor: "ach",
      messages: [],
      threeDSecure: null,
      mandate: { version: expect.any(String), locale: "en", endedAt: null },
    });
    expect(await world.eventsOf(intent)).toEqual(["created", "pending", "success"]);
  });

  it("fails with the bank's reason and advice if it is returned while pending", async () => {
    const cases = [
      ["000111111113", "ach_r02", "other_account"],
      ["000111111116", "ach_r03", "other_account"],
      ["000444444440", "ach_r04", "other_account"],
      ["000222222227", "ach_r01", "later"],
      ["000333333335", "ach_r10", "other_method"],
      ["000555555559", "ach_r16", "other_account"],
    ] as const;
    const intents = await Promise.all(cases.map(() => world.createIntent()));
    for (const [index, [account]] of cases.entries()) {
      const intent = intents[index] as CreatedPaymentIntent;
      const { body } = await world.payByDebit(intent, { account: freshAccount(account) });
      expect(body.status).toBe("pending");
    }
    // This happens inside the intent's window, so the advice allows another attempt.
    await world.bankTakesFile();
    for (const [index, [, code, advice]] of cases.entries()) {
      const intent = intents[index] as CreatedPaymentIntent;
      const response = await world.callAsClient("GET", "/v1/client/status", intent.clientSecretKey);
      expect(response.json()).toMatchObject({
        status: "failed",
        payment: { messages: [{ code }], advice: { retry: true, with: advice } },
      });
      expect(await world.eventsOf(intent)).toEqual(["created", "pending", "failed"]);
      expect(await paymentOf(intent)).toMatchObject({ mandate: { endedAt: expect.any(String) } });
    }
  });

  it("is undone if it is returned after it succeeded, and the intent stays closed", async () => {
    const intent = await world.createIntent();
    const account = freshAccount();
    await world.payByDebit(intent, { account });
    await world.bankTakesFile();
    await world.windowPasses();
    await world.sendBack(account.accountNumber, "R11");
    await world.bankTakesFile();
    expect(await world.statusOf(intent)).toMatchObject({ status: "failed" });
    expect(await paymentOf(intent)).toMatchObject({ messages: [{ code: "ach_r11" }] });
    expect(await world.eventsOf(intent)).toEqual(["created", "pending", "success", "failed"]);

    // Repeating the jobs, or the same file under another name, changes nothing.
    await world.bankTakesFile();
    expect(await world.eventsOf(intent)).toHaveLength(4);
    const repeat = await world.payByDebit(intent, { account: freshAccount() });
    expect(repeat.statusCode).toBe(409);
  });

  it("is ordered once by the recovery job if a crash came before its order", async () => {
    const { ach } = world.service.deps;
    const { order } = ach;
    ach.order = () => Promise.reject(new Error("the process died"));
    const intent = await world.createIntent();
    const cut = await world.payByDebit(intent, { account: freshAccount(), key: "cut" });
    ach.order = order;
    expect(cut.statusCode).toBe(500);
    const pending = await paymentOf(intent);
    expect(pending).toMatchObject({ status: "pending" });
    const paymentId = String(pending?.["paymentId"]);
    expect(await world.entriesOf(paymentId)).toEqual([]);

    world.clock.advance(60 * 60_000);
    await world.runJob("payments.recover");
    await world.runJob("payments.recover");
    expect(await world.entriesOf(paymentId)).toEqual([{ amount_minor: 4_999, status: "queued" }]);
    await world.bankTakesFile();
    await world.windowPasses();
    expect(await world.statusOf(intent)).toMatchObject({ status: "success" });
  });

  it("fails if a crash came before its order and its account cannot be decrypted", async () => {
    const { ach } = world.service.deps;
    const { order } = ach;
    ach.order = () => Promise.reject(new Error("the process died"));
    const intent = await world.createIntent();
    await world.payByDebit(intent, { account: freshAccount() });
    ach.order = order;
    const paymentId = String((await paymentOf(intent))?.["paymentId"]);
    await damageValues(world, "payments", "details_sealed", { payment_id: paymentId });
    world.clock.advance(60 * 60_000);
    await world.runJob("payments.recover");
    expect(await world.statusOf(intent)).toMatchObject({ status: "failed" });
    expect(await world.entriesOf(paymentId)).toEqual([]);
    expect((await world.payByDebit(intent, { account: freshAccount() })).statusCode).toBe(201);
  });

  it("continues if a crash came after its order and its account cannot be decrypted", async () => {
    const intent = await world.createIntent();
    const { paymentId } = (await world.payByDebit(intent, { account: freshAccount() })).body;
    await damageValues(world, "payments", "details_sealed", { payment_id: paymentId });
    await world.service.deps.database.kysely
      .updateTable("payments")
      .set({ step: "started", next_check_at: new Date(world.clock.nowMs()) })
      .where("payment_id", "=", paymentId)
      .execute();
    await world.runJob("payments.recover");
    expect(await world.entriesOf(paymentId)).toEqual([{ amount_minor: 4_999, status: "queued" }]);
    await world.bankTakesFile();
    await world.windowPasses();
    expect(await world.statusOf(intent)).toMatchObject({ status: "success" });
  });

  it("is looked up if the rail does not report it", async () => {
    const intent = await world.createIntent();
    await world.payByDebit(intent, { account: freshAccount() });
    await world.bankTakesFile();
    world.clock.advance(8 * 24 * 60 * 60_000);
    await world.runJob("ach.settle");
    await world.runJob("payments.recover");
    expect(await world.statusOf(intent)).toMatchObject({ status: "success" });
    await world.runJob("ach.report_outcomes");
    expect(await world.eventsOf(intent)).toEqual(["created", "pending", "success"]);
  });

  it("can be canceled by the operator until it is in a file, and not afterwards", async () => {
    const cancel = (paymentId: string, token?: string) =>
      world.call("POST", `/v1/payments/${paymentId}/cancel`, token ? { token } : {});
    const intent = await world.createIntent();
    const { body } = await world.payByDebit(intent, { account: freshAccount() });
    const otherOperator = await world.createOperator();
    expect((await cancel(body.paymentId, otherOperator.secretKey)).statusCode).toBe(404);

    for (let times = 0; times < 2; times += 1) {
      expect((await cancel(body.paymentId)).json()).toMatchObject({
        status: "failed",
        payments: [
          { messages: [{ code: "debit_canceled" }], mandate: { endedAt: expect.any(String) } },
        ],
      });
    }
    await world.bankTakesFile();
    expect(await world.entriesOf(body.paymentId)).toMatchObject([{ status: "canceled" }]);
    const noted = await world.service.deps.database.kysely
      .selectFrom("audit_entries")
      .select("actor_kind")
      .where("action", "=", "payment.canceled")
      .where("subject_id", "=", body.paymentId)
      .execute();
    expect(noted).toEqual([{ actor_kind: "api" }]);
    expect(await world.eventsOf(intent)).toEqual(["created", "pending", "failed"]);

    const sent = await world.createIntent();
    const late = await world.payByDebit(sent, { account: freshAccount() });
    await world.bankTakesFile();
    expect((await cancel(late.body.paymentId)).json().errorCode).toBe("payment_not_cancelable");
    expect(await world.statusOf(sent)).toMatchObject({ status: "pending" });
    const byCard = await world.pay(await world.createIntent());
    expect((await cancel(byCard.body.paymentId)).json().message).toContain("Refund it instead");
  });

  it("is ordered once if it is sent twice under one key", async () => {
    const intent = await world.createIntent();
    const account = freshAccount();
    const first = await world.payByDebit(intent, { account, key: "twice" });
    const second = await world.payByDebit(intent, { account, key: "twice" });
    expect(second).toMatchObject({ replayed: true, body: { paymentId: first.body.paymentId } });
    expect(await world.entriesOf(first.body.paymentId)).toHaveLength(1);
  });
});

describe("an account", () => {
  async function payAndReturn(intent: CreatedPaymentIntent, account: { accountNumber: string }) {
    const { body } = await world.payByDebit(intent, { account });
    expect(body.status).toBe("pending");
    await world.bankTakesFile();
  }

  it("may be tried twice more after insufficient funds", async () => {
    const intent = await world.createIntent();
    const account = freshAccount("000222222227");
    for (let tries = 0; tries < 3; tries += 1) await payAndReturn(intent, account);
    const refused = await world.payByDebit(intent, { account });
    expect(refused).toMatchObject({
      statusCode: 400,
      body: {
        errorCode: "bank_account_retries_used_up",
        errors: [{ path: "bankAccount.accountNumber" }],
      },
    });
    expect((await world.payByDebit(intent, { account: freshAccount() })).statusCode).toBe(201);
  });

  it("is not debited again for the same payment if it is closed; another account is", async () => {
    const intent = await world.createIntent();
    const account = freshAccount("000111111113");
    await payAndReturn(intent, account);
    const refused = await world.payByDebit(intent, { account });
    expect(refused.body.errorCode).toBe("bank_account_unusable");
    expect((await world.payByDebit(intent, { account: freshAccount() })).statusCode).toBe(201);
  });

  it("is barred for this operator after a disputed debit, however its number is written", async () => {
    const first = await world.createIntent();
    const account = freshAccount("000333333335");
    await payAndReturn(first, account);
    const later = await world.createIntent();
    for (const accountNumber of [
      account.accountNumber,
      account.accountNumber.replace(/^(.{4})/, "$1-"),
    ]) {
      const refused = await world.payByDebit(later, { account: { accountNumber } });
      expect(refused.body.errorCode).toBe("bank_account_barred");
    }
  });

  it("is refused if a debit was disputed between the check and the order", async () => {
    const account = freshAccount();
    const disputed = await world.createIntent();
    await world.payByDebit(disputed, { account });
    const { ach } = world.service.deps;
    const { order } = ach;
    ach.order = () => Promise.reject(new Error("the process died"));
    const second = await world.createIntent();
    await world.payByDebit(second, { account });
    ach.order = order;
    await world.bankTakesFile();
    await world.sendBack(account.accountNumber, "R07");
    await world.bankTakesFile(60 * 60_000);
    await world.runJob("payments.recover");
    expect(await paymentOf(second)).toMatchObject({
      status: "failed",
      messages: [{ code: "bank_account_barred" }],
    });
    expect(await world.entriesOf(String((await paymentOf(second))?.["paymentId"]))).toEqual([]);
  });

  it("is debited for an order before the dispute, even if a crash came right after the order", async () => {
    const account = freshAccount();
    const [disputed, ordered] = [await world.createIntent(), await world.createIntent()];
    await world.payByDebit(disputed, { account });
    // Its entry is the first of this account in the file: the bank returns that one.
    world.clock.advance(1_000);
    const { paymentId } = (await world.payByDebit(ordered, { account })).body;
    const { kysely } = world.service.deps.database;
    await kysely
      .updateTable("payments")
      .set({ step: "started", next_check_at: new Date(0) })
      .where("payment_id", "=", paymentId)
      .execute();
    await kysely
      .updateTable("payment_intents")
      .set((row) => ({ version: row("version", "+", 1) }))
      .where("payment_intent_id", "=", ordered.paymentIntentId)
      .execute();
    await world.bankTakesFile();
    await world.sendBack(account.accountNumber, "R07");
    await world.bankTakesFile(60 * 60_000);
    await world.runJob("payments.recover");
    expect(await world.entriesOf(paymentId)).toMatchObject([{ status: "filed" }]);
    expect(await paymentOf(ordered)).toMatchObject({ status: "pending" });
    await world.windowPasses();
    expect(await world.statusOf(ordered)).toMatchObject({ status: "success" });
  });

  it("is not debited after a disputed debit, even for orders that wait for their file", async () => {
    const account = freshAccount();
    const [disputed, waiting] = [await world.createIntent(), await world.createIntent()];
    await world.payByDebit(disputed, { account });
    await world.bankTakesFile();
    const { paymentId } = (await world.payByDebit(waiting, { account })).body;
    await world.sendBack(account.accountNumber, "R10");
    await world.runJob("ach.returns");
    await world.runJob("ach.report_outcomes");
    expect(await world.entriesOf(paymentId)).toMatchObject([{ status: "canceled" }]);
    expect(await paymentOf(waiting)).toMatchObject({
      status: "failed",
      messages: [{ code: "bank_account_barred" }],
      mandate: { endedAt: expect.any(String) },
    });
    await world.windowPasses();
    expect(await world.eventsOf(waiting)).toEqual(["created", "pending", "failed"]);
  });

  it.each([
    ["110000001", "bankAccount.routingNumber"],
    ["990000000", "bankAccount.routingNumber"],
  ])("is refused if its routing number is %s", async (routingNumber, path) => {
    const intent = await world.createIntent();
    const refused = await world.payByDebit(intent, { account: { routingNumber } });
    expect(refused).toMatchObject({
      statusCode: 400,
      body: { errorCode: "routing_number_invalid", errors: [{ path }] },
    });
    expect(await world.statusOf(intent)).toMatchObject({ status: "no-payment" });
  });
});

describe("bank debits are not offered", () => {
  const types = async (at: TestService, intent: CreatedPaymentIntent) =>
    (await at.callAsClient("GET", "/v1/client/session", intent.clientSecretKey)).json()
      .paymentMethodTypes;

  it("in currencies other than dollars", async () => {
    const intent = await world.createIntent({ currency: "EUR" });
    expect(await types(world, intent)).toEqual(["card"]);
    const refused = await world.payByDebit(intent);
    expect(refused.body.errorCode).toBe("payment_method_type_not_enabled");
    const quote = await world.quote(intent, { type: "bank", locale: "en" });
    expect(quote.errorCode).toBe("payment_method_type_not_enabled");
  });

  it("above the largest amount of an ACH entry", async () => {
    expect(await types(world, await world.createIntent({ amount: 99_999_999.99 }))).toContain(
      "bank",
    );
    expect(await types(world, await world.createIntent({ amount: 100_000_000 }))).toEqual(["card"]);
  });

  it("without a configured bank for ACH files", () => {
    const { payments } = world.service;
    const { methods } = payments;
    const closed = createBankMethod({ ...payments, ach: { ...payments.ach, isConfigured: false } });
    const intent = { currency: "USD", amountMinor: 100 } as IntentRecord;
    expect(closed.supports?.(intent)).toBe(false);
    expect(methods.find("bank")?.supports?.(intent)).toBe(true);
  });
});

it("never surcharges a debit", async () => {
  await changeOperator(world.service.deps, world.operator.operatorId, {
    settings: { surcharge: { basisPoints: 300, fixedMinor: 0 } },
  });
  const intent = await world.createIntent();
  const quote = await world.quote(intent, { type: "bank", locale: "en" });
  expect(quote.breakdown).toMatchObject({ processingFees: 0, total: 49.99 });
  const { body } = await world.payByDebit(intent, { account: freshAccount() });
  expect(await world.entriesOf(body.paymentId)).toMatchObject([{ amount_minor: 4_999 }]);
});
