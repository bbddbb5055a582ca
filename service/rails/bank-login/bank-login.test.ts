/** Runs against the sandbox's bank, over HTTP. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { BankLogin, StartedBankLogin } from "#contract/client/bank-logins";
import { createSandbox, type Sandbox } from "../../../sandbox/create-sandbox.ts";
import { type BankVisit, visitBank } from "../../../sandbox/testing/bank-customer.ts";
import {
  methods,
  minimalSettings,
  openPayoutWorld,
  type PayoutWorld,
} from "../../payouts/testing/payout-world.ts";
import { startStandInPayouts } from "../../payouts/testing/stand-in-payouts.ts";
import { createTestService } from "../../testing/create-test-service.ts";
import { damageValues } from "../../testing/damage-values.ts";
import { maxLogins } from "./limit-logins.ts";

let sandbox: Sandbox;
let world: PayoutWorld;
beforeAll(async () => {
  sandbox = await createSandbox({ port: 0 });
  const payouts = await startStandInPayouts();
  const service = await createTestService({
    settings: { ...minimalSettings, paymentMethodTypes: ["card", "bank", "pay_by_bank"] },
    env: { SANDBOX_URL: payouts.url, SANDBOX_PORT: new URL(sandbox.url).port },
  });
  world = openPayoutWorld(service, payouts);
});
afterAll(async () => {
  await world.close();
  await sandbox.close();
});

type Intent = Awaited<ReturnType<PayoutWorld["newIntent"]>>;
const begin = async (intent: Intent, body: object = {}) =>
  (
    await world.callAsClient("POST", "/v1/client/bank-logins", intent.clientSecretKey, { body })
  ).json() as StartedBankLogin;
const read = (intent: Intent, id: string) =>
  world.callAsClient("GET", `/v1/client/bank-logins/${id}`, intent.clientSecretKey);
const statusOf = async (intent: Intent, id: string) =>
  ((await read(intent, id)).json() as BankLogin).status;
/** A browser that keeps the cookies of our pages. */
function newBrowser() {
  const cookies = new Map<string, string>();
  const open = async (address: URL | string, sent: object = {}, method: "GET" | "HEAD" = "GET") => {
    const { pathname, search } = new URL(address);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { host: "pay.localhost:4000", ...(cookie && { cookie }), ...sent };
    const response = await world.call(method, pathname + search, { token: null, headers });
    const [pair = ""] = String(response.headers["set-cookie"] ?? "").split(";");
    const [name = "", value = ""] = pair.split("=");
    if (name) cookies.set(name, value);
    return response;
  };
  return {
    open,
    /** Follows the widget's link to the bank, and acts there as `does` says. */
    async goToBank(login: StartedBankLogin, does: BankVisit = {}): Promise<URL> {
      const left = await open(login.authorizationUrl);
      expect(left.statusCode, left.body).toBe(303);
      return visitBank(String(left.headers["location"]), does);
    },
  };
}
let browser: ReturnType<typeof newBrowser>;
beforeEach(() => {
  browser = newBrowser();
});
const comeBack = (address: URL) => browser.open(address);

describe("a customer who logs in at their bank", () => {
  test("reads the bank's pages in the requested language", async () => {
    for (const [body, words] of [
      [{ locale: "es" }, "¿Compartir una cuenta?"],
      [{}, "Share an account?"],
    ] as const) {
      const pages: string[] = [];
      const login = await begin(await world.newIntent(), body);
      await browser.goToBank(login, { sees: (page) => pages.push(page) });
      expect(pages.at(-1)).toContain(words);
    }
    expect(await begin(await world.newIntent(), { locale: "fr" })).toHaveProperty("errorCode");
  });

  test("shares an account, sees it masked, and is paid to it", async () => {
    const intent = await world.newIntent();
    const login = await begin(intent);
    expect(login).toMatchObject({ status: "open", account: null });
    expect(new URL(login.authorizationUrl).host).toBe("pay.localhost:4000");

    const back = await comeBack(await browser.goToBank(login, { account: "savings" }));
    expect(back.statusCode).toBe(200);
    expect(back.body).not.toContain("0000");
    expect((await read(intent, login.bankLoginId)).json()).toMatchObject({
      status: "confirmed",
      account: { bankName: "Harbour Bank", accountType: "savings", last4: "0000" },
    });

    const chosen = await world.choose(intent, {
      type: "pay_by_bank",
      bankLoginId: login.bankLoginId,
    });
    expect(chosen).toMatchObject({
      statusCode: 201,
      body: { type: "pay_by_bank", payoutMethod: { bankName: "Harbour Bank", last4: "0000" } },
    });
    expect((await world.proceed(intent, true)).statusCode).toBe(200);
    await world.idle();
    expect([...world.payouts.payouts.values()].at(-1)?.request.destination).toMatchObject({
      type: "bank",
      accountNumber: "000123450000",
      holderName: "Ada Lovelace",
    });
  });

  test.each(["login", "consent"] as const)("can refuse at the %s", async (refuseAt) => {
    const intent = await world.newIntent();
    const login = await begin(intent);
    await comeBack(await browser.goToBank(login, { refuseAt }));
    expect(await statusOf(intent, login.bankLoginId)).toBe("refused");
    const chosen = await world.choose(intent, {
      type: "pay_by_bank",
      bankLoginId: login.bankLoginId,
    });
    expect(chosen.body.errorCode).toBe("bank_login_not_confirmed");
  });

  test("returns once: opening the return address again changes nothing", async () => {
    const intent = await world.newIntent();
    const login = await begin(intent);
    const address = await browser.goToBank(login);
    await Promise.all([comeBack(address), comeBack(address)]);
    await comeBack(address);
    expect(await statusOf(intent, login.bankLoginId)).toBe("confirmed");
  });

  test("has 15 minutes to return, and no longer", async () => {
    const intent = await world.newIntent();
    const login = await begin(intent);
    const address = await browser.goToBank(login);
    world.clock.advance(15 * 60_000);
    expect(await statusOf(intent, login.bankLoginId)).toBe("expired");
    expect((await comeBack(address)).statusCode).toBe(400);
    expect(await statusOf(intent, login.bankLoginId)).toBe("expired");
  });
});

describe("a browser other than the one that left for the bank", () => {
  /** The attacker, who began this login, got nothing. */
  const notShared = async (intent: Intent, login: StartedBankLogin) => {
    expect(await statusOf(intent, login.bankLoginId)).toBe("failed");
    const chosen = await world.choose(intent, {
      type: "pay_by_bank",
      bankLoginId: login.bankLoginId,
    });
    expect(chosen.body.errorCode).toBe("bank_login_not_confirmed");
  };

  test("cannot complete the login, and the first browser gets nothing that somebody else shared", async () => {
    const intent = await world.newIntent();
    const login = await begin(intent);
    const address = await browser.goToBank(login);
    const back = await newBrowser().open(address);
    expect(back.statusCode).toBe(400);
    expect(back.body).toContain("You started in another browser");
    await notShared(intent, login);
    expect((await comeBack(address)).statusCode).toBe(200);
    await notShared(intent, login);
  });

  test("takes back an account that the first browser has got and not used", async () => {
    const intent = await world.newIntent();
    const login = await begin(intent);
    const address = await browser.goToBank(login);
    await comeBack(address);
    expect(await statusOf(intent, login.bankLoginId)).toBe("confirmed");
    expect((await newBrowser().open(address)).statusCode).toBe(400);
    await notShared(intent, login);
  });

  const visits = [
    ["HEAD", {}],
    ["GET", { "sec-fetch-mode": "no-cors" }],
    ["GET", { "sec-fetch-mode": "navigate", "sec-purpose": "prefetch;prerender" }],
    ["GET", { purpose: "prefetch" }],
  ] as const;
  test.each(visits)("changes nothing with %s %j, which opens no page", async (method, headers) => {
    const intent = await world.newIntent();
    const login = await begin(intent);
    expect((await newBrowser().open(login.authorizationUrl, headers, method)).statusCode).toBe(400);
    const address = await browser.goToBank(login);
    expect((await newBrowser().open(address, headers, method)).statusCode).toBe(400);
    expect((await browser.open(address, headers, method)).statusCode).toBe(400);
    await browser.open(address, { "sec-fetch-mode": "navigate" });
    expect(await statusOf(intent, login.bankLoginId)).toBe("confirmed");
    await newBrowser().open(address, headers, method);
    expect(await statusOf(intent, login.bankLoginId)).toBe("confirmed");
  });

  test.each([
    ["an old browser", {}],
    ["a frame", { "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" }],
  ])("ends the login, also as %s", async (_, headers) => {
    const intent = await world.newIntent();
    const login = await begin(intent);
    const address = await browser.goToBank(login);
    await newBrowser().open(address, headers);
    expect(await statusOf(intent, login.bankLoginId)).toBe("failed");
  });

  test("changes nothing once the login and its cookie have expired", async () => {
    const intent = await world.newIntent();
    const login = await begin(intent);
    const address = await browser.goToBank(login);
    await comeBack(address);
    world.clock.advance(15 * 60_000);
    expect((await newBrowser().open(address)).statusCode).toBe(400);
    expect(await statusOf(intent, login.bankLoginId)).toBe("confirmed");
  });

  test("cannot complete it with the cookie of another login", async () => {
    const intent = await world.newIntent();
    const login = await begin(intent);
    const address = await browser.goToBank(login);
    const victim = newBrowser();
    await victim.goToBank(await begin(await world.newIntent()));
    expect((await victim.open(address)).statusCode).toBe(400);
    await notShared(intent, login);
  });

  test("is not sent to the bank, because a link works once, for a minute, for its own login", async () => {
    const login = await begin(await world.newIntent());
    const other = await begin(await world.newIntent());
    const borrowed = new URL(login.authorizationUrl);
    borrowed.pathname = new URL(other.authorizationUrl).pathname;
    expect((await browser.open(borrowed)).statusCode).toBe(400);
    expect((await browser.open(login.authorizationUrl)).statusCode).toBe(303);
    const repeat = await newBrowser().open(login.authorizationUrl);
    expect([repeat.statusCode, repeat.headers["set-cookie"]]).toEqual([400, undefined]);
    world.clock.advance(61_000);
    expect((await browser.open(other.authorizationUrl)).statusCode).toBe(400);
    for (const path of ["/v1/bank-logins/start/x", "/v1/bank-logins/start/x?link=a&link=b"]) {
      expect((await browser.open(`http://pay.localhost:4000${path}`)).statusCode).toBe(400);
    }
  });
});

describe("the service does not trust", () => {
  test("a state that it never issued", async () => {
    const response = await world.call("GET", "/v1/bank-return?state=made-up&code=1", {
      token: null,
    });
    expect(response.statusCode).toBe(400);
    expect(response.headers["content-security-policy"]).toContain("default-src 'none'");
  });

  test("a code that the bank did not issue", async () => {
    const intent = await world.newIntent();
    const login = await begin(intent);
    const address = await browser.goToBank(login);
    address.searchParams.set("code", "forged");
    await comeBack(address);
    expect(await statusOf(intent, login.bankLoginId)).toBe("failed");
  });

  test("another issuer", async () => {
    const intent = await world.newIntent();
    const login = await begin(intent);
    const address = await browser.goToBank(login);
    address.searchParams.set("iss", "http://evil.localhost");
    await comeBack(address);
    expect(await statusOf(intent, login.bankLoginId)).toBe("failed");
  });

  test("another customer's client secret", async () => {
    const [mine, theirs] = [await world.newIntent(), await world.newIntent()];
    const login = await begin(mine);
    await comeBack(await browser.goToBank(login));
    expect((await read(theirs, login.bankLoginId)).statusCode).toBe(404);
    const chosen = await world.choose(theirs, {
      type: "pay_by_bank",
      bankLoginId: login.bankLoginId,
    });
    expect(chosen.body.errorCode).toBe("bank_login_not_confirmed");
  });
});

describe("a payout that no longer waits for its method", () => {
  const refusalOf = async (intent: Intent) => {
    const path = "/v1/client/bank-logins";
    const response = await world.callAsClient("POST", path, intent.clientSecretKey, { body: {} });
    return [response.statusCode, response.json().errorCode];
  };

  test("begins no login once the customer has chosen, approved or not", async () => {
    for (const approve of [true, false]) {
      const intent = await world.newIntent();
      expect((await world.choose(intent, methods.bank)).statusCode).toBe(201);
      expect(await refusalOf(intent)).toEqual([409, "disbursement_already_submitted"]);
      await world.proceed(intent, approve);
      await world.idle();
      expect(await refusalOf(intent)).toEqual([409, "disbursement_already_submitted"]);
    }
  });

  test("begins no login after it expires", async () => {
    const intent = await world.newIntent();
    const expiresAt = Date.parse(intent.expiresAt);
    world.clock.advance(expiresAt - world.clock.nowMs());
    // The client secret expires at the same time.
    expect(await refusalOf(intent)).toEqual([401, "client_secret_expired"]);
  });
});

test("one intent begins fifty logins in a day, and then asks no bank", async () => {
  const intent = await world.newIntent();
  const { bankLoginId } = await begin(intent);
  const { kysely } = world.service.deps.database;
  const ofIntent = () =>
    kysely.selectFrom("bank_logins").selectAll().where("subject", "=", intent.disbursementIntentId);
  const first = await ofIntent().executeTakeFirstOrThrow();
  const others = Array.from({ length: maxLogins - 1 }, (_, index) => ({
    ...first,
    bank_login_id: `${bankLoginId}_${index}`,
    state_hash: `${first.state_hash} ${index}`,
  }));
  await kysely.insertInto("bank_logins").values(others).execute();
  const refused = await world.callAsClient(
    "POST",
    "/v1/client/bank-logins",
    intent.clientSecretKey,
    { body: {} },
  );
  expect([refused.statusCode, refused.json().errorCode]).toEqual([409, "bank_logins_used_up"]);
  expect(await ofIntent().execute()).toHaveLength(maxLogins);
  expect(await begin(await world.newIntent())).toMatchObject({ status: "open" });
});

test("an unreachable bank is reported, and no login is stored", async () => {
  const service = await createTestService({ env: { SANDBOX_PORT: "1" } });
  try {
    await service.call("POST", "/v1/customers", {
      body: { externalCustomerId: "x", data: { email: "x@example.com" } },
    });
    const created = await service.call("POST", "/v1/disbursement-intents", {
      body: {
        externalDisbursementIntentId: "x",
        amount: 1,
        currency: "USD",
        externalCustomerId: "x",
      },
    });
    const secret = created.json().clientSecretKey;
    const response = await service.callAsClient("POST", "/v1/client/bank-logins", secret, {
      body: {},
    });
    expect([response.statusCode, response.json().errorCode]).toEqual([
      503,
      "bank_login_unavailable",
    ]);
    const { kysely } = service.service.deps.database;
    expect(await kysely.selectFrom("bank_logins").selectAll().execute()).toEqual([]);
  } finally {
    await service.close();
  }
});

test("a login whose stored values are damaged fails, and the customer can begin another one", async () => {
  const intent = await world.newIntent();
  const damage = ({ bankLoginId }: BankLogin, column: string) =>
    damageValues(world, "bank_logins", column, { bank_login_id: bankLoginId });
  const unopened = await begin(intent);
  await damage(unopened, "authorization_sealed");
  expect((await browser.open(unopened.authorizationUrl)).statusCode).toBe(400);

  const returned = await begin(intent);
  const back = await browser.goToBank(returned);
  await damage(returned, "verifier_sealed");
  expect((await comeBack(back)).statusCode).toBe(200);
  expect(await statusOf(intent, returned.bankLoginId)).toBe("failed");

  const shared = await begin(intent);
  await comeBack(await browser.goToBank(shared));
  await damage(shared, "account_sealed");
  expect(await statusOf(intent, shared.bankLoginId)).toBe("failed");
  const method = { type: "pay_by_bank", bankLoginId: shared.bankLoginId };
  expect((await world.choose(intent, method)).statusCode).toBe(400);
});

test("account numbers and secrets of bank logins are sealed, and never logged", async () => {
  const rows = await world.service.deps.database.kysely
    .selectFrom("bank_logins")
    .selectAll()
    .execute();
  expect(rows.length).toBeGreaterThan(3);
  expect(JSON.stringify(rows)).not.toMatch(/0001234|Ada Lovelace/);
  expect(world.logLines.join()).not.toMatch(/0001234/);
});
