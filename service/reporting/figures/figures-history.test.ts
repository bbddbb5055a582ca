import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dateIn } from "../../platform/date-in.ts";
import { addDays } from "./days.ts";
import type { PeriodFigures } from "./read-figures.ts";
import { createFiguresWorld, type FiguresWorld } from "./testing/figures-world.ts";
import { sumsFromRows } from "./testing/sums-from-rows.ts";
import { changePayment, writePayment, writeRefund } from "./testing/write-history.ts";

const newYork = "America/New_York";
let world: FiguresWorld;
beforeAll(async () => {
  world = await createFiguresWorld();
});
afterAll(() => world.close());

const shown = ({ sums }: PeriodFigures) =>
  Object.fromEntries(
    [...sums].filter(([, each]) => Object.values(each).some((value) => value !== 0)).sort(),
  );

type Step =
  | { kind: "wait"; minutes: number }
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
      minutes: fc.oneof(fc.integer({ min: 5, max: 90 }), fc.integer({ min: 60, max: 1_800 })),
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

/** Failed attempts come before the last one, which can also succeed or wait. */
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
      fc.constantFrom(1, 5, 500),
      async (history, zone, busyFrom) => {
        let timeZone: string = zone;
        const operatorId = await world.newOperator(timeZone);
        // Two days before New York's clocks change.
        world.clock.set(Date.UTC(2026, 2, 6, 18));
        const from = "2026-03-01";
        const payments: {
          paymentIntentId: string;
          paymentId: string;
          currency: string;
          status: string;
        }[] = [];
        const refunds: string[] = [];
        for (const step of history) {
          const nowMs = world.clock.nowMs();
          if (step.kind === "wait") world.clock.advance(step.minutes * 60_000);
          if (step.kind === "pay") {
            const { currency, country } = step;
            const attempts = step.attempts.map((kind, index) => ({
              ...(index < step.attempts.length - 1 ? kinds[kind % 5] : kinds[kind]),
              country,
              totalMinor: 1_000 + (nowMs % 977),
            })) as Parameters<typeof writePayment>[3];
            const written = await writePayment(
              world.database,
              { operatorId, currency },
              nowMs,
              attempts,
            );
            const paymentId = written.paymentIds.at(-1);
            const status = attempts.at(-1)?.status ?? "none";
            if (paymentId)
              payments.push({
                paymentIntentId: written.paymentIntentId,
                paymentId,
                currency,
                status,
              });
          }
          const payment =
            "which" in step ? payments[step.which % Math.max(1, payments.length)] : undefined;
          if (step.kind === "change" && payment) {
            const wasSuccess = payment.status === "success" && step.to === "failed";
            const ends = payment.status === "pending" || wasSuccess;
            if (ends) {
              payment.status = step.to === "failed" ? "failed" : "success";
              await changePayment(world.database, payment, nowMs, {
                status: step.to,
                wasSuccess,
                ...(step.to === "failed" ? { reason: "ach_r10" } : {}),
              });
            }
          }
          if (step.kind === "refund" && payment) {
            refunds.push(
              await writeRefund(
                world.database,
                { operatorId, currency: payment.currency },
                payment,
                nowMs,
                step.baseMinor,
              ),
            );
          }
          if (step.kind === "refund_fails" && refunds.length > 0) {
            await world.database.kysely
              .updateTable("refunds")
              .set({ step: "failed", updated_at: new Date(nowMs) })
              .where("operator_id", "=", operatorId)
              .where("refund_id", "=", refunds[step.which % refunds.length] ?? "")
              .execute();
          }
          if (step.kind === "zone") {
            ({ timeZone } = step);
            await world.changeTimeZone(operatorId, timeZone);
          }
          if (step.kind === "job") {
            await world.runBusyJob(busyFrom);
            const to = dateIn(timeZone, world.clock.nowMs());
            const period = await world.read(operatorId, timeZone, from, to);
            expect(period.missingDays).toBe(0);
            expect(shown(period)).toEqual(
              await sumsFromRows(world.database, { operatorId, timeZone }, from, to),
            );
          }
        }
        await world.runBusyJob(busyFrom);
        const to = dateIn(timeZone, world.clock.nowMs());
        const middle = addDays(to, -3);
        for (const [first, last] of [
          [from, to],
          [from, middle],
          [middle, to],
        ] as const) {
          expect(shown(await world.read(operatorId, timeZone, first, last))).toEqual(
            await sumsFromRows(world.database, { operatorId, timeZone }, first, last),
          );
        }
      },
    ),
    { numRuns: 15 },
  );
}, 300_000);
