/** Checks of vendors that neither charge cards nor send payouts. The sandbox plays them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { createSandbox, type Sandbox } from "../../../sandbox/create-sandbox.ts";
import { createPaymentWorld, type PaymentWorld } from "../testing/payment-world.ts";
import type { FoundStep } from "./checked-party.ts";
import { startCheck } from "./index.ts";

let sandbox: Sandbox;
let world: PaymentWorld;
let wrong: PaymentWorld;
let byTrustly: PaymentWorld;

/** `keys` are the service's credentials at the vendors. */
const openWorld = (keys: { avatax: string; plaid: string; threeDSecureIo: string }) =>
  createPaymentWorld({
    env: {
      SALES_TAX: JSON.stringify({
        type: "avatax",
        url: `${sandbox.url}/vendors/avatax`,
        accountId: "tessera",
        licenseKey: keys.avatax,
        companyCode: "DEFAULT",
        shipFrom: { city: "Reno", region: "NV", postalCode: "89501" },
      }),
      BANK_LOGIN: JSON.stringify({
        name: "logins",
        type: "plaid",
        url: `${sandbox.url}/vendors/plaid`,
        clientId: "tessera_sandbox",
        secret: keys.plaid,
        clientName: "Lucky Duck Bingo",
      }),
      DIRECTORY_SERVER: JSON.stringify({
        name: "three",
        type: "3dsecure.io",
        url: `${sandbox.url}/vendors/3dsecure.io`,
        apiKey: keys.threeDSecureIo,
        acquirers: [
          { brand: "amex", acquirerBIN: "1", acquirerMerchantID: "1" },
          { acquirerBIN: "438309", acquirerMerchantID: "00002000000" },
        ],
        mcc: "5999",
        merchantCountryCode: "840",
        acquirerCountryCode: "840",
      }),
    },
  });

beforeAll(async () => {
  sandbox = await createSandbox({ port: 0, chainProgram: null });
  world = await openWorld(sandboxCredentials);
  // Sandbox credentials of the wrong vendors. Any other value could be a key of a proxy to the vendor.
  const { stripe } = sandboxCredentials;
  wrong = await openWorld({ avatax: stripe, plaid: stripe, threeDSecureIo: stripe });
  const trustly = {
    type: "trustly",
    url: `${sandbox.url}/vendors/trustly`,
    accessId: "TesseraSandbox01",
    accessKey: sandboxCredentials.trustly,
    merchantId: "1002463580",
  };
  byTrustly = await createPaymentWorld({
    env: {
      BANK_LOGIN: JSON.stringify({ name: "logins", ...trustly }),
      PAYOUT_PROCESSOR: JSON.stringify([
        { name: "payer", ...trustly },
        { name: "wrong-payer", ...trustly, accessKey: stripe, methods: [] },
      ]),
    },
  });
});
afterAll(async () => {
  await byTrustly.close();
  await wrong.close();
  await world.close();
  await sandbox.close();
});

async function check(at: PaymentWorld, key: string): Promise<Record<string, readonly string[]>> {
  const { operatorId } = at.operator;
  const { steps } = await startCheck(at.service.payments, operatorId, key, { kind: "command" });
  const shown = ({ step, result, codes }: FoundStep) => [step, [result, ...codes]] as const;
  return Object.fromEntries((await steps).map(shown));
}
const list = async (at: PaymentWorld) =>
  (await at.command("connectors", "list", at.operator.operatorId)).text;

test("AvaTax quotes a sale, takes its report once, and voids it", async () => {
  expect(await check(world, "tax:avatax")).toEqual({
    tax_quote: ["works"],
    tax_sale: ["works"],
    tax_repeat: ["works"],
    tax_void: ["works"],
  });
  expect(await list(world)).toMatch(/^tax:avatax +avatax +passed/m);
  const left = await world.service.deps.database.kysely
    .selectFrom("tax_documents")
    .select("code")
    .execute();
  expect(left).toEqual([]);
});

test("Plaid starts a login, which is found and still open", async () => {
  expect(await check(world, "login:logins")).toEqual({
    login_visit: ["works"],
    login_look_up: ["works"],
    login_account: ["not_tested", "needs_a_person"],
  });
  expect(await list(world)).toMatch(/^login:logins +plaid +passed/m);
});

test("Trustly announces a new login each time, which is found unfinished", async () => {
  for (const _ of [1, 2]) {
    expect(await check(byTrustly, "login:logins")).toEqual({
      login_visit: ["works"],
      login_look_up: ["works"],
      login_account: ["not_tested", "needs_a_person"],
    });
  }
  expect(await list(byTrustly)).toMatch(/^login:logins +trustly +passed/m);
});

test("Trustly begins a consent to payouts and finds it; a person must log in before it pays", async () => {
  expect(await check(byTrustly, "payout:payer")).toEqual({
    login_visit: ["works"],
    login_look_up: ["works"],
    login_account: ["not_tested", "needs_a_person"],
    bank_payout: ["not_tested", "needs_a_person"],
    card_payout: ["not_tested", "not_supported"],
    payout_look_up: ["not_tested", "no_payout"],
    payout_repeat: ["not_tested", "no_payout"],
    payout_decline: ["not_tested", "no_payout"],
    notices: ["not_tested", "no_payout"],
    payout_returns: ["not_tested", "vendor_decides_when"],
  });
  expect(await list(byTrustly)).toMatch(/^payout:payer +trustly +passed/m);
  expect(await check(byTrustly, "payout:wrong-payer")).toMatchObject({
    login_visit: ["fails", expect.stringMatching(/375/)],
    login_look_up: ["not_tested", "no_visit"],
  });
});

test("3dsecure.io approves, denies and challenges, for the first brand with test cards", async () => {
  expect(await check(world, "3ds:three")).toEqual({
    three_ds_card: ["works"],
    three_ds_approval: ["works"],
    three_ds_denial: ["works"],
    three_ds_challenge: ["works"],
    three_ds_result: ["not_tested", "needs_a_person"],
  });
  expect(await list(world)).toMatch(/^3ds:three +3dsecure\.io +passed/m);
});

test("wrong keys fail, with the vendor's words and without a key", async () => {
  const found = {
    ...(await check(wrong, "tax:avatax")),
    ...(await check(wrong, "login:logins")),
    ...(await check(wrong, "3ds:three")),
  };
  expect(found).toMatchObject({
    tax_quote: ["fails", expect.stringMatching(/Authentication|401/)],
    tax_void: ["not_tested", "no_quote"],
    login_visit: ["fails", expect.stringMatching(/INVALID|401|400/)],
    login_look_up: ["not_tested", "no_visit"],
    three_ds_card: ["fails", "unavailable", expect.any(String)],
    three_ds_challenge: ["not_tested", "no_card"],
  });
  expect(JSON.stringify(found)).not.toContain(sandboxCredentials.stripe);
  expect(await list(wrong)).toMatch(/^3ds:three +3dsecure\.io +failed/m);
});
