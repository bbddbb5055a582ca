/** Two service processes on one PostgreSQL and one sandbox. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { createTestClock } from "../../testing/test-clock.ts";
import { reopenTestDatabase } from "../../testing/test-database.ts";
import { type StandInSandbox, startStandInSandbox } from "./testing/stand-in-sandbox.ts";

const daySeconds = 86_400;
const clock = createTestClock();
let sandbox: StandInSandbox;
let first: TestService;
let second: TestService;
let databaseUrl: string;

async function start(): Promise<TestService> {
  return createTestService({
    clock,
    env: { SANDBOX_URL: sandbox.url, SANDBOX_CLOCK_OPERATORS: "all" },
    ...(databaseUrl ? { database: reopenTestDatabase(databaseUrl) } : {}),
  });
}

beforeAll(async () => {
  sandbox = await startStandInSandbox();
  first = await start();
  if (!first.databaseUrl) throw new Error("races need PostgreSQL: TESSERA_TEST_DATABASE_URL");
  databaseUrl = first.databaseUrl;
  second = await start();
  await first.service.start();
  await second.service.start();
});
afterAll(async () => {
  await second.close();
  await first.close();
  await sandbox.close();
});

const move = (at: TestService, body: object) =>
  at.call("POST", "/v1/sandbox/clock", { token: first.operator.secretKey, body });
const offsetOf = (at: TestService) =>
  at.service.deps.clock.nowMs() - at.service.deps.machineClock.nowMs();

test("a move returns when both processes have moved and run what is due", async () => {
  const { settled } = (await move(first, { advance: 3 * daySeconds })).json();
  expect(settled).toBe(true);
  expect([offsetOf(first), offsetOf(second)]).toEqual([
    3 * daySeconds * 1_000,
    3 * daySeconds * 1_000,
  ]);
});

test("the other process and the sandbox follow within a second or so", async () => {
  const before = offsetOf(second);
  const moving = move(first, { advance: 60 });
  await expect.poll(() => offsetOf(second), { interval: 20 }).toBe(before + 60_000);
  await expect.poll(() => sandbox.offsetMs).toBe(before + 60_000);
  expect((await moving).json().settled).toBe(true);
});

test("moves in both processes at the same time add up, and both show the same time", async () => {
  const before = offsetOf(first);
  const responses = await Promise.all([
    move(first, { advance: 60 }),
    move(second, { advance: 60 }),
    move(first, { advance: 60 }),
    move(second, { advance: 60 }),
  ]);
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  await expect
    .poll(() => [offsetOf(first), offsetOf(second)])
    .toEqual([before + 240_000, before + 240_000]);
});

test("a process that starts later knows the moved time before it runs anything", async () => {
  const third = await start();
  expect(offsetOf(third)).toBe(offsetOf(first));
  await third.close();
});

test("a process that was killed does not hold up a move for longer than its reports are valid", async () => {
  const { kysely } = first.service.deps.database;
  const value = `0 ${clock.nowMs()}`;
  await kysely
    .insertInto("service_settings")
    .values({ name: "sandbox_clock_process:dead", value })
    .execute();
  const moving = move(first, { advance: 60 });
  await new Promise((resolve) => setTimeout(resolve, 500));
  clock.advance(10_000);
  expect((await moving).json().settled).toBe(true);
});
