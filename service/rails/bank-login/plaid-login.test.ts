/** The sandbox plays Plaid, over HTTP. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import type { PayoutWorld } from "../../payouts/testing/payout-world.ts";
import {
  logIn,
  newBrowser,
  openVendorLogins,
  type VendorLogins,
  visitVendor,
} from "./testing/vendor-logins.ts";

let vendor: VendorLogins;
let world: PayoutWorld;
/** What a return waits for before the account is shared. */
let others = Promise.resolve();
beforeAll(async () => {
  vendor = await openVendorLogins(
    (sandboxUrl) => ({
      name: "plaid",
      type: "plaid",
      url: `${sandboxUrl}/vendors/plaid`,
      clientId: "tessera_sandbox",
      secret: sandboxCredentials.plaid,
      clientName: "Lucky Duck Bingo",
    }),
    () => others,
  );
  world = vendor.world;
});
afterAll(() => vendor.close());

test("a customer shares an account at Plaid and is paid to it", async () => {
  const intent = await world.newIntent();
  const pages: string[] = [];
  const { bankLoginId, back, login } = await logIn(world, intent, {
    account: "savings",
    sees: (page) => pages.push(page),
  });
  expect(back.statusCode).toBe(200);
  expect(pages.join()).toContain("Lucky Duck Bingo pide el número de una cuenta");
  expect(login).toMatchObject({
    status: "confirmed",
    account: { bankName: "Harbour Bank", accountType: "savings", last4: "0000" },
  });
  const chosen = await world.choose(intent, { type: "pay_by_bank", bankLoginId });
  expect(chosen.statusCode).toBe(201);
  expect((await world.proceed(intent, true)).statusCode).toBe(200);
  await world.idle();
  expect([...world.payouts.payouts.values()].at(-1)?.request.destination).toEqual({
    type: "bank",
    routingNumber: "110000000",
    accountNumber: "000123450000",
    accountType: "savings",
    holderName: "Ada Lovelace",
  });
});

test("tokenized numbers pay, and the customer sees the digits of their own account", async () => {
  const intent = await world.newIntent();
  const { bankLoginId, login } = await logIn(world, intent, { account: "tokenised" });
  expect(login.account).toMatchObject({ last4: "4321" });
  const chosen = await world.choose(intent, { type: "pay_by_bank", bankLoginId });
  expect(chosen.body).toMatchObject({ payoutMethod: { last4: "4321" } });
  await world.proceed(intent, true);
  await world.idle();
  expect([...world.payouts.payouts.values()].at(-1)?.request.destination).toEqual({
    type: "bank",
    routingNumber: "110000000",
    accountNumber: "00123400000098765",
    accountType: "checking",
    holderName: "Ada Lovelace",
  });
});

test("numbers that the customer withdrew are not a wrong account, and are never saved", async () => {
  for (const [account, reason] of [
    ["tokenised", "bank_access_ended"],
    ["savings", "account_number_invalid"],
  ] as const) {
    const externalCustomerId = await world.newCustomer();
    const intent = await world.newIntent({ externalCustomerId });
    const { bankLoginId } = await logIn(world, intent, { account });
    world.payouts.next({ becomes: { declined: "account_number_invalid" } });
    const method = { type: "pay_by_bank", bankLoginId, save: true };
    expect((await world.choose(intent, method)).statusCode).toBe(201);
    await world.proceed(intent, true);
    await world.idle();
    const { disbursement } = await world.statusOf(intent);
    expect(disbursement?.messages).toMatchObject([{ code: reason }]);
    const next = await world.newIntent({ externalCustomerId });
    const { savedPayoutMethods } = await world.session(next);
    const saved = savedPayoutMethods.map(({ payoutMethod: method }) => method);
    expect(saved).toEqual(
      account === "savings" ? [expect.objectContaining({ last4: "0000" })] : [],
    );
  }
});

test("a customer who leaves Plaid's page shares nothing", async () => {
  const { login } = await logIn(world, await world.newIntent(), { refuseAt: "login" });
  expect(login).toMatchObject({ status: "refused", account: null });
});

test("another browser and another customer get nothing from a return", async () => {
  const [mine, theirs] = [await world.newIntent(), await world.newIntent()];
  const { bankLoginId, address } = await logIn(world, mine);
  expect((await newBrowser(world)(address)).statusCode).toBe(400);
  const read = await world.callAsClient(
    "GET",
    `/v1/client/bank-logins/${bankLoginId}`,
    theirs.clientSecretKey,
  );
  expect(read.statusCode).toBe(404);
});

test("a person who asks between somebody else's consent and their return gets nothing", async () => {
  const intent = await world.newIntent();
  const { bankLoginId, address, open, read } = await visitVendor(world, intent);
  let pass = () => {};
  others = new Promise((resolve) => {
    pass = resolve;
  });
  const asked = open(address);
  await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe("exchanging");
  expect((await newBrowser(world)(address)).statusCode).toBe(400);
  pass();
  others = Promise.resolve();
  await asked;
  expect(await read()).toMatchObject({ status: "failed", account: null });
  const chosen = await world.choose(intent, { type: "pay_by_bank", bankLoginId });
  expect(chosen.body.errorCode).toBe("bank_login_not_confirmed");
});

test("no token of Plaid is stored or logged in the clear, and none is stored after the end", async () => {
  const rows = await world.service.deps.database.kysely
    .selectFrom("bank_logins")
    .selectAll()
    .execute();
  expect(rows.length).toBeGreaterThan(3);
  expect(rows.every(({ verifier_sealed }) => verifier_sealed === null)).toBe(true);
  const seen = JSON.stringify(rows) + world.logLines.join();
  expect(seen).not.toMatch(/(link|access|public)-sandbox-|0001234|00123400000098765|Ada Lovelace/);
});
