import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, partsOf, startOfDay } from "./days.ts";
import { figureKey } from "./read-figures.ts";
import { createFiguresWorld, type FiguresWorld } from "./testing/figures-world.ts";
import { changePayment, writePayment } from "./testing/write-history.ts";

const newYork = "America/New_York";
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
let world: FiguresWorld;
beforeAll(async () => {
  world = await createFiguresWorld();
});
afterAll(() => world.close());

describe("a day", () => {
  test.each([
    [newYork, "2026-03-08", "2026-03-08T05:00:00.000Z", 23],
    [newYork, "2026-11-01", "2026-11-01T04:00:00.000Z", 25],
    ["Australia/Lord_Howe", "2026-04-05", "2026-04-04T13:00:00.000Z", 24.5],
    // This day has no midnight.
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
  const operatorId = await world.newOperator(newYork);
  const paidMs = Date.UTC(2026, 2, 10, 15);
  world.clock.set(paidMs);
  const debit = await writePayment(world.database, { operatorId }, paidMs, [
    { status: "success", type: "bank", processor: "ach" },
  ]);
  world.clock.advance(3 * dayMs);
  await world.runJob();
  const total = async () =>
    (await world.read(operatorId, newYork, "2026-03-10", "2026-03-10")).sums.get(
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
  await changePayment(world.database, ids, world.clock.nowMs(), {
    status: "failed",
    wasSuccess: true,
    reason: "ach_r10",
  });
  await world.runJob();
  expect(await total()).toMatchObject({ payments: 1, succeeded: 0, approved: 1, volumeMinor: 0 });
});

test("today is computed from the rows, and so is yesterday until it is summed; older days without sums are reported as missing", async () => {
  const operatorId = await world.newOperator(newYork);
  const start = startOfDay(newYork, "2026-03-12");
  for (const atMs of [start - dayMs, start - 1, start, start + hourMs]) {
    await writePayment(world.database, { operatorId }, atMs, [{ status: "success" }]);
  }
  world.clock.set(start + hourMs + 1);
  const before = await world.read(operatorId, newYork, "2026-03-01", "2026-03-12");
  expect(before.missingDays).toBe(0);
  expect(before.byDay.get("2026-03-11")?.get(figureKey("USD", "total"))?.payments).toBe(2);
  expect(before.byDay.get("2026-03-12")?.get(figureKey("USD", "total"))?.payments).toBe(2);
  world.clock.set(start + 3 * dayMs);
  expect((await world.read(operatorId, newYork, "2026-03-01", "2026-03-15")).missingDays).toBe(3);
  await world.runJob();
  const after = await world.read(operatorId, newYork, "2026-03-01", "2026-03-15");
  expect(after.missingDays).toBe(0);
  expect(after.sums.get(figureKey("USD", "total"))?.payments).toBe(4);
});

test("the parts of a day follow each other without a gap, even when clocks change", () => {
  for (const [zone, day, count] of [
    [newYork, "2026-03-08", 46],
    [newYork, "2026-11-01", 50],
    ["Australia/Lord_Howe", "2026-04-05", 49],
  ] as const) {
    const parts = partsOf(zone, day);
    expect(parts).toHaveLength(count);
    expect(parts[0]?.fromMs).toBe(startOfDay(zone, day));
    expect(parts.at(-1)?.toMs).toBe(startOfDay(zone, addDays(day, 1)));
    expect(parts.slice(1).map(({ fromMs }) => fromMs)).toEqual(
      parts.slice(0, -1).map(({ toMs }) => toMs),
    );
    expect(parts.map(({ key }) => key)).toEqual(parts.map(({ key }) => key).sort());
  }
});

test("the parts of a busy day that have ended are stored, and a later change of their payments shows at once", async () => {
  const operatorId = await world.newOperator(newYork);
  const day = "2026-04-02";
  const start = startOfDay(newYork, day);
  const writes = [0, 1, 40, 100, 200].map((minutes) => start + minutes * 60_000);
  const paid = [];
  for (const atMs of writes) {
    paid.push(await writePayment(world.database, { operatorId }, atMs, [{ status: "success" }]));
  }
  world.clock.set(start + 201 * 60_000);
  await world.runBusyJob(1);
  const stored = await world.database.kysely
    .selectFrom("figure_days")
    .select("day")
    .where("operator_id", "=", operatorId)
    .where("day", "like", `${day} %`)
    .orderBy("day")
    .execute();
  // Parts are stored until 30 minutes ago.
  expect(stored.map((row) => row.day)).toEqual(
    ["00", "01", "02", "03", "04"].map((n) => `${day} ${n}`),
  );
  const total = async () =>
    (await world.read(operatorId, newYork, day, day)).sums.get(figureKey("USD", "total"));
  expect(await total()).toMatchObject({ payments: 5, succeeded: 5 });
  const [paymentId = ""] = paid[1]?.paymentIds ?? [];
  const ids = { paymentIntentId: paid[1]?.paymentIntentId ?? "", paymentId };
  const change = { status: "failed", wasSuccess: true } as const;
  await changePayment(world.database, ids, world.clock.nowMs(), change);
  expect(await total()).toMatchObject({ payments: 5, succeeded: 4 });
  await world.runBusyJob(1);
  expect(await total()).toMatchObject({ payments: 5, succeeded: 4 });

  // Parts do not count in addition to the summed day, and are deleted after the next day.
  world.clock.advance(dayMs);
  await world.runBusyJob(1);
  expect(await total()).toMatchObject({ payments: 5, succeeded: 4 });
  world.clock.advance(dayMs);
  await world.runBusyJob(1);
  const left = await world.database.kysely
    .selectFrom("daily_figures")
    .select("day")
    .where("operator_id", "=", operatorId)
    .where("day", "like", `${day} %`)
    .execute();
  expect(left).toEqual([]);
});

test("a quiet day has no parts", async () => {
  const operatorId = await world.newOperator(newYork);
  const start = startOfDay(newYork, "2026-04-10");
  await writePayment(world.database, { operatorId }, start, [{ status: "success" }]);
  world.clock.set(start + 20 * hourMs);
  await world.runJob();
  const { rows } = await world.database.run<{ day: string }>(
    { name: "test.parts", text: "select day from figure_days where operator_id = $1" },
    [operatorId],
  );
  expect(rows.filter(({ day }) => day.includes(" "))).toEqual([]);
});

test("a payment with retries counts once, and its first attempt is also counted separately", async () => {
  const operatorId = await world.newOperator(newYork);
  const atMs = Date.UTC(2026, 2, 20, 15);
  world.clock.set(atMs);
  const declined = { status: "failed", reason: "insufficient_funds" } as const;
  await writePayment(world.database, { operatorId }, atMs, [
    declined,
    declined,
    { status: "success", brand: "mastercard", threeDS: { challenged: true, transStatus: "Y" } },
  ]);
  const { sums } = await world.read(operatorId, newYork, "2026-03-20", "2026-03-20");
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
  expect(of("three_ds", "card")?.payments).toBe(1);
  expect(of("three_ds", "challenge_approved")?.payments).toBe(1);
  expect(of("three_ds", "frictionless")?.payments).toBe(0);
});

test("amounts of different currencies and operators are never added", async () => {
  const operatorId = await world.newOperator(newYork);
  const other = await world.newOperator(newYork);
  const atMs = Date.UTC(2026, 2, 22, 15);
  world.clock.set(atMs);
  await writePayment(world.database, { operatorId }, atMs, [{ status: "success" }]);
  await writePayment(world.database, { operatorId, currency: "EUR" }, atMs, [
    { status: "success" },
  ]);
  await writePayment(world.database, { operatorId: other }, atMs, [{ status: "success" }]);
  const { sums } = await world.read(operatorId, newYork, "2026-03-22", "2026-03-22");
  expect(sums.get(figureKey("USD", "total"))?.volumeMinor).toBe(1_000);
  expect(sums.get(figureKey("EUR", "total"))?.volumeMinor).toBe(1_000);
});
