/** Every figure of Home links to a list; the list must hold exactly the payments that it counts. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { HomeFigures } from "#contract/console/home";
import type { PaymentList } from "#contract/console/payments";
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
  ];
  for (const [index, attempts] of histories.entries()) {
    const made = await writePayment(database, { operatorId }, nowMs - index, attempts);
    const { paymentIntentId } = made;
    const paymentId = made.paymentIds.at(-1) ?? "";
    const ids = { paymentIntentId, paymentId };
    if (index === 3) await writeRefund(database, { operatorId }, ids, nowMs, 100);
    if (index === 7) {
      const reason = "ach_r10";
      await changePayment(database, ids, nowMs, { status: "failed", wasSuccess: true, reason });
    }
  }
  // Payments just outside of the period, and in another currency.
  await writePayment(database, { operatorId }, nowMs - 8 * 86_400_000, [declined]);
  await writePayment(database, { operatorId, currency: "EUR" }, nowMs, [declined]);
  figures = await viewer.browser.ok("GET", "/home?days=7&currency=USD");
});
afterAll(() => service.close());

async function total(filters: Record<string, string>): Promise<number> {
  const query = new URLSearchParams({
    from: figures.fromAt,
    to: figures.beforeAt,
    currency: "USD",
    ...filters,
  });
  const list: PaymentList = await viewer.browser.ok("GET", `/payments?${query}`);
  return list.total;
}

test("payments by status, outcome and first attempt", async () => {
  const { sums } = figures;
  expect(sums).toMatchObject({ created: 9, payments: 8, succeeded: 3, approved: 4, decided: 7 });
  expect(sums).toMatchObject({ firstApproved: 2, firstDecided: 7 });
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
  "payments by %s",
  async (dimension) => {
    const rows = figures.breakdowns[dimension];
    expect(rows.length).toBeGreaterThan(1);
    for (const { value, payments } of rows) {
      expect(await total({ [dimension]: value || "none", deciding: "1" }), value).toBe(payments);
    }
  },
);

test("payments by reason, each once, and refunded ones", async () => {
  expect(figures.reasons).toContainEqual({
    code: "insufficient_funds",
    kind: "soft",
    payments: 3,
  });
  for (const { code, payments } of figures.reasons) {
    expect(await total({ reason: code }), code).toBe(payments);
  }
  const refunded = { refundedFrom: figures.fromAt, refundedTo: figures.beforeAt };
  expect(await total(refunded)).toBe(figures.sums.refunds);
  expect(await total({ refundedFrom: figures.beforeAt })).toBe(0);
});

test("payments by how far 3-D Secure came", async () => {
  const { threeDS } = figures;
  expect(threeDS).toMatchObject({ authenticated: 3, challenged: 2, challengePassed: 2 });
  expect(await total({ threeDS: "challenge" })).toBe(threeDS.challenged);
  expect(await total({ threeDS: "challenge_approved" })).toBe(threeDS.challengeApproved);
  expect(await total({ threeDS: "frictionless" })).toBe(threeDS.frictionless);
});

test.each([
  ["outcome=x"],
  ["first=x"],
  ["country=usa"],
  ["threeDS=%25"],
  ["refundedFrom=yesterday"],
  ["sort=name"],
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
