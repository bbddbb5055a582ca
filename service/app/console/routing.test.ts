import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ConsoleRouting, DryRun } from "#contract/console/routing";
import { dryRunRouting } from "../../payments/index.ts";
import { createPaymentWorld, type PaymentWorld } from "../../payments/testing/payment-world.ts";
import { createTrustlyWorld } from "../../rails/open-banking/testing/trustly-world.ts";
import { addStaff, type TestStaff } from "./testing/staff-browser.ts";

let world: PaymentWorld;
let admin: TestStaff;
let viewer: TestStaff;
beforeAll(async () => {
  world = await createPaymentWorld();
  admin = await addStaff(world, "admin");
  viewer = await addStaff(world, "viewer");
});
afterAll(() => world.close());
beforeEach(() => world.clock.advance(10_000));

const read = (by: TestStaff = admin): Promise<ConsoleRouting> => by.browser.ok("GET", "/routing");
const write = (body: object, by = admin) => by.browser.call("PUT", "/routing", body);
const dryRun = (rules: object[], by = admin): Promise<DryRun> =>
  by.browser.ok("POST", "/routing/dry-run", { rules });
const rule = (id: string, to: Record<string, number>, when: object = {}) => ({
  id,
  enabled: true,
  when,
  to: Object.entries(to).map(([processor, weight]) => ({ processor, weight })),
});
/** Earlier payments leave the range, and sessions expire. */
async function advanceAWeek(): Promise<void> {
  world.clock.advance(8 * 24 * 60 * 60_000);
  admin = await addStaff(world, "admin");
}

test("rules are saved on the version that was seen, with an audit entry, and apply", async () => {
  const before = await read();
  expect(before).toMatchObject({
    rules: [],
    processors: [
      { name: "northbank", breaker: "closed", currencies: null, retryAt: null },
      { name: "quayside", breaker: "closed" },
    ],
  });
  const rules = [
    rule("jcb", { quayside: 100 }, { brands: ["jcb"] }),
    rule("rest", { quayside: 1 }),
  ];
  const saved = await write({ version: before.version, rules });
  expect(saved.json()).toMatchObject({ version: before.version + 1, rules, warnings: [] });
  const late = await write({ version: before.version, rules: [] });
  expect([late.statusCode, late.json().errorCode]).toEqual([409, "conflicting_state"]);
  expect((await read(viewer)).rules).toEqual(rules);
  const { data } = await admin.browser.ok("GET", "/audit?action=settings.changed");
  expect(data[0]).toMatchObject({
    actor: { staffId: admin.staffId },
    details: { settings: ["routingRules"], version: before.version + 1 },
  });

  const intent = await world.createIntent();
  await world.pay(intent);
  const detail = await viewer.browser.ok("GET", `/payments/${intent.paymentIntentId}`);
  expect(detail.intent.payments[0].routing).toMatchObject({
    ruleId: "rest",
    chosen: "quayside",
    reason: "only_candidate",
  });
});

test("wrong rules are refused with every path, questionable ones get warnings; viewers change nothing", async () => {
  const { version } = await read();
  const wrong = [
    rule("a", { atlantis: 1, northbank: 0 }),
    rule("a", { northbank: 0 }, { minAmount: 5, maxAmount: 4, currencies: ["USD"] }),
  ];
  const refused = await write({ version, rules: wrong });
  expect(refused.statusCode).toBe(400);
  expect(refused.json().errors.map(({ path }: { path: string }) => path)).toEqual([
    "rules.0.to.0.processor",
    "rules.1.id",
    "rules.1.when.maxAmount",
    "rules.1.to.0.weight",
  ]);
  const half = await write({ version, rules: [rule("a", { northbank: 0.5 })] });
  expect(half.json()).toMatchObject({ errors: [{ path: "rules.0.to.0.weight" }] });
  const covered = [rule("all", { northbank: 1 }), rule("never", { quayside: 1 })];
  const noted = await write({ version, rules: covered });
  expect(noted.json().warnings).toMatchObject([{ code: "never_matches_covered", ruleId: "never" }]);
  await write({ version: version + 1, rules: [] });
  expect((await write({ version: version + 2, rules: [] }, viewer)).statusCode).toBe(403);
});

test("a dry run compares routes with the real ones, for the operator's own payments of a week", async () => {
  await advanceAWeek();
  const pay = async (amount: number, card = {}) => {
    const intent = await world.createIntent({ amount });
    await world.pay(intent, { card });
    return intent;
  };
  const large = await pay(900.5);
  await pay(20);
  await pay(30.25, { number: "5555555555554444" });

  const rules = [
    rule("large", { quayside: 100, northbank: 0 }, { minAmount: 500, currencies: ["USD"] }),
    rule("visa", { northbank: 100 }, { brands: ["visa"] }),
    { ...rule("off", { quayside: 1 }), enabled: false },
  ];
  const found = await dryRun(rules);
  const none = { payments: 0, amounts: [] };
  const usd = (payments: number, amount: number) => ({
    payments,
    amounts: [{ currency: "USD", amount }],
  });
  expect(found).toMatchObject({ payments: 3, isComplete: true, moved: 1, unroutable: 0 });
  expect(found.rules).toEqual([
    {
      ruleId: "large",
      total: usd(1, 900.5),
      processors: [
        { processor: "quayside", would: usd(1, 900.5), did: none },
        { processor: "northbank", would: none, did: usd(1, 900.5) },
      ],
    },
    {
      ruleId: "visa",
      total: usd(1, 20),
      processors: [{ processor: "northbank", would: usd(1, 20), did: usd(1, 20) }],
    },
    {
      ruleId: null,
      total: usd(1, 30.25),
      processors: [{ processor: "northbank", would: usd(1, 30.25), did: usd(1, 30.25) }],
    },
  ]);
  expect(found.samples).toMatchObject([
    {
      paymentIntentId: large.paymentIntentId,
      amount: 900.5,
      brand: "visa",
      did: "northbank",
      would: "quayside",
      ruleId: "large",
    },
  ]);
  const otherStaff = await addStaff(world, "admin", (await world.createOperator()).operatorId);
  expect(await dryRun(rules, otherStaff)).toMatchObject({ payments: 0, samples: [] });
  const refused = await admin.browser.call("POST", "/routing/dry-run", {
    rules: [rule("a", { atlantis: 1 })],
  });
  expect(refused.json()).toMatchObject({ errors: [{ path: "rules.0.to.0.processor" }] });
});

test("a dry run of the current rules moves nothing, reads the countries, and reads in batches", async () => {
  await advanceAWeek();
  const address = {
    line1: "1 Main St",
    city: "Reno",
    state: "NV",
    postalCode: "89501",
    country: "US",
  };
  await world.pay(await world.createIntent());
  await world.call("PUT", "/v1/customers/ada/data", { body: { address } });
  const rules = [
    rule("home", { northbank: 50, quayside: 50 }, { countries: ["US"] }),
    rule("rest", { quayside: 1 }),
  ];
  const countries = async () => (await dryRun(rules)).rules.map(({ total }) => total.payments);
  // The country comes from the customer's current address, because none was known at payment.
  expect(await countries()).toEqual([1, 0, 0]);
  const { version } = await read();
  await write({ version, rules });
  for (let count = 0; count < 4; count += 1) await world.pay(await world.createIntent());
  const inForce = await dryRun(rules);
  expect(inForce.rules[0]).toMatchObject({ ruleId: "home", total: { payments: 5 } });
  expect(inForce.samples.every(({ paymentId }) => paymentId !== undefined)).toBe(true);
  // The first was paid before there were rules.
  expect(inForce.moved).toBeLessThanOrEqual(1);

  const { operatorId } = world.operator;
  const { payments } = world.service;
  const inPages = (limits: Parameters<typeof dryRunRouting>[3]) =>
    dryRunRouting(payments, operatorId, rules as never, limits);
  expect(await inPages({ pageSize: 2 })).toEqual(inForce);
  expect(await inPages({ pageSize: 2, max: 3 })).toMatchObject({ payments: 3, isComplete: false });
  expect(await inPages({ pageSize: 5, max: 5 })).toMatchObject({ payments: 5, isComplete: true });
});

test("admins start the check of a connector, viewers do not, and each operator has its own result", async () => {
  viewer = await addStaff(world, "viewer");
  const path = "/routing/processors/northbank/check";
  expect((await viewer.browser.call("POST", path)).statusCode).toBe(403);
  const unknown = await admin.browser.call("POST", "/routing/processors/nobody/check");
  expect(unknown.statusCode).toBe(404);
  const checkOf = async () => (await read()).processors[0]?.check;
  expect(await checkOf()).toMatchObject({ state: "never", isPossible: true, steps: [] });
  const started: ConsoleRouting = await admin.browser.ok("POST", path);
  // A quick check has ended before a slow machine answers.
  expect(started.processors[0]?.check.state).toMatch(/^(running|failed)$/);
  await expect.poll(async () => (await checkOf())?.state, { timeout: 50_000 }).toBe("failed");
  const { data } = await admin.browser.ok("GET", "/audit?action=connector.checked");
  expect(data[0]).toMatchObject({
    actor: { staffId: admin.staffId },
    subject: { id: "northbank" },
  });
  const other = await world.service.deps.database.kysely
    .selectFrom("connector_checks")
    .select("operator_id")
    .execute();
  expect(other).toEqual([{ operator_id: world.operator.operatorId }]);
});

test("vendors that are not processors are shown, and an admin starts the check of one", async () => {
  const { services } = await read();
  expect(services.map(({ use, check }) => [use, check])).toEqual([
    ["bank_payments", null],
    ["bank_login", null],
    ["three_d_secure", null],
  ]);
  const trustly = await createTrustlyWorld();
  try {
    const { browser } = await addStaff(trustly, "admin");
    const checkOf = async () =>
      ((await browser.ok("GET", "/routing")) as ConsoleRouting).services[0]?.check;
    expect(await checkOf()).toMatchObject({ state: "never", isPossible: true });
    await browser.ok("POST", "/routing/services/bank:trustly/check");
    await expect.poll(async () => (await checkOf())?.state, { timeout: 50_000 }).toBe("passed");
    expect((await browser.call("POST", "/routing/payouts/trustly/check")).statusCode).toBe(404);
  } finally {
    await trustly.close();
  }
});
