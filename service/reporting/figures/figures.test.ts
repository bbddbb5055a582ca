import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changeOperator } from "../../operators/accounts/index.ts";
import { dateIn } from "../../platform/date-in.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { addDays, type Day, startOfDay } from "./days.ts";
import { figureKey, type PeriodFigures, readFigures } from "./read-figures.ts";
import { sumsFromRows } from "./testing/sums-from-rows.ts";
import { changePayment, writePayment, writeRefund } from "./testing/write-history.ts";

const newYork = "America/New_York";
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
let service: TestService;
beforeAll(async () => {
  service = await createTestService();
});
afterAll(() => service.close());

const database = () => service.service.deps.database;
const runJob = () => service.runJob("daily_figures");

async function newOperator(timeZone: string): Promise<string> {
  return (await service.createOperator({ timeZone })).operatorId;
}

async function moveTo(operatorId: string, timeZone: string): Promise<void> {
  const { version } = await database()
    .kysely.selectFrom("operators")
    .select("version")
    .where("operator_id", "=", operatorId)
    .executeTakeFirstOrThrow();
  const actor = { kind: "command" } as const;
  await changeOperator(service.service.deps, operatorId, {
    version,
    settings: { timeZone },
    actor,
  });
}

async function read(
  operatorId: string,
  timeZone: string,
  from: Day,
  to: Day,
): Promise<PeriodFigures> {
  const figures = await readFigures(
    { database: database(), clock: service.clock },
    { operatorId, timeZone },
    [{ from, to }],
  );
  const [period] = figures.periods;
  if (!period) throw new Error("no period");
  return period;
}

const shown = ({ sums }: PeriodFigures) =>
  Object.fromEntries(
    [...sums].filter(([, each]) => Object.values(each).some((value) => value !== 0)).sort(),
  );

describe("a day", () => {
  test.each([
    [newYork, "2026-03-08", "2026-03-08T05:00:00.000Z", 23],
    [newYork, "2026-11-01", "2026-11-01T04:00:00.000Z", 25],
    ["Australia/Lord_Howe", "2026-04-05", "2026-04-04T13:00:00.000Z", 24.5],
    // Midnight does not exist there on this day.
    ["America/Santiago", "2026-09-06", "2026-09-06T04:00:00.000Z", 23],
    ["Pacific/Kiritimati", "2026-01-01", "2025-12-31T10:00:00.000Z", 24],
    ["Etc/GMT+12", "2026-01-01", "2026-01-01T12:00:00.000Z", 24],
  ])("in %s, %s begins at %s and has %d hours", (zone, day, start, hours) => {
    const from = startOfDay(zone, day);
    expect(new Date(from).toISOString()).toBe(start);
    expect(startOfDay(zone, addDays(day, 1)) - from).toBe(hours * hourMs);
  });
});

test("a debit that the bank returns days later leaves the volume of its own day", async () => {
  const operatorId = await newOperator(newYork);
  const paidMs = Date.UTC(2026, 2, 10, 15);
  service.clock.set(paidMs);
  const debit = await writePayment(database(), { operatorId }, paidMs, [
    { status: "success", type: "bank", processor: "ach" },
  ]);
  service.clock.advance(3 * dayMs);
  await runJob();
  const total = async () =>
    (await read(operatorId, newYork, "2026-03-10", "2026-03-10")).sums.get(
      figureKey("USD", "total"),
    );
  expect(await total()).toMatchObject({
    payments: 1,
    succeeded: 1,
    approved: 1,
    volumeMinor: 1_000,
  });

  const [paymentId = ""] = debit.paymentIds;
  const ids = { paymentIntentId: debit.paymentIntentId, paymentId };
  await changePayment(database(), ids, service.clock.nowMs(), {
    status: "failed",
    wasSuccess: true,
    reason: "ach_r10",
  });
  await runJob();
  expect(await total()).toMatchObject({ payments: 1, succeeded: 0, approved: 1, volumeMinor: 0 });
});

test("today is computed from the rows, yesterday until it is summed, and older days are reported as missing", async () => {
  const operatorId = await newOperator(newYork);
  const start = startOfDay(newYork, "2026-03-12");
  for (const atMs of [start - dayMs, start - 1, start, start + hourMs]) {
    await writePayment(database(), { operatorId }, atMs, [{ status: "success" }]);
  }
  service.clock.set(start + hourMs + 1);
  const before = await read(operatorId, newYork, "2026-03-01", "2026-03-12");
  expect(before.missingDays).toBe(0);
  expect(before.byDay.get("2026-03-11")?.get(figureKey("USD", "total"))?.payments).toBe(2);
  expect(before.byDay.get("2026-03-12")?.get(figureKey("USD", "total"))?.payments).toBe(2);
  service.clock.set(start + 3 * dayMs);
  expect((await read(operatorId, newYork, "2026-03-01", "2026-03-15")).missingDays).toBe(3);
  await runJob();
  const after = await read(operatorId, newYork, "2026-03-01", "2026-03-15");
  expect(after.missingDays).toBe(0);
  expect(after.sums.get(figureKey("USD", "total"))?.payments).toBe(4);
});

test("a payment's retries count once by payment, and the first attempt counts for itself", async () => {
  const operatorId = await newOperator(newYork);
  const atMs = Date.UTC(2026, 2, 20, 15);
  service.clock.set(atMs);
  const declined = { status: "failed", reason: "insufficient_funds" } as const;
  await writePayment(database(), { operatorId }, atMs, [
    declined,
    declined,
    { status: "success", brand: "mastercard", threeDS: { challenged: true, transStatus: "Y" } },
  ]);
  const { sums } = await read(operatorId, newYork, "2026-03-20", "2026-03-20");
  const of = (dimension: string, value?: string) => sums.get(figureKey("USD", dimension, value));
  expect(of("total")).toMatchObject({
    payments: 1,
    approved: 1,
    decided: 1,
    firstApproved: 0,
    firstDecided: 1,
  });
  expect(of("brand", "mastercard")).toMatchObject({ payments: 1, firstDecided: 0 });
  expect(of("brand", "visa")).toMatchObject({ payments: 0, firstDecided: 1 });
  expect(of("reason", "insufficient_funds")?.payments).toBe(1);
  expect(of("three_ds", "none")?.payments).toBe(2);
  expect(of("three_ds", "challenge_approved")?.payments).toBe(1);
});

test("amounts of different currencies and operators are never added", async () => {
  const operatorId = await newOperator(newYork);
  const other = await newOperator(newYork);
  const atMs = Date.UTC(2026, 2, 22, 15);
  service.clock.set(atMs);
  await writePayment(database(), { operatorId }, atMs, [{ status: "success" }]);
  await writePayment(database(), { operatorId, currency: "EUR" }, atMs, [{ status: "success" }]);
  await writePayment(database(), { operatorId: other }, atMs, [{ status: "success" }]);
  const { sums } = await read(operatorId, newYork, "2026-03-22", "2026-03-22");
  expect(sums.get(figureKey("USD", "total"))?.volumeMinor).toBe(1_000);
  expect(sums.get(figureKey("EUR", "total"))?.volumeMinor).toBe(1_000);
});

/** One step of a random history. */
type Step =
  | { kind: "wait"; hours: number }
  | { kind: "pay"; attempts: readonly number[]; currency: string; country: string | null }
  | { kind: "change"; which: number; to: "success" | "failed" }
  | { kind: "refund"; which: number; baseMinor: number }
  | { kind: "refund_fails"; which: number }
  | { kind: "zone"; timeZone: string }
  | { kind: "job" };

const zones = [newYork, "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Kiritimati", "UTC"];
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("wait" as const),
      hours: fc.integer({ min: 1, max: 30 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("pay" as const),
      attempts: fc.array(fc.nat(6), { maxLength: 3 }),
      currency: fc.constantFrom("USD", "EUR"),
      country: fc.constantFrom("US", "CA", null),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("change" as const),
      which: fc.nat(50),
      to: fc.constantFrom("success" as const, "failed" as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("refund" as const),
      which: fc.nat(50),
      baseMinor: fc.integer({ min: 1, max: 900 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("refund_fails" as const), which: fc.nat(50) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("zone" as const),
      timeZone: fc.constantFrom(...zones),
    }),
  },
  { weight: 3, arbitrary: fc.constant({ kind: "job" } as const) },
);

/** Failed attempts of different kinds come before the last one, which may also succeed or wait. */
const kinds = [
  { status: "failed", reason: "insufficient_funds", brand: "visa" },
  { status: "failed", reason: "stolen_card", brand: "mastercard", threeDS: null },
  {
    status: "failed",
    reason: "authentication_failed",
    threeDS: { challenged: true, transStatus: "N" },
  },
  { status: "failed", reason: "ach_r01", type: "bank", processor: "ach" },
  { status: "failed", brand: "amex", threeDS: { challenged: false, transStatus: "Y" } },
  { status: "success", processor: "southbank", threeDS: { challenged: false, transStatus: "Y" } },
  { status: "pending", type: "crypto", processor: "bitcoin" },
] as const;

test("for any history, the daily sums equal the sums of the rows", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 60 }),
      fc.constantFrom(...zones),
      async (history, zone) => {
        let timeZone: string = zone;
        const operatorId = await newOperator(timeZone);
        // Two days before New York's clocks change.
        service.clock.set(Date.UTC(2026, 2, 6, 18));
        const from = "2026-03-01";
        const payments: {
          paymentIntentId: string;
          paymentId: string;
          currency: string;
          status: string;
        }[] = [];
        const refunds: string[] = [];
        for (const each of history) {
          const nowMs = service.clock.nowMs();
          if (each.kind === "wait") service.clock.advance(each.hours * hourMs);
          if (each.kind === "pay") {
            const { currency, country } = each;
            const attempts = each.attempts.map((kind, index) => ({
              ...(index < each.attempts.length - 1 ? kinds[kind % 5] : kinds[kind]),
              country,
              totalMinor: 1_000 + (nowMs % 977),
            })) as Parameters<typeof writePayment>[3];
            const made = await writePayment(database(), { operatorId, currency }, nowMs, attempts);
            const paymentId = made.paymentIds.at(-1);
            const status = attempts.at(-1)?.status ?? "none";
            if (paymentId)
              payments.push({ paymentIntentId: made.paymentIntentId, paymentId, currency, status });
          }
          const payment =
            "which" in each ? payments[each.which % Math.max(1, payments.length)] : undefined;
          if (each.kind === "change" && payment) {
            const wasSuccess = payment.status === "success" && each.to === "failed";
            const ends = payment.status === "pending" || wasSuccess;
            if (ends) {
              payment.status = each.to === "failed" ? "failed" : "success";
              await changePayment(database(), payment, nowMs, {
                status: each.to,
                wasSuccess,
                ...(each.to === "failed" ? { reason: "ach_r10" } : {}),
              });
            }
          }
          if (each.kind === "refund" && payment) {
            refunds.push(
              await writeRefund(
                database(),
                { operatorId, currency: payment.currency },
                payment,
                nowMs,
                each.baseMinor,
              ),
            );
          }
          if (each.kind === "refund_fails" && refunds.length > 0) {
            await database()
              .kysely.updateTable("refunds")
              .set({ step: "failed", updated_at: new Date(nowMs) })
              .where("operator_id", "=", operatorId)
              .where("refund_id", "=", refunds[each.which % refunds.length] ?? "")
              .execute();
          }
          if (each.kind === "zone") {
            ({ timeZone } = each);
            await moveTo(operatorId, timeZone);
          }
          if (each.kind === "job") {
            await runJob();
            const to = dateIn(timeZone, service.clock.nowMs());
            const period = await read(operatorId, timeZone, from, to);
            expect(period.missingDays).toBe(0);
            expect(shown(period)).toEqual(
              await sumsFromRows(database(), { operatorId, timeZone }, from, to),
            );
          }
        }
        await runJob();
        const to = dateIn(timeZone, service.clock.nowMs());
        const middle = addDays(to, -3);
        for (const [first, last] of [
          [from, to],
          [from, middle],
          [middle, to],
        ] as const) {
          expect(shown(await read(operatorId, timeZone, first, last))).toEqual(
            await sumsFromRows(database(), { operatorId, timeZone }, first, last),
          );
        }
      },
    ),
    { numRuns: 15 },
  );
}, 300_000);
