/** PostgreSQL only: overlapping transactions. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction, type Tx } from "../platform/database/transaction.ts";
import { createTestService, type TestService } from "../testing/create-test-service.ts";
import { readBalances } from "./balances.ts";
import { problemsOf } from "./check-ledger.ts";
import { createPosting, withoutNulls } from "./posting.ts";
import { takeSnapshots } from "./snapshots.ts";
import { walkPage } from "./walks/walk.ts";
import { recordPostings } from "./write-postings.ts";

let world: TestService;
let deps: TestService["service"]["deps"];
let operatorId: string;
beforeAll(async () => {
  world = await createTestService();
  deps = world.service.deps;
  ({ operatorId } = world.operator);
});
afterAll(() => world.close());

function post(tx: Tx, id: string, amount: number): Promise<number> {
  const posting = createPosting({
    source: { operatorId, type: "payment", id, paymentId: null },
    cause: "charge",
    currency: "USD",
    debit: { "bank:main": amount },
    credit: { customer_orders: amount },
    atMs: 1_000,
  });
  return recordPostings(tx, withoutNulls([posting]));
}
async function bank(): Promise<number> {
  const balances = await readBalances(deps, operatorId);
  const balance = balances.find(({ account }) => account === "bank:main");
  return balance ? Number(balance.debits - balance.credits) : 0;
}
async function newestSnapshot(): Promise<number> {
  const { rows } = await sql<{ seq: string | null }>`select max(up_to_seq)::text as seq
    from ledger_snapshots where operator_id = ${operatorId}`.execute(deps.database.kysely);
  return Number(rows[0]?.seq ?? 0);
}
async function seqOf(id: string): Promise<number> {
  const { rows } = await sql<{ seq: string }>`select seq::text as seq from ledger_postings
    where source_id = ${id}`.execute(deps.database.kysely);
  return Number(rows[0]?.seq);
}

/** Takes rounds until a snapshot covers `seq`. Other databases' open transactions delay it. */
async function snapshotsReach(seq: number): Promise<void> {
  const round = async () => {
    await takeSnapshots(deps, { everything: true });
    return newestSnapshot();
  };
  await expect.poll(round, { timeout: 20_000, interval: 20 }).toBeGreaterThanOrEqual(seq);
}

test("a snapshot never passes a posting whose transaction is still open", async () => {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  let slow: Promise<void> = Promise.resolve();
  await new Promise<void>((isPosted) => {
    slow = inTransaction(deps.database, async (tx) => {
      await post(tx, "slow", 1_000);
      isPosted();
      await isReleased;
    });
  });
  await inTransaction(deps.database, (tx) => post(tx, "quick", 20));
  for (let round = 0; round < 4; round += 1) await takeSnapshots(deps, { everything: true });
  expect(await bank()).toBe(20);
  expect(await newestSnapshot()).toBe(0);
  release();
  await slow;
  expect(await seqOf("slow")).toBeLessThan(await seqOf("quick"));
  expect(await bank()).toBe(1_020);
  await snapshotsReach(await seqOf("quick"));
  expect(await bank()).toBe(1_020);
  expect(await problemsOf(deps, operatorId)).toEqual([]);
});

test("the same posting of fifty transactions at once is stored once", async () => {
  const before = await bank();
  const stored = await Promise.all(
    Array.from({ length: 50 }, () => inTransaction(deps.database, (tx) => post(tx, "once", 7))),
  );
  expect(stored.reduce((sum, each) => sum + each, 0)).toBe(1);
  expect(await bank()).toBe(before + 7);
});

test("balances are correct at every moment while many post and snapshots are taken", async () => {
  const before = await bank();
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let index = 0; index < 25; index += 1) {
      await inTransaction(deps.database, (tx) => post(tx, `storm-${writer}-${index}`, 1));
    }
  });
  let isOver = false;
  const storm = Promise.all(writers).then(() => {
    isOver = true;
  });
  let last = before;
  while (!isOver) {
    await takeSnapshots(deps, { everything: true });
    const now = await bank();
    expect(now).toBeGreaterThanOrEqual(last);
    last = now;
    expect(await problemsOf(deps, operatorId)).toEqual([]);
  }
  await storm;
  expect(await bank()).toBe(before + 200);
});

test("two processes that walk at the same time take turns, and post nothing twice", async () => {
  await world.runJob("ledger.history");
  await sql`update ledger_walks set rounds = 0, after_id = ''`.execute(deps.database.kysely);
  const source = {
    name: "payments",
    sourceType: "payment" as const,
    causes: ["charge"],
    page: async (_tx: Tx, operator: string, afterId: string) => {
      if (afterId !== "" || operator !== operatorId) return [];
      await new Promise((resolve) => setTimeout(resolve, 50));
      const posting = createPosting({
        source: { operatorId, type: "payment", id: "walked", paymentId: null },
        cause: "charge",
        currency: "USD",
        debit: { "bank:main": 5 },
        credit: { customer_orders: 5 },
        atMs: 1_000,
      });
      return [{ id: "walked", sourceId: "walked", alternatives: [withoutNulls([posting])] }];
    },
  };
  const pages = await Promise.all(
    Array.from({ length: 6 }, () => walkPage(deps, [source], "history")),
  );
  const posted = pages.map((page) => page?.posted ?? 0).filter((count) => count > 0);
  expect(posted.length).toBeLessThanOrEqual(1);
  await walkPage(deps, [source], "history");
  const { rows } = await sql<{ count: string }>`select count(*)::text as count
    from ledger_postings where source_id = 'walked'`.execute(deps.database.kysely);
  expect(rows[0]?.count).toBe("1");
});
