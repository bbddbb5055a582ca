import { afterAll, beforeAll, expect, test } from "vitest";
import { StoreUnavailable } from "../../platform/database/store-unavailable.ts";
import type { CardProcessor } from "../../providers/processor/index.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { reopenTestDatabase } from "../../testing/test-database.ts";
import { fetchReports } from "./fetch-reports.ts";

let first: TestService;
let second: TestService;
beforeAll(async () => {
  first = await createTestService();
  const database = reopenTestDatabase(first.databaseUrl ?? "");
  second = await createTestService({ database, clock: first.clock });
  const { operatorId } = await first.createOperator();
  for (const { service } of [first, second]) {
    const [named] = service.deps.config.processors;
    Object.assign(named ?? {}, { settlementOperator: operatorId });
  }
});
afterAll(async () => {
  await second.close();
  await first.close();
});

/** Makes the first processor list nothing, once `until` resolves. Returns the calls. */
function listing({ service }: TestService, until: Promise<void>): string[] {
  const calls: string[] = [];
  const [processor] = service.settlement.payments.processors.all;
  if (!processor) throw new Error("no processor");
  const settledBatches: CardProcessor["settledBatches"] = async () => {
    calls.push(processor.name);
    await until;
    return { type: "found", batches: [], problem: null };
  };
  Object.assign(processor, { settledBatches });
  return calls;
}

const { signal: running } = new AbortController();
const machineNowMs = Date.parse("2026-11-24T12:00:00Z");
/** The test clock is the business's, not the machine's. */
const fetchBy = ({ service }: TestService, machineAheadMs = 0) =>
  fetchReports(
    {
      ...service.settlement,
      machineClock: { nowMs: () => machineNowMs + machineAheadMs },
    },
    running,
  );

test("only one process asks the vendor at a time, and another takes over a dead one's lease", async () => {
  let release = () => {};
  const slow = listing(
    first,
    new Promise((resolve) => {
      release = resolve;
    }),
  );
  const quick = listing(second, Promise.resolve());
  const fetching = fetchBy(first);
  await expect.poll(() => slow.length, { timeout: 60_000 }).toBe(1);
  await fetchBy(second);
  // The business clock does not end the claim.
  first.clock.advance(24 * 60 * 60_000);
  await fetchBy(second, 14 * 60_000);
  expect(quick).toHaveLength(0);

  // The second fetches as if the first had died.
  await fetchBy(second, 16 * 60_000);
  expect(quick).toHaveLength(1);
  release();
  await fetching;
  await fetchBy(second);
  expect(quick).toHaveLength(2);
});

test("only one of many concurrent fetches asks, and a fault releases its lease at once", async () => {
  let fail = () => {};
  const gate = new Promise<void>((_, reject) => {
    fail = () => reject(new Error("a fault"));
  });
  const calls = [listing(first, gate), listing(second, gate)];
  const all = [first, second, first, second, first, second].map((service) => fetchBy(service));
  const ended = all.map((each) => each.then(() => 1));
  // All except one, which waits for the gate.
  let done = 0;
  for (const each of ended) void each.then(() => (done += 1));
  await expect.poll(() => done, { timeout: 60_000 }).toBe(5);
  expect(calls.flat()).toHaveLength(1);
  fail();
  await Promise.all(all);

  const quick = listing(second, Promise.resolve());
  await fetchBy(second);
  expect(quick).toHaveLength(1);
});

test("a claim whose release fails with the store is released once the store is back", async () => {
  const calls = listing(first, Promise.resolve());
  const quick = listing(second, Promise.resolve());
  const { database } = first.service.deps;
  const onceBack: (() => Promise<unknown>)[] = [];
  let updates = 0;
  const kysely = new Proxy(database.kysely, {
    get(target, name) {
      // The first update is the claim, the second the release.
      if (name === "updateTable" && ++updates === 2) throw new StoreUnavailable("away");
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const deps = {
    ...first.service.settlement,
    database: {
      ...database,
      kysely,
      onceBack: (work: () => Promise<unknown>) => void onceBack.push(work),
    },
    machineClock: { nowMs: () => machineNowMs },
  };
  await fetchReports(deps, running);
  expect(calls).toHaveLength(1);
  await fetchBy(second);
  expect(quick).toHaveLength(0);
  for (const work of onceBack) await work();
  await fetchBy(second);
  expect(quick).toHaveLength(1);
});
