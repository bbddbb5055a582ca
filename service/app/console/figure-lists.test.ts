/** A figure's list must hold exactly the payments that it counts. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { HomeFigures, HomeWaiting } from "#contract/console/home";
import type { PaymentList } from "#contract/console/payment-list";
import type { RefundList } from "#contract/console/refund-list";
import {
  changePayment,
  type TestAttempt,
  writePayment,
  writeRefund,
} from "../../reporting/figures/testing/write-history.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { addStaff, type TestStaff } from "./testing/staff-browser.ts";

let service: TestService;
let viewer: TestStaff;
let figures: HomeFigures;
beforeAll(async () => {
  service = await createTestService();
  viewer = await addStaff(service, "viewer");
  const { operatorId } = service.operator;
  const { database } = service.service.deps;
  const nowMs = service.clock.nowMs();
  const declined: TestAttempt = { status: "failed", reason: "insufficient_funds" };
  const passed = { challenged: true, transStatus: "Y" };
  const histories: TestAttempt[][] = [
    [],
    [declined],
    [declined, declined, { status: "success", brand: "mastercard", country: "US" }],
    [{ status: "success", brand: "amex", threeDS: passed }],
    [{ status: "failed", reason: "do_not_honor", threeDS: passed }],
    [{ status: "success", threeDS: { challenged: false, transStatus: "Y" }, country: "CA" }],
    [{ status: "pending", processor: "southbank" }],
    [declined, { status: "success", type: "pay_by_bank", processor: "open_banking" }],
    [{ status: "failed", reason: "stolen_card", processor: "southbank" }],
    [
      { status: "failed", reason: "do_not_honor", threeDS: passed },
      { status: "success", threeDS: passed },
    ],
  ];
  const refunds: string[] = [];
  for (const [index, attempts] of histories.entries()) {
    const payment = await writePayment(database, { operatorId }, nowMs - index, attempts);
    const { paymentIntentId } = payment;
    const paymentId = payment.paymentIds.at(-1) ?? "";
    const ids = { paymentIntentId, paymentId };
    if (index === 3) {
      for (const [at, baseMinor] of [100, 200, 300].entries()) {
        refunds.push(await writeRefund(database, { operatorId }, ids, nowMs + at, baseMinor));
      }
      await writeRefund(database, { operatorId, currency: "EUR" }, ids, nowMs, 100);
      await writeRefund(database, { operatorId }, ids, nowMs - 8 * 86_400_000, 100);
    }
    if (index === 7) {
      const reason = "ach_r10";
      await changePayment(database, ids, nowMs, { status: "failed", wasSuccess: true, reason });
    }
  }
  await database.kysely
    .updateTable("refunds")
    .set({ step: "failed" })
    .where("refund_id", "=", refunds[2] ?? "")
    .execute();
  // These are just outside the period, or in another currency.
  await writePayment(database, { operatorId }, nowMs - 8 * 86_400_000, [declined]);
  await writePayment(database, { operatorId, currency: "EUR" }, nowMs, [declined]);
  figures = await viewer.browser.ok("GET", "/home?days=7&currency=USD");
});
afterAll(() => service.close());

async function total(filters: Record<string, string>, by = viewer): Promise<number> {
  const query = new URLSearchParams({
    from: figures.fromAt,
    to: figures.beforeAt,
    currency: "USD",
    ...filters,
  });
  const list: PaymentList = await by.browser.ok("GET", `/payments?${query}`);
  return list.total;
}

test("payments are listed by status, outcome and first attempt", async () => {
  const { sums } = figures;
  expect(sums).toMatchObject({ created: 10, payments: 9, succeeded: 4, approved: 5, decided: 8 });
  expect(sums).toMatchObject({ firstApproved: 2, firstDecided: 8 });
  expect(await total({})).toBe(sums.created);
  expect(await total({ first: "any" })).toBe(sums.payments);
  expect(await total({ status: "success" })).toBe(sums.succeeded);
  expect(await total({ outcome: "approved" })).toBe(sums.approved);
  expect(await total({ outcome: "decided" })).toBe(sums.decided);
  expect(await total({ outcome: "declined" })).toBe(sums.decided - sums.approved);
  expect(await total({ outcome: "returned" })).toBe(sums.approved - sums.succeeded);
  expect(await total({ first: "approved" })).toBe(sums.firstApproved);
  expect(await total({ first: "decided" })).toBe(sums.firstDecided);
  expect(await total({ first: "declined" })).toBe(sums.firstDecided - sums.firstApproved);
});

test.each(["type", "processor", "brand", "country"] as const)(
  "payments are listed by %s",
  async (dimension) => {
    const rows = figures.breakdowns[dimension];
    expect(rows.length).toBeGreaterThan(1);
    for (const { value, payments } of rows) {
      expect(await total({ [dimension]: value || "none", deciding: "1" }), value).toBe(payments);
    }
  },
);

test.each(["type", "processor", "brand", "country"] as const)(
  "the rates by %s match the lists of first attempts, of payments with an outcome, and of successful ones",
  async (dimension) => {
    // Calls are limited per person.
    const other = await addStaff(service, "viewer");
    for (const row of figures.breakdowns[dimension]) {
      const value = { [dimension]: row.value || "none" };
      const first = { ...value, deciding: "first", first: "decided" };
      expect(await total(first, other), row.value).toBe(row.firstDecided);
      const decided = { ...value, deciding: "1", outcome: "decided" };
      expect(await total(decided, other), row.value).toBe(row.decided);
      const succeeded = { ...value, deciding: "1", status: "success" };
      expect(await total(succeeded, other), row.value).toBe(row.succeeded);
    }
  },
);

test("payments are listed by reason, each once", async () => {
  expect(figures.reasons).toContainEqual({
    code: "insufficient_funds",
    kind: "soft",
    payments: 3,
  });
  for (const { code, payments } of figures.reasons) {
    expect(await total({ reason: code }), code).toBe(payments);
  }
});

test("refunds of the period are listed, also two of one payment, without failed ones and other currencies", async () => {
  expect(figures.sums).toMatchObject({ refunds: 2, refunded: 3.06 });
  const period = { from: figures.fromAt, to: figures.beforeAt, currency: "USD" };
  const refunds = async (filters: Record<string, string>, by = viewer): Promise<RefundList> =>
    by.browser.ok("GET", `/refunds?${new URLSearchParams(filters)}`);
  const counted = await refunds({ ...period, which: "counted" });
  expect(counted.total).toBe(figures.sums.refunds);
  expect(counted.data.map(({ breakdown }) => breakdown.total)).toEqual([2.03, 1.03]);
  expect(counted.data[0]).not.toHaveProperty("refundUrl");
  expect((await refunds({ ...period, which: "counted", sort: "oldest" })).data).toEqual(
    counted.data.toReversed(),
  );
  expect((await refunds(period)).total).toBe(3);
  expect((await refunds({ ...period, status: "failed" })).total).toBe(1);
  expect((await refunds({})).total).toBe(5);
  expect((await refunds({ from: figures.beforeAt })).total).toBe(0);
  const otherStaff = await addStaff(service, "admin", (await service.createOperator()).operatorId);
  expect((await refunds({}, otherStaff)).total).toBe(0);
});

test("refunds that wait for approval are counted, and the list has exactly them", async () => {
  const { kysely } = service.service.deps.database;
  const [first] = (await viewer.browser.ok("GET", "/refunds?status=pending")).data;
  await kysely
    .updateTable("refunds")
    .set({ approval: "needed" })
    .where("refund_id", "=", first.refundId)
    .execute();
  const { work }: HomeWaiting = await viewer.browser.ok("GET", "/home/waiting");
  expect(work.find(({ kind }) => kind === "refunds")).toMatchObject({
    count: 1,
    oldestAt: first.createdAt,
    amounts: [{ currency: first.currency, amount: first.breakdown.total }],
  });
  const list: RefundList = await viewer.browser.ok("GET", "/refunds?which=waiting");
  expect(list.data.map(({ refundId }) => refundId)).toEqual([first.refundId]);
});

test("payments are listed once by the step of 3-D Secure that they reached, even after several attempts", async () => {
  const { threeDS } = figures;
  expect(threeDS).toEqual({
    byCard: 9,
    authenticated: 4,
    frictionless: 1,
    frictionlessApproved: 1,
    challenged: 3,
    challengePassed: 3,
    challengeApproved: 2,
  });
  const lists = {
    card: threeDS.byCard,
    authenticated: threeDS.authenticated,
    frictionless: threeDS.frictionless,
    frictionless_approved: threeDS.frictionlessApproved,
    challenged: threeDS.challenged,
    challenge_passed: threeDS.challengePassed,
    challenge_approved: threeDS.challengeApproved,
  };
  for (const [step, count] of Object.entries(lists)) {
    expect(await total({ threeDS: step }), step).toBe(count);
  }
});

test.each([
  ["outcome=x"],
  ["first=x"],
  ["country=usa"],
  ["threeDS=%25"],
  ["sort=name"],
  ["deciding=2"],
])("refuses the filter %s", async (query) => {
  expect((await viewer.browser.call("GET", `/payments?${query}`)).statusCode).toBe(400);
});

test("lists begin with the newest, the oldest, the highest or the lowest", async () => {
  const first = async (path: string, sort: string) => {
    const { data } = await viewer.browser.ok("GET", `${path}?sort=${sort}&size=100`);
    return data.map(({ createdAt }: { createdAt: string }) => createdAt);
  };
  const newest = await first("/payments", "newest");
  expect(newest).toEqual([...newest].sort().reverse());
  expect(await first("/payments", "oldest")).toEqual([...newest].reverse());
  const { database } = service.service.deps;
  await database.kysely
    .updateTable("payment_intents")
    .set({ amount_minor: 5_000 })
    .where("status", "=", "no-payment")
    .execute();
  const amounts = async (sort: string) => {
    const { data }: PaymentList = await viewer.browser.ok(
      "GET",
      `/payments?sort=${sort}&currency=USD`,
    );
    return data.map(({ amount }) => amount);
  };
  expect((await amounts("highest"))[0]).toBe(50);
  expect((await amounts("lowest")).at(-1)).toBe(50);
  for (const path of ["/payouts", "/customers"]) {
    expect((await viewer.browser.call("GET", `${path}?sort=oldest`)).statusCode).toBe(200);
  }
});
