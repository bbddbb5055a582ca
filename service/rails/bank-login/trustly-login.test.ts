/** The sandbox plays Trustly. One account pays out, one is saved, one is tokenized. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import type { PayoutWorld } from "../../payouts/testing/payout-world.ts";
import {
  logIn,
  openVendorLogins,
  type VendorLogins,
  visitVendor,
} from "./testing/vendor-logins.ts";

let vendor: VendorLogins;
let world: PayoutWorld;
beforeAll(async () => {
  vendor = await openVendorLogins((sandboxUrl) => ({
    name: "trustly",
    type: "trustly",
    url: `${sandboxUrl}/vendors/trustly`,
    accessId: "TesseraSandbox01",
    accessKey: sandboxCredentials.trustly,
    merchantId: "1002463580",
  }));
  world = vendor.world;
});
afterAll(() => vendor.close());

test("a customer shares an account at Trustly, is paid to it, and is paid to it again without a login", async () => {
  const externalCustomerId = await world.newCustomer();
  const intent = await world.newIntent({ externalCustomerId });
  const pages: string[] = [];
  const { bankLoginId, login } = await logIn(world, intent, {
    account: "savings",
    sees: (page) => pages.push(page),
  });
  expect(pages.join()).toContain("Tessera sandbox pide el número de una cuenta");
  expect(login).toMatchObject({
    status: "confirmed",
    account: { bankName: "Harbour Bank", accountType: "savings", last4: "0000" },
  });
  const method = { type: "pay_by_bank", bankLoginId, save: true };
  expect((await world.choose(intent, method)).statusCode).toBe(201);
  await world.proceed(intent, true);
  const next = await world.newIntent({ externalCustomerId });
  const [saved] = (await world.session(next)).savedPayoutMethods;
  const savedPayoutMethodId = saved?.savedPayoutMethodId ?? "";
  expect((await world.choose(next, { type: "saved", savedPayoutMethodId })).statusCode).toBe(201);
  await world.proceed(next, true);
  await world.idle();
  const destinations = [...world.payouts.payouts.values()].map(
    ({ request }) => request.destination,
  );
  const destination = {
    type: "bank",
    routingNumber: "110000000",
    accountNumber: "000123450000",
    accountType: "savings",
    holderName: "Ada Lovelace",
  };
  expect(destinations).toEqual([destination, destination]);
});

test("tokenized numbers pay once, and the customer sees the digits of their own account", async () => {
  const externalCustomerId = await world.newCustomer();
  const intent = await world.newIntent({ externalCustomerId });
  const { bankLoginId, login } = await logIn(world, intent, { account: "tokenised" });
  expect(login.account).toMatchObject({ last4: "4321" });
  const chosen = await world.choose(intent, { type: "pay_by_bank", bankLoginId, save: true });
  expect(chosen.statusCode).toBe(201);
  const next = await world.newIntent({ externalCustomerId });
  expect((await world.session(next)).savedPayoutMethods).toEqual([]);
});

test("a customer who leaves Trustly's page shares nothing", async () => {
  for (const refuseAt of ["login", "consent"] as const) {
    const { login } = await logIn(world, await world.newIntent(), { refuseAt });
    expect(login).toMatchObject({ status: "refused", account: null });
  }
});

test("a person who asks between somebody else's consent and their return gets nothing", async () => {
  const intent = await world.newIntent();
  const { address, open, read } = await visitVendor(world, intent);
  // All that the person can know: Trustly signs the address for the browser in which somebody agreed.
  for (const name of ["requestSignature", "transactionId", "status"]) {
    address.searchParams.delete(name);
  }
  expect((await open(address)).statusCode).toBe(200);
  expect(await read()).toMatchObject({ status: "failed", account: null });
  expect(world.logLines.join()).toContain("return: not_signed");
});

test("the authorization of a login ends with it, except one of tokenized numbers", async () => {
  const response = await fetch(`${vendor.sandbox.url}/admin/trustly/transactions`);
  const { data } = (await response.json()) as { data: { accountId: string; consent: string }[] };
  expect(data.map(({ accountId, consent }) => [accountId, consent])).toEqual([
    ["savings", "13"],
    ["tokenised", "2"],
    [null, "7"],
    [null, "7"],
    ["everyday", "13"],
  ]);
});

test("nothing of the account is stored or logged in the clear", async () => {
  const rows = await world.service.deps.database.kysely
    .selectFrom("bank_logins")
    .selectAll()
    .execute();
  expect(rows).toHaveLength(5);
  expect(rows.every(({ verifier_sealed }) => verifier_sealed === null)).toBe(true);
  const seen = JSON.stringify(rows) + world.logLines.join();
  expect(seen).not.toMatch(/000123450000|00123400000098765|Ada Lovelace/);
});
