import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { StartedBankLogin } from "#contract/client/bank-logins";
import { createSandbox, type Sandbox } from "../../sandbox/create-sandbox.ts";
import { visitBank } from "../../sandbox/testing/bank-customer.ts";
import { type BankWorld, createBankWorld, goodAccount } from "./testing/bank-world.ts";
import { browser } from "./testing/payment-world.ts";
import { shareAccount } from "./testing/share-account.ts";

let sandbox: Sandbox;
let world: BankWorld;
beforeAll(async () => {
  sandbox = await createSandbox({ port: 0 });
  world = await createBankWorld({
    env: { SANDBOX_PORT: new URL(sandbox.url).port },
    settings: { savedPaymentMethods: true },
  });
});
afterAll(async () => {
  await world.close();
  await sandbox.close();
});

const logins = "/v1/client/bank-logins";
const paymentOf = async (intent: CreatedPaymentIntent) =>
  ((await world.statusOf(intent))["payments"] as unknown as Record<string, unknown>[]).at(-1);
const savedOf = async (intent: CreatedPaymentIntent) =>
  (await world.callAsClient("GET", "/v1/client/session", intent.clientSecretKey)).json()
    .savedPaymentMethods;

async function logIn({ clientSecretKey }: CreatedPaymentIntent, account: string): Promise<string> {
  const login = (
    await world.callAsClient("POST", logins, clientSecretKey, { body: { locale: "en" } })
  ).json() as StartedBankLogin;
  const open = ({ pathname, search }: URL, cookie = "") =>
    world.call("GET", pathname + search, {
      token: null,
      headers: { host: "pay.localhost:4000", ...(cookie && { cookie }) },
    });
  const left = await open(new URL(login.authorizationUrl));
  const [cookie = ""] = String(left.headers["set-cookie"]).split(";");
  await open(await visitBank(String(left.headers["location"]), { account }), cookie);
  return login.bankLoginId;
}

describe("a customer who logs in to their bank", () => {
  it("pays from the account that the bank shares, under the same mandate", async () => {
    const intent = await world.createIntent();
    const session = await world.callAsClient("GET", "/v1/client/session", intent.clientSecretKey);
    expect(session.json()).toMatchObject({ bankLogin: true });
    const bankLoginId = await logIn(intent, "savings");
    const url = `${logins}/${bankLoginId}`;
    expect((await world.callAsClient("GET", url, intent.clientSecretKey)).json()).toMatchObject({
      status: "confirmed",
      account: { bankName: "Harbour Bank", accountType: "savings", last4: "0000" },
    });

    const paid = await world.payByDebit(intent, { bankLoginId });
    const paymentMethod = { bankName: "Harbour Bank", accountType: "savings", last4: "0000" };
    expect(paid).toMatchObject({ statusCode: 201, body: { status: "pending", paymentMethod } });
    expect(await paymentOf(intent)).toMatchObject({ mandate: { accountSource: "bank_login" } });
    const proof = await world.call("GET", `/v1/payments/${paid.body.paymentId}/mandate`);
    expect(proof.json()).toMatchObject({
      holderName: "Ada Lovelace",
      accountSource: "bank_login",
      ...paymentMethod,
    });
    await world.bankTakesFile();
    const entry = world.bank.files.at(-1)?.entries.at(-1);
    expect(entry).toMatchObject({ accountNumber: "000123450000", direction: "debit" });
    await world.windowPasses();
    expect(await world.statusOf(intent)).toMatchObject({ status: "success" });
  });

  it("may save the account, and pays from it later", async () => {
    const first = await world.createIntent();
    const bankLoginId = await shareAccount(world, first, { accountNumber: "7000200030001" });
    await world.payByDebit(first, { bankLoginId, save: true });
    const second = await world.createIntent();
    expect(await savedOf(second)).toMatchObject([
      { type: "bank", paymentMethod: { bankName: "Harbour Bank", last4: "0001" } },
    ]);
  });

  it("cannot save numbers that end with the consent, and reads the account's own digits", async () => {
    const intent = await world.createIntent();
    const shared = { accountNumber: "7000200030002", isRevocable: true, last4: "4321" };
    const bankLoginId = await shareAccount(world, intent, shared);
    const paid = await world.payByDebit(intent, { bankLoginId, save: true });
    expect(paid.body).toMatchObject({ status: "pending", paymentMethod: { last4: "4321" } });
    const numbers = (await savedOf(intent)).map(
      (each: { paymentMethod: { last4: string } }) => each.paymentMethod.last4,
    );
    expect(numbers).not.toContain("4321");
  });

  it("logs in again for each payment", async () => {
    const intent = await world.createIntent();
    const bankLoginId = await shareAccount(world, intent, { accountNumber: "7000200030003" });
    const first = await world.payByDebit(intent, { bankLoginId });
    await world.call("POST", `/v1/payments/${first.body.paymentId}/cancel`, {});
    const repeat = await world.payByDebit(intent, { bankLoginId });
    expect(repeat).toMatchObject({
      statusCode: 400,
      body: { errorCode: "bank_login_used", errors: [{ path: "bankLoginId" }] },
    });
    const another = await shareAccount(world, intent, { accountNumber: "7000200030003" });
    expect((await world.payByDebit(intent, { bankLoginId: another })).statusCode).toBe(201);
  });

  it("logs in again when the numbers ended with the consent at the bank", async () => {
    const of = (accountNumber: string) => ({ accountNumber, isRevocable: true, stableId: "p-9" });
    const intent = await world.createIntent();
    const bankLoginId = await shareAccount(world, intent, of("000444444440913"));
    await world.payByDebit(intent, { bankLoginId });
    await world.bankTakesFile();
    const client = await world.callAsClient("GET", "/v1/client/session", intent.clientSecretKey);
    expect(client.json().payment).toMatchObject({
      status: "failed",
      messages: [{ code: "bank_access_ended" }],
      advice: { retry: true, with: "same" },
    });
    expect(await paymentOf(intent)).toMatchObject({ messages: [{ code: "ach_r04" }] });
    const again = await shareAccount(world, intent, of("7000200030913"));
    expect((await world.payByDebit(intent, { bankLoginId: again })).statusCode).toBe(201);
  });

  it("cannot debit the same expired numbers again with another login", async () => {
    const shared = { accountNumber: "000444444440914", isRevocable: true };
    const intent = await world.createIntent();
    const bankLoginId = await shareAccount(world, intent, shared);
    await world.payByDebit(intent, { bankLoginId });
    await world.bankTakesFile();
    const again = await shareAccount(world, intent, shared);
    const { body } = await world.payByDebit(intent, { bankLoginId: again });
    expect(body.errorCode).toBe("bank_account_unusable");
  });

  it("gets the same response for the same request sent twice", async () => {
    const intent = await world.createIntent();
    const bankLoginId = await shareAccount(world, intent, { accountNumber: "7000200030004" });
    const first = await world.payByDebit(intent, { bankLoginId, key: "login-twice" });
    const second = await world.payByDebit(intent, { bankLoginId, key: "login-twice" });
    expect(second).toMatchObject({ replayed: true, body: { paymentId: first.body.paymentId } });
    expect(await world.entriesOf(first.body.paymentId)).toHaveLength(1);
  });
});

describe("a debit by bank login is refused", () => {
  const refusalOf = async (intent: CreatedPaymentIntent, bankLoginId: string) => {
    const { statusCode, body } = await world.payByDebit(intent, { bankLoginId });
    return { statusCode, errorCode: body.errorCode, path: body.errors?.[0]?.path };
  };
  const refused = (errorCode: string) => ({ statusCode: 400, errorCode, path: "bankLoginId" });

  it("before the bank has confirmed, for another intent's login, and for an unknown one", async () => {
    const [intent, other] = [await world.createIntent(), await world.createIntent()];
    const open = await world.callAsClient("POST", logins, intent.clientSecretKey, { body: {} });
    const notConfirmed = refused("bank_login_not_confirmed");
    expect(await refusalOf(intent, open.json().bankLoginId)).toEqual(notConfirmed);
    const otherLogin = await shareAccount(world, other);
    expect(await refusalOf(intent, otherLogin)).toEqual(notConfirmed);
    expect(await refusalOf(intent, "blg_unknown")).toEqual(notConfirmed);
    expect(await world.statusOf(intent)).toMatchObject({ status: "no-payment" });
    const url = `${logins}/${otherLogin}`;
    const read = await world.callAsClient("GET", url, intent.clientSecretKey);
    expect(read.statusCode).toBe(404);
  });

  it("a day after the login, when the account has been deleted", async () => {
    const intent = await world.createIntent();
    const bankLoginId = await shareAccount(world, intent);
    await world.service.deps.database.kysely
      .updateTable("bank_logins")
      .set({ updated_at: new Date(world.clock.nowMs() - 25 * 60 * 60_000) })
      .where("bank_login_id", "=", bankLoginId)
      .execute();
    await world.runJob("bank_login.forget");
    expect(await refusalOf(intent, bankLoginId)).toEqual(refused("bank_login_not_confirmed"));
  });

  it.each([
    ["both a login and numbers", { bankAccount: goodAccount, bankLoginId: "blg_1" }],
    ["neither a login nor numbers", {}],
  ])("with %s", async (_, given) => {
    const intent = await world.createIntent();
    const version = await world.versionShown(intent);
    const mandate = { version, locale: "en" };
    const body = { type: "bank", ...given, mandate, total: 49.99, browser };
    const path = "/v1/client/payments";
    const response = await world.callAsClient("POST", path, intent.clientSecretKey, { body });
    expect(response.statusCode).toBe(400);
    expect(response.json().errors).toMatchObject([
      {
        path: "bankAccount",
        message: expect.stringContaining("either bankAccount or bankLoginId"),
      },
    ]);
  });

  it("from an account that a disputed debit barred, typed or shared", async () => {
    const account = { accountNumber: "000333333335901" };
    const first = await world.createIntent();
    await world.payByDebit(first, { account });
    await world.bankTakesFile();
    const later = await world.createIntent();
    const bankLoginId = await shareAccount(world, later, account);
    expect(await refusalOf(later, bankLoginId)).toEqual(refused("bank_account_barred"));
  });

  it("from a barred account whose numbers differ at each login", async () => {
    const of = (accountNumber: string) => ({ accountNumber, isRevocable: true, stableId: "p-1" });
    const first = await world.createIntent();
    const bankLoginId = await shareAccount(world, first, of("000333333335902"));
    expect((await world.payByDebit(first, { bankLoginId })).statusCode).toBe(201);
    await world.bankTakesFile();
    const later = await world.createIntent();
    const again = await shareAccount(world, later, of("7000200030009"));
    expect(await refusalOf(later, again)).toEqual(refused("bank_account_barred"));
    const other = await shareAccount(world, later, {
      ...of("7000200030010"),
      stableId: "p-2",
    });
    expect((await world.payByDebit(later, { bankLoginId: other })).statusCode).toBe(201);
  });

  it("from a barred account with its own id and numbers that do not change", async () => {
    const account = { accountNumber: "000333333335911" };
    const first = await world.createIntent();
    const bankLoginId = await shareAccount(world, first, { ...account, stableId: "s-1" });
    await world.payByDebit(first, { bankLoginId, save: true });
    await world.bankTakesFile();
    const later = await world.createIntent();
    const typed = await world.payByDebit(later, { account });
    expect(typed.body.errorCode).toBe("bank_account_barred");
    const again = await shareAccount(world, later, { ...account, stableId: "s-2" });
    expect(await refusalOf(later, again)).toEqual(refused("bank_account_barred"));
  });

  it("at the bank itself, for an intent that offers no debit", async () => {
    const intent = await world.createIntent({ paymentMethodTypes: ["card"] });
    const body = { locale: "en" };
    const response = await world.callAsClient("POST", logins, intent.clientSecretKey, { body });
    expect([response.statusCode, response.json().errorCode]).toEqual([
      400,
      "payment_method_type_not_enabled",
    ]);
  });

  it("at the bank itself, while a debit is under way and after a success", async () => {
    const beginFor = async ({ clientSecretKey }: CreatedPaymentIntent) => {
      const body = { locale: "en" };
      const response = await world.callAsClient("POST", logins, clientSecretKey, { body });
      return [response.statusCode, response.json().errorCode];
    };
    const intent = await world.createIntent();
    const bankLoginId = await shareAccount(world, intent, { accountNumber: "7000200030021" });
    await world.payByDebit(intent, { bankLoginId });
    expect(await beginFor(intent)).toEqual([409, "payment_in_progress"]);
    const paid = await world.createIntent();
    await world.pay(paid);
    expect(await world.statusOf(paid)).toMatchObject({ status: "success" });
    expect(await beginFor(paid)).toEqual([409, "payment_already_succeeded"]);
  });

  it("with a routing number that no bank has", async () => {
    const intent = await world.createIntent();
    const bankLoginId = await shareAccount(world, intent, { routingNumber: "110000001" });
    expect(await refusalOf(intent, bankLoginId)).toEqual(refused("routing_number_invalid"));
  });
});

it("a shared account never appears in the clear", async () => {
  const intent = await world.createIntent();
  const accountNumber = "9988776655441";
  const bankLoginId = await shareAccount(world, intent, { accountNumber });
  await world.payByDebit(intent, { bankLoginId });
  const { kysely } = world.service.deps.database;
  for (const table of [
    "bank_logins",
    "payments",
    "bank_mandates",
    "events",
    "ach_entries",
  ] as const) {
    const rows = JSON.stringify(await kysely.selectFrom(table).selectAll().execute());
    expect(rows).not.toContain(accountNumber);
  }
  expect(world.logLines.join()).not.toContain(accountNumber);
});
