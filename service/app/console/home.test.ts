import { afterAll, beforeAll, expect, test } from "vitest";
import type { HomeFigures, HomeWaiting } from "#contract/console/home";
import { disputeTools } from "../../payments/testing/dispute-world.ts";
import { createPaymentWorld, type PaymentWorld } from "../../payments/testing/payment-world.ts";
import { runRefunds } from "../../payments/testing/run-refunds.ts";
import { writePayment } from "../../reporting/figures/testing/write-history.ts";
import { addStaff, type TestStaff } from "./testing/staff-browser.ts";

let world: PaymentWorld;
let viewer: TestStaff;
let otherStaff: TestStaff;
beforeAll(async () => {
  world = await createPaymentWorld();
  viewer = await addStaff(world, "viewer");
  otherStaff = await addStaff(world, "admin", (await world.createOperator()).operatorId);
});
afterAll(() => world.close());

const home = (query = "", by = viewer): Promise<HomeFigures> =>
  by.browser.ok("GET", `/home${query}`);
const waiting = (by = viewer): Promise<HomeWaiting> => by.browser.ok("GET", "/home/waiting");

test("a payment and its refund appear at once, in the operator's own figures alone", async () => {
  const intent = await world.createIntent({ amount: 20 });
  await world.pay(intent);
  await world.createIntent({ amount: 5 });
  const url = `/v1/payment-intents/${intent.paymentIntentId}/refunds`;
  await world.call("POST", url, { body: { externalRefundId: "part", amount: 7.5 } });
  await runRefunds(world);

  const figures = await home();
  expect(figures).toMatchObject({
    today: "2026-03-10",
    from: "2026-02-09",
    to: "2026-03-10",
    previousFrom: "2026-01-10",
    previousTo: "2026-02-08",
    // Midnight in New York, which has been four hours behind UTC since 8 March.
    todayFromAt: "2026-03-10T04:00:00.000Z",
    todayBeforeAt: "2026-03-11T04:00:00.000Z",
    fromAt: "2026-02-09T05:00:00.000Z",
    currency: "USD",
    missingDays: 0,
    isUpdating: false,
  });
  expect(figures.sums).toMatchObject({
    created: 2,
    payments: 1,
    succeeded: 1,
    firstApproved: 1,
    volume: 20,
    refunds: 1,
    refunded: 7.5,
    net: 12.5,
  });
  expect(figures.todaySums).toEqual(figures.sums);
  expect(figures.days).toHaveLength(30);
  expect(figures.days.at(-1)).toMatchObject({
    day: "2026-03-10",
    fromAt: figures.todayFromAt,
    beforeAt: figures.todayBeforeAt,
    volume: 20,
    refunded: 7.5,
  });
  // The day had 23 hours: daylight saving time began.
  expect(figures.days.find(({ day }) => day === "2026-03-08")).toMatchObject({
    fromAt: "2026-03-08T05:00:00.000Z",
    beforeAt: "2026-03-09T04:00:00.000Z",
  });
  expect(figures.days[0]?.fromAt).toBe(figures.fromAt);
  expect(figures.previousDays.at(-1)?.beforeAt).toBe(figures.fromAt);
  expect(figures.breakdowns.brand).toMatchObject([{ value: "visa", payments: 1, volume: 20 }]);
  expect(figures.breakdowns.processor).toMatchObject([{ value: "northbank", payments: 1 }]);

  const others = await home("", otherStaff);
  expect(others).toMatchObject({ currency: null, currencies: [], sums: { created: 0, volume: 0 } });
});

test("a period is compared with the one before, and each currency is shown separately", async () => {
  const { operatorId } = world.operator;
  const { database } = world.service.deps;
  const atMs = Date.UTC(2026, 2, 4, 17);
  await writePayment(database, { operatorId }, atMs - 4 * 86_400_000, [{ status: "success" }]);
  await writePayment(database, { operatorId, currency: "JPY" }, atMs, [
    { status: "failed", reason: "stolen_card" },
    { status: "success", totalMinor: 900 },
  ]);
  await world.runJob("daily_figures");
  const query = "?from=2026-03-02&to=2026-03-05";
  const yen = await home(query);
  expect(yen).toMatchObject({ currency: "JPY", currencies: ["JPY", "USD"] });
  expect(yen.sums).toMatchObject({ volume: 900, firstApproved: 0, firstDecided: 1, approved: 1 });
  expect(yen.reasons).toEqual([{ code: "stolen_card", kind: "hard", payments: 1 }]);
  expect(yen.previous.volume).toBe(0);
  const dollars = await home(`${query}&currency=USD`);
  expect(dollars.sums.volume).toBe(0);
  expect(dollars.previous).toMatchObject({ payments: 1, volume: 10 });
});

test.each([
  ["?from=2026-01-12", "to"],
  ["?to=2026-01-12", "from"],
  ["?from=2026-01-12&to=2026-01-11", "to"],
  ["?from=2024-01-01&to=2026-01-11", "from"],
  ["?from=2026-13-01&to=2026-01-11", "from"],
  ["?days=8", "days"],
  ["?from=0000-01-01&to=0000-12-31", "from"],
  ["?from=9999-12-01&to=9999-12-31", "to"],
])("refuses the period %s and names %s", async (query, path) => {
  const response = await viewer.browser.call("GET", `/home${query}`);
  expect(response.statusCode).toBe(400);
  expect(response.json().errors.map((error: { path: string }) => error.path)).toContain(path);
});

test("waiting work is counted by operator, with its age and amounts", async () => {
  const before = await waiting();
  expect(before.work.map(({ kind }) => kind)).toEqual([
    "deadlines",
    "outcomes",
    "approvals",
    "refunds",
    "batches",
    "disputes",
    "reviews",
    "sanctions",
    "breaks",
    "notices",
    "deliveries",
  ]);
  expect(before.work.every(({ count, oldestAt }) => count === 0 && oldestAt === null)).toBe(true);
  expect(before.processors.map(({ name, breaker }) => [name, breaker])).toContainEqual([
    "northbank",
    "closed",
  ]);
  const { kysely } = world.service.deps.database;
  const at = new Date(world.clock.nowMs() - 60_000);
  const dead = { webhook_id: "we_1", resource_id: "pi_1", sequence: 1, status: "dead" } as const;
  const rest = {
    attempts: 9,
    retry_step: 9,
    next_at: at,
    lease_until: null,
    lease_token: null,
    created_at: at,
    finished_at: at,
  };
  await kysely
    .insertInto("webhook_deliveries")
    .values({ ...dead, ...rest, event_id: "evt_1", operator_id: world.operator.operatorId })
    .execute();
  const { work } = await waiting();
  expect(work.find(({ kind }) => kind === "deliveries")).toEqual({
    kind: "deliveries",
    count: 1,
    oldestAt: at.toISOString(),
    dueAt: null,
    amounts: [],
  });
  expect((await waiting(otherStaff)).work.every(({ count }) => count === 0)).toBe(true);
});

test("a dispute to answer waits with its deadline and money, and is found by both its ids", async () => {
  const { kysely } = world.service.deps.database;
  const intent = await world.createIntent();
  const { paymentId } = (await world.pay(intent)).body;
  const at = new Date(world.clock.nowMs());
  const respondBy = new Date(at.getTime() + 5 * 86_400_000);
  await kysely
    .insertInto("disputes")
    .values({
      operator_id: world.operator.operatorId,
      dispute_id: "dsp_22example",
      payment_intent_id: intent.paymentIntentId,
      payment_id: paymentId,
      external_customer_id: "ada",
      processor: "northbank",
      provider_dispute_id: "nb-dispute-1",
      network: "visa",
      reason_code: "10.4",
      category: "fraudulent",
      stage: "chargeback",
      status: "needs-response",
      outcome: null,
      amount_minor: 4_999,
      currency: "USD",
      fee_minor: null,
      respond_by: respondBy,
      defendable: true,
      last_sequence: 1,
      refunded_before_minor: 0,
      evidence_sealed: null,
      submitted_at: null,
      refusal_code: null,
      refused_at: null,
      version: 1,
      opened_at: at,
      created_at: at,
      updated_at: at,
      closed_at: null,
    })
    .execute();
  const { work } = await waiting();
  expect(work.find(({ kind }) => kind === "disputes")).toEqual({
    kind: "disputes",
    count: 1,
    oldestAt: at.toISOString(),
    dueAt: respondBy.toISOString(),
    amounts: [{ currency: "USD", amount: 49.99 }],
  });
  for (const text of ["dsp_22ex", "nb-dispute-1"]) {
    const { found } = await viewer.browser.ok("GET", `/find?q=${text}`);
    expect(found).toMatchObject([{ kind: "dispute", pageId: "dsp_22example" }]);
    expect((await otherStaff.browser.ok("GET", `/find?q=${text}`)).found).toEqual([]);
  }
});

test("a dispute appears at once, belongs to the day it was opened, and its figure links to it alone", async () => {
  const t = disputeTools(world);
  const at = "2026-03-01T17:00:00.000Z";
  // Other tests' disputes are in dollars.
  const currency = "EUR";
  const open = async (changes: Parameters<typeof t.open>[0]) =>
    t.open({ currency, ...changes }, await t.paid({ currency }));
  const late = await open({ at, amountMinor: 3_000 });
  await open({ stage: "inquiry", at });
  const { notice } = await open({ at: new Date(world.clock.nowMs()).toISOString() });
  await world.runJob("daily_figures");
  const sums = { received: 1, amount: 30, open: 1, openAmount: 30, won: 0, lost: 0 };
  expect((await home("?currency=EUR&from=2026-03-01&to=2026-03-01")).disputes).toMatchObject(sums);
  const now = await home("?currency=EUR");
  expect(now.disputes).toMatchObject({ received: 2, amount: 79.99, open: 2, won: 0 });
  expect(now.previousDisputes.received).toBe(0);
  await t.notify({ ...notice, eventId: "home-won", sequence: notice.sequence + 1, status: "won" });
  const { notice: first } = late;
  await t.notify({ ...first, eventId: "home-lost", sequence: first.sequence + 1, status: "lost" });
  await world.runJob("daily_figures");
  expect((await home("?currency=EUR")).disputes).toMatchObject({
    received: 2,
    open: 0,
    won: 1,
    wonAmount: 49.99,
    lost: 1,
    lostAmount: 30,
  });
  const { fromAt, beforeAt } = now;
  const listed = (
    outcome: string,
    by = viewer,
  ): Promise<{ data: { disputeId: string }[]; total: number }> =>
    by.browser.ok(
      "GET",
      `/disputes?tab=all&currency=EUR&from=${fromAt}&to=${beforeAt}&outcome=${outcome}`,
    );
  expect((await listed("figures")).total).toBe(2);
  expect((await listed("lost")).data).toMatchObject([{ disputeId: late.dispute.disputeId }]);
  expect((await listed("open")).total).toBe(0);
  expect((await listed("figures", otherStaff)).total).toBe(0);
});
