import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { LedgerAccount, LedgerPosting } from "#contract/api/ledger";
import { StoreUnavailable } from "../platform/database/store-unavailable.ts";
import { inTransaction } from "../platform/database/transaction.ts";
import { createTestService, type TestService } from "../testing/create-test-service.ts";
import { readBalances } from "./balances.ts";
import { checkSums, type LedgerAlarms, problemsOf } from "./check-ledger.ts";
import { streamPostings } from "./list-postings.ts";
import { createPosting, withoutNulls } from "./posting.ts";
import { isSnapshotTrue, takeSnapshots } from "./snapshots.ts";
import { recordPostings } from "./write-postings.ts";

let world: TestService;
let deps: TestService["service"]["deps"];
beforeAll(async () => {
  world = await createTestService();
  deps = world.service.deps;
});
afterAll(() => world.close());

let serial = 0;
async function post(operatorId: string, amount: number, atMs: number, options: object = {}) {
  serial += 1;
  const posting = createPosting({
    source: { operatorId, type: "refund", id: `ref_${serial}`, paymentId: "pay_1" },
    cause: "asked",
    currency: "USD",
    debit: { "bank:main": amount },
    credit: { customer_orders: amount },
    atMs,
    ...options,
  });
  await inTransaction(deps.database, (tx) => recordPostings(tx, withoutNulls([posting])));
}
async function newOperator(): Promise<{ operatorId: string; secretKey: string }> {
  return world.createOperator();
}
async function bankOf(operatorId: string, atMs?: number): Promise<number | undefined> {
  const balances = await readBalances(deps, operatorId, atMs ?? null);
  const bank = balances.find(({ account }) => account === "bank:main");
  return bank && Number(bank.debits - bank.credits);
}
async function snapshotsOf(operatorId: string): Promise<number> {
  const { rows } = await sql<{ count: string }>`select count(distinct up_to_seq)::text as count
    from ledger_snapshots where operator_id = ${operatorId}`.execute(deps.database.kysely);
  return Number(rows[0]?.count);
}
/** The first round notes the newest number, the second takes a snapshot up to it. */
async function snapshot(using = deps) {
  await whenNoteIsOver();
  await takeSnapshots(using, { everything: true });
  await whenNoteIsOver();
  await takeSnapshots(using, { everything: true });
}
/** Other tests' transactions on the same server delay the note. */
async function whenNoteIsOver() {
  await expect
    .poll(
      async () => {
        const { rows } = await sql`select 1 from service_settings where name = 'ledger_mark'
          and split_part(value, ' ', 2)::xid8 >= pg_snapshot_xmin(pg_current_snapshot())`.execute(
          deps.database.kysely,
        );
        return rows.length;
      },
      { timeout: 30_000 },
    )
    .toBe(0);
}

describe("balances", () => {
  test("are the same with and without snapshots, now and at any time", async () => {
    const { operatorId } = await newOperator();
    for (const [amount, atMs] of [
      [100, 1_000],
      [20, 2_000],
    ] as const) {
      await post(operatorId, amount, atMs);
    }
    await snapshot();
    await post(operatorId, 3, 3_000);
    await snapshot();
    // The posting is history: posted late, for a time before both snapshots.
    await post(operatorId, 7_000, 500);
    expect(await snapshotsOf(operatorId)).toBe(2);
    expect(await bankOf(operatorId)).toBe(7_123);
    expect(await bankOf(operatorId, 400)).toBeUndefined();
    expect(await bankOf(operatorId, 500)).toBe(7_000);
    expect(await bankOf(operatorId, 1_999)).toBe(7_100);
    expect(await bankOf(operatorId, 2_000)).toBe(7_120);
    expect(await bankOf(operatorId, 9_000)).toBe(7_123);
    expect(await problemsOf(deps, operatorId)).toEqual([]);
  });

  test("use the snapshot, and the check finds one that is wrong", async () => {
    const { operatorId } = await newOperator();
    await post(operatorId, 50, 1_000);
    await snapshot();
    await sql`update ledger_snapshots set debits = debits + 1
      where operator_id = ${operatorId} and account = 'bank:main'`.execute(deps.database.kysely);
    expect(await bankOf(operatorId)).toBe(51);
    expect(await problemsOf(deps, operatorId)).toEqual(["unbalanced", "snapshot"]);
    await world.runJob("ledger.sums");
    expect(world.logLines.some((line) => line.includes("sums are wrong"))).toBe(true);
    await sql`delete from ledger_snapshots where operator_id = ${operatorId}`.execute(
      deps.database.kysely,
    );
    expect(await problemsOf(deps, operatorId)).toEqual([]);
  });

  test("the check of a snapshot reads a bounded number of postings per statement", async () => {
    const { operatorId } = await newOperator();
    for (let number = 0; number < 5; number += 1) await post(operatorId, 10, 1_000);
    await snapshot();
    await post(operatorId, 3, 2_000);
    const read: number[] = [];
    const counting: Pick<typeof deps.database, "kysely" | "run"> = {
      kysely: deps.database.kysely,
      async run<Row>(...call: Parameters<typeof deps.database.run>) {
        const result = await deps.database.run<Row>(...call);
        const [first] = result.rows as { postings: string }[];
        read.push(Number(first?.postings ?? 0));
        return result;
      },
    };
    expect(await isSnapshotTrue({ database: counting }, operatorId, 2)).toBe(true);
    expect(read).toEqual([2, 2, 1, 0]);
    await sql`update ledger_snapshots set credits = credits + 1
      where operator_id = ${operatorId} and account = 'customer_orders'`.execute(
      deps.database.kysely,
    );
    expect(await isSnapshotTrue(deps, operatorId, 2)).toBe(false);
    await sql`delete from ledger_snapshots where operator_id = ${operatorId}`.execute(
      deps.database.kysely,
    );
  });

  test("after a restore, whose transaction ids begin again, snapshots start over", async () => {
    const { operatorId } = await newOperator();
    await post(operatorId, 50, 1_000);
    await sql`update service_settings set value = '999999999 999999999999'
      where name = 'ledger_mark'`.execute(deps.database.kysely);
    await takeSnapshots(deps, { everything: true });
    expect(await snapshotsOf(operatorId)).toBe(0);
    await whenNoteIsOver();
    await takeSnapshots(deps, { everything: true });
    expect(await snapshotsOf(operatorId)).toBe(1);
    await post(operatorId, 5, 2_000);
    expect(await bankOf(operatorId)).toBe(55);
  });

  test("an operator whose sums take too long blocks neither the snapshots nor the checks of other operators", async () => {
    const [slow, other] = [await newOperator(), await newOperator()];
    for (const { operatorId } of [slow, other]) await post(operatorId, 50, 1_000);
    const timeout = Object.assign(new Error("statement timeout"), { code: "57014" });
    const run: typeof deps.database.run = async (statement, values = []) => {
      if (values[0] === slow.operatorId) throw new StoreUnavailable(timeout);
      return deps.database.run(statement, values);
    };
    const slowDeps = { ...deps, database: { ...deps.database, run } };
    await snapshot(slowDeps);
    expect(await snapshotsOf(slow.operatorId)).toBe(0);
    expect(await snapshotsOf(other.operatorId)).toBe(1);

    await sql`update ledger_snapshots set credits = credits + 1
      where operator_id = ${other.operatorId}`.execute(deps.database.kysely);
    const metrics = { problems: { inc: vi.fn() }, checkedAt: { set: vi.fn() } };
    const alarms = metrics as unknown as LedgerAlarms;
    await checkSums(slowDeps, alarms, new AbortController().signal);
    expect(metrics.problems.inc).toHaveBeenCalledWith({ kind: "snapshot" });
    // Not all operators were checked.
    expect(metrics.checkedAt.set).not.toHaveBeenCalled();
    await sql`delete from ledger_snapshots`.execute(deps.database.kysely);
  });

  test("a service that shuts down checks no more operators", async () => {
    await newOperator();
    const metrics = { problems: { inc: vi.fn() }, checkedAt: { set: vi.fn() } };
    const run = vi.fn(deps.database.run) as typeof deps.database.run;
    const watched = { ...deps, database: { ...deps.database, run } };
    await checkSums(watched, metrics as unknown as LedgerAlarms, AbortSignal.abort());
    expect(run).not.toHaveBeenCalled();
    expect(metrics.checkedAt.set).not.toHaveBeenCalled();
  });

  test("old snapshots are thinned out to one a day", async () => {
    const { operatorId } = await newOperator();
    for (let round = 0; round < 3; round += 1) {
      await post(operatorId, 1, 1_000);
      await snapshot();
    }
    expect(await snapshotsOf(operatorId)).toBe(3);
    world.clock.advance(3 * 24 * 60 * 60_000);
    await snapshot();
    expect(await snapshotsOf(operatorId)).toBe(1);
    expect(await bankOf(operatorId)).toBe(3);
  });
});

describe("the API", () => {
  test("shows balances of a time, in major units, that add up to zero", async () => {
    const { operatorId, secretKey: token } = await newOperator();
    await post(operatorId, 1_234, Date.parse("2026-01-02T03:04:05Z"));
    const url = "/v1/ledger/accounts";
    const now = await world.call("GET", url, { token });
    expect(now.statusCode).toBe(200);
    const { data } = now.json<{ data: LedgerAccount[] }>();
    expect(data).toEqual([
      {
        accountId: "bank:main",
        name: "Bank: main",
        class: "asset",
        isClearing: false,
        currency: "USD",
        balance: 12.34,
        exactBalance: "12.34",
      },
      expect.objectContaining({ accountId: "customer_orders", balance: -12.34 }),
    ]);
    const before = await world.call("GET", `${url}?at=2026-01-02T03:04:04Z`, { token });
    expect(before.json()).toMatchObject({ at: "2026-01-02T03:04:04.000Z", data: [] });
    const wrong = await world.call("GET", `${url}?at=yesterday`, { token });
    expect(wrong.statusCode).toBe(400);
  });

  test("lists postings by account, resource and time, and only the operator's own", async () => {
    const { operatorId, secretKey: token } = await newOperator();
    const times = ["2026-02-01T00:00:00Z", "2026-02-02T00:00:00Z", "2026-02-03T00:00:00Z"];
    for (const time of times) await post(operatorId, 100, Date.parse(time));
    await post(operatorId, 5, Date.parse("2026-02-04T00:00:00Z"), {
      debit: { suspense: 5 },
      credit: { customer_orders: 5 },
    });
    const ask = async (query: string, as = token) =>
      (await world.call("GET", `/v1/ledger/postings?${query}`, { token: as })).json<{
        data: LedgerPosting[];
        total: number;
      }>();
    const all = await ask("size=2");
    expect([all.total, all.data.length]).toEqual([4, 2]);
    expect(all.data[0]).toMatchObject({
      postingId: `ref_${serial}.asked`,
      resourceType: "refund",
      resourceId: `ref_${serial}`,
      cause: "asked",
      paymentId: "pay_1",
      currency: "USD",
      entries: [
        { accountId: "suspense", side: "debit", amount: 0.05, exactAmount: "0.05" },
        { accountId: "customer_orders", side: "credit", amount: 0.05 },
      ],
      reverses: null,
      postedAt: "2026-02-04T00:00:00.000Z",
    });
    expect((await ask("account=suspense")).total).toBe(1);
    expect((await ask(`resourceId=ref_${serial}`)).total).toBe(1);
    expect((await ask("resourceId=pay_1")).total).toBe(4);
    for (const [type, id, cause] of [
      ["settlement", "sbt_1:1", "settled"],
      ["settlement", "sbt_1:12", "settled"],
      ["settlement", "sbt_12:1", "settled"],
      ["bank_line", "sbt_2:1", "booked"],
      ["correction", "sbk_1:3:1", "corrected"],
    ] as const) {
      const source = { operatorId, type, id, paymentId: null };
      await post(operatorId, 7, Date.parse("2026-02-05T00:00:00Z"), { source, cause });
    }
    const idsOf = async (id: string) =>
      (await ask(`resourceId=${id}`)).data.map(({ resourceId }) => resourceId).sort();
    expect(await idsOf("sbt_1")).toEqual(["sbt_1:1", "sbt_1:12"]);
    expect(await idsOf("sbt_1:1")).toEqual(["sbt_1:1"]);
    expect(await idsOf("sbt_2")).toEqual(["sbt_2:1"]);
    expect(await idsOf("sbk_1")).toEqual(["sbk_1:3:1"]);
    expect(await idsOf("sbk")).toEqual([]);
    expect((await ask("from=2026-02-02T00:00:00Z&to=2026-02-03T00:00:00Z")).total).toBe(1);
    const other = await newOperator();
    expect((await ask("resourceId=pay_1", other.secretKey)).total).toBe(0);
    expect((await ask("resourceId=sbt_1", other.secretKey)).total).toBe(0);
    expect((await ask("", other.secretKey)).total).toBe(0);
    const pieces: string[] = [];
    for await (const piece of streamPostings(deps, operatorId, { account: "bank:main" })) {
      pieces.push(...piece.map(({ postedAt }) => postedAt.slice(0, 10)));
    }
    expect(pieces.slice(0, 3)).toEqual(["2026-02-01", "2026-02-02", "2026-02-03"]);
    expect(pieces.slice(3)).toEqual(Array.from({ length: 5 }, () => "2026-02-05"));
  });

  test("counts an account's postings from its snapshot on, and all of them", async () => {
    const { operatorId, secretKey: token } = await newOperator();
    const totalOf = async (query: string) =>
      (await world.call("GET", `/v1/ledger/postings?${query}`, { token })).json().total;
    for (let each = 0; each < 3; each += 1) await post(operatorId, 100, 1_000);
    expect(await totalOf("account=bank:main")).toBe(3);
    await snapshot();
    expect(await totalOf("account=bank:main")).toBe(3);
    await post(operatorId, 100, 1_000);
    await post(operatorId, 5, 1_000, { debit: { suspense: 5 }, credit: { customer_orders: 5 } });
    expect(await totalOf("account=bank:main")).toBe(4);
    expect(await totalOf("account=customer_orders")).toBe(5);
    expect(await totalOf("account=customer_orders&resourceId=pay_1")).toBe(5);
    expect(await totalOf("account=rounding")).toBe(0);
    await sql`update ledger_snapshots set postings = postings + 1
      where operator_id = ${operatorId}`.execute(deps.database.kysely);
    expect(await problemsOf(deps, operatorId)).toEqual(["snapshot"]);
  });
});
