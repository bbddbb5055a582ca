/** Runs with the sandbox's bank. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { ClientSession, OfferedPaymentMethod } from "#contract/client/session";
import { damageValues } from "../testing/damage-values.ts";
import { type BankWorld, createBankWorld, goodAccount } from "./testing/bank-world.ts";
import { browser } from "./testing/payment-world.ts";

let world: BankWorld;
let customers = 0;
let externalCustomerId: string;
beforeAll(async () => {
  world = await createBankWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  customers += 1;
  externalCustomerId = `keeper-${customers}`;
  await world.call("POST", "/v1/customers", {
    body: { externalCustomerId, data: { email: `keeper${customers}@example.com` } },
  });
});

const newIntent = () => world.createIntent({ externalCustomerId });
/** An unused account. The bank treats it like `likeAccount`, because it starts with the same digits. */
const accountLike = (likeAccount: string) => `${likeAccount}${String(customers).padStart(3, "0")}`;

async function submit(intent: CreatedPaymentIntent, body: object) {
  const response = await world.callAsClient("POST", "/v1/client/payments", intent.clientSecretKey, {
    body: { total: intent.amount, browser, ...body },
  });
  return { statusCode: response.statusCode, body: response.json() };
}
async function payAndSave(accountNumber: string) {
  const bankAccount = { ...goodAccount, accountNumber };
  const intent = await newIntent();
  const mandate = await shownMandate(intent, { type: "bank" });
  const paid = await submit(intent, { type: "bank", bankAccount, mandate, save: true });
  expect(paid.body.status).toBe("pending");
}
async function payWithSaved(intent: CreatedPaymentIntent, paymentMethodId: string) {
  const mandate = await shownMandate(intent, { type: "saved", paymentMethodId });
  return submit(intent, { type: "saved", paymentMethodId, mandate });
}
/** The mandate that the quote shows, as a submission sends it back. */
async function shownMandate(intent: CreatedPaymentIntent, method: object) {
  const { mandate } = await world.quote(intent, { ...method, locale: "en" });
  return { version: mandate?.version, locale: "en" };
}
async function offered(): Promise<OfferedPaymentMethod[]> {
  const { clientSecretKey } = await newIntent();
  const response = await world.callAsClient("GET", "/v1/client/session", clientSecretKey);
  return (response.json() as ClientSession).savedPaymentMethods;
}
const savedId = async () => (await offered())[0]?.paymentMethodId ?? "";

it("an account is saved as soon as its debit is ordered, and needs a mandate each time", async () => {
  await payAndSave(accountLike("12345678"));
  expect(await offered()).toMatchObject([
    {
      type: "bank",
      verification: "mandate",
      isExpired: false,
      paymentMethod: {
        bankName: "Sandbox Bank",
        accountType: "checking",
        last4: accountLike("12345678").slice(-4),
      },
    },
  ]);
});

it("an account that cannot be decrypted can only be removed, and the customer can pay another way", async () => {
  await payAndSave(accountLike("12345678"));
  const paymentMethodId = await savedId();
  await damageValues(world, "payment_methods", "details_sealed", {
    external_customer_id: externalCustomerId,
  });
  expect(await offered()).toMatchObject([{ paymentMethodId, isExpired: true }]);
  const mandate = { version: "1", locale: "en" };
  const refused = await submit(await newIntent(), { type: "saved", paymentMethodId, mandate });
  expect(refused).toMatchObject({
    statusCode: 400,
    body: { errorCode: "payment_method_not_found" },
  });
});

it("a saved account is debited under a new mandate that names it by its last digits", async () => {
  const accountNumber = accountLike("12345678");
  await payAndSave(accountNumber);
  const paymentMethodId = await savedId();
  const intent = await newIntent();
  const quoted = await world.quote(intent, { type: "saved", paymentMethodId, locale: "en" });
  expect(quoted.mandate?.text).toContain(`ending in\u00a0${accountNumber.slice(-4)}`);
  expect(quoted.bankName).toBe("Sandbox Bank");

  const without = await submit(intent, { type: "saved", paymentMethodId });
  expect(without.body).toMatchObject({ errorCode: "required", errors: [{ path: "mandate" }] });
  const paid = await payWithSaved(intent, paymentMethodId);
  expect(paid).toMatchObject({ statusCode: 201, body: { type: "bank", status: "pending" } });
  const url = `/v1/payments/${paid.body.paymentId}/mandate`;
  expect((await world.call("GET", url)).statusCode).toBe(200);

  await world.bankTakesFile();
  const debits = world.bank.files
    .flatMap(({ entries }) => entries)
    .filter((entry) => entry.accountNumber === accountNumber);
  expect(debits).toHaveLength(2);
  await world.windowPasses();
  expect(await world.statusOf(intent)).toMatchObject({ status: "success" });
});

it("a saved account can only be removed after its holder disputed a debit", async () => {
  await payAndSave(accountLike("000333333335"));
  const paymentMethodId = await savedId();
  await world.bankTakesFile();
  expect(await offered()).toMatchObject([{ paymentMethodId, isExpired: true }]);
  const refused = await payWithSaved(await newIntent(), paymentMethodId);
  expect(refused.body).toMatchObject({
    errorCode: "bank_account_barred",
    errors: [{ path: "paymentMethodId" }],
  });
});

it("a saved account can be used again after insufficient funds, and not when it is closed", async () => {
  await payAndSave(accountLike("000222222227"));
  await world.bankTakesFile();
  expect(await offered()).toMatchObject([{ isExpired: false }]);
  world.clock.advance(1_000);
  await payAndSave(accountLike("000111111113"));
  expect(await offered()).toMatchObject([{ isExpired: false }, { isExpired: false }]);
  await world.bankTakesFile();
  expect(await offered()).toMatchObject([{ isExpired: true }, { isExpired: false }]);
});

it("a customer removes a saved account, and its pending debit continues", async () => {
  const accountNumber = accountLike("12345678");
  await payAndSave(accountNumber);
  const paymentMethodId = await savedId();
  const intent = await newIntent();
  await payWithSaved(intent, paymentMethodId);
  const path = `/v1/client/payment-methods/${paymentMethodId}`;
  expect((await world.callAsClient("DELETE", path, intent.clientSecretKey)).statusCode).toBe(200);
  expect(await offered()).toEqual([]);
  await world.bankTakesFile();
  await world.windowPasses();
  expect(await world.statusOf(intent)).toMatchObject({ status: "success" });
});

it("no table, log line or response has the account number in the clear", async () => {
  const accountNumber = accountLike("98765432");
  await payAndSave(accountNumber);
  const paymentMethodId = await savedId();
  const intent = await newIntent();
  const answers: unknown[] = [
    await offered(),
    await payWithSaved(intent, paymentMethodId),
    (await world.call("GET", `/v1/customers/${externalCustomerId}`)).json(),
    await world.statusOf(intent),
    world.logLines,
  ];
  const { database } = world.service.deps;
  const tables = await database.run<{ name: string }>(
    {
      name: "test.account_tables",
      text: `select table_name as name from information_schema.tables where table_schema = 'public'`,
    },
    [],
  );
  expect(tables.rows.map(({ name }) => name)).toContain("payment_methods");
  for (const { name } of tables.rows) {
    const statement = { name: `test.account_${name}`, text: `select * from "${name}"` };
    answers.push((await database.run(statement, [])).rows);
  }
  for (const answer of answers) {
    expect(JSON.stringify(answer).includes(accountNumber.slice(0, -4))).toBe(false);
  }
});
