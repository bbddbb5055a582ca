import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../testing/test-database.ts";

let store: TestDatabase;
beforeAll(async () => {
  store = await openTestDatabase();
  await store.database.run(
    { name: "test.make", text: "create table notes (id integer primary key, text text not null)" },
    [],
  );
});
afterAll(() => store.database.close());

const insert = {
  name: "test.insert",
  text: "with n as (insert into notes values ($1::integer, $2::text) returning id) select id from n",
};
const write = (id: number, text: string | null = "x") =>
  store.database.commit<{ id: number }>(insert, [id, text]);

async function stored(from: number, to: number): Promise<number[]> {
  const { rows } = await store.database.run<{ id: number }>(
    { name: "test.read", text: "select id from notes where id between $1 and $2 order by id" },
    [from, to],
  );
  return rows.map((row) => row.id);
}

describe("writes that arrive together", () => {
  it("are all stored when they resolve, each with its own result", async () => {
    const ids = Array.from({ length: 100 }, (_, index) => index);
    const results = await Promise.all(ids.map((id) => write(id)));
    expect(results.map(({ rows }) => rows[0]?.id)).toEqual(ids);
    expect(await stored(0, 99)).toEqual(ids);
  });

  it("succeed when one of them fails", async () => {
    const ids = Array.from({ length: 20 }, (_, index) => 200 + index);
    const results = await Promise.allSettled([
      ...ids.slice(0, 10).map((id) => write(id)),
      write(200),
      write(299, null),
      ...ids.slice(10).map((id) => write(id)),
    ]);
    const failed = results.filter((result) => result.status === "rejected");
    expect(failed.map(({ reason }) => reason.code).sort()).toEqual(["23502", "23505"]);
    expect(await stored(200, 299)).toEqual(ids);
  });

  it("see the changes of earlier ones", async () => {
    const move = {
      name: "test.move",
      text: "update notes set text = $3 where id = $1 and text = $2 returning id",
    };
    await write(300, "0");
    const results = await Promise.all([
      ...Array.from({ length: 5 }, () => store.database.commit(move, [300, "0", "1"])),
    ]);
    expect(results.filter(({ rows }) => rows.length === 1)).toHaveLength(1);
  });

  it("work as usual after a failure", async () => {
    await expect(write(200)).rejects.toMatchObject({ code: "23505" });
    await write(400);
    expect(await stored(400, 400)).toEqual([400]);
  });

  it("get the same results as single statements, for every type of value", async () => {
    const statement = {
      name: "test.everything",
      text: `select $1::text as text, $2::integer as number, $3::boolean as truth, $4::timestamptz as time,
        $5::jsonb as json, $6::bigint as large, $7::text as nothing, array[1, 2] as list`,
    };
    const given = [
      "ñ ☃ \\ '",
      -7,
      false,
      new Date("2026-03-08T07:30:00.123Z"),
      '{"a":[1]}',
      2 ** 40,
    ];
    const alone = await store.database.run(statement, [...given, null]);
    const together = await Promise.all(
      [1, 2, 3].map(() => store.database.commit(statement, [...given, null])),
    );
    for (const result of together) expect(result).toEqual(alone);
    expect(alone.rows[0]).toMatchObject({ number: -7, truth: false, json: { a: [1] } });
  });

  it("report how many rows they changed, with and without rows to return", async () => {
    const put = { name: "test.put", text: "insert into notes values ($1, $2), ($1 + 1, $2)" };
    const [two, none, again] = await Promise.all([
      store.database.commit(put, [500, "x"]),
      store.database.commit({ name: "test.drop", text: "delete from notes where id = $1" }, [599]),
      store.database.commit(put, [502, "x"]),
    ]);
    expect([two.rowCount, none.rowCount, again.rowCount]).toEqual([2, 0, 2]);
    expect(two.rows).toEqual([]);
  });

  it("succeed when one of them is not valid SQL", async () => {
    const wrong = { name: "test.wrong", text: "insert into nowhere values ($1)" };
    const results = await Promise.allSettled([
      write(600),
      store.database.commit(wrong, ["x"]),
      write(601),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(await stored(600, 609)).toEqual([600, 601]);
  });

  it("succeed when one of them has a parameter that cannot be sent as text", async ({ skip }) => {
    if (store.database.kind !== "postgres") skip();
    const results = await Promise.allSettled([
      write(610),
      write(611, { text: "x" } as unknown as string),
      write(612),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(await stored(610, 619)).toEqual([610, 612]);
  });

  it("fail and store nothing when their connection breaks", async ({ skip }) => {
    if (store.database.kind !== "postgres") skip();
    const sleep = { name: "test.sleep", text: "select pg_sleep(20)" };
    const writes = Promise.allSettled([
      write(700),
      store.database.commit(sleep, []),
      ...[701, 702].map((id) => write(id)),
    ]);
    const cut = {
      name: "test.cut",
      text: `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like '%pg_sleep(20)%' and wait_event = 'PgSleep'`,
    };
    await expect
      .poll(async () => (await store.database.run(cut, [])).rowCount, { timeout: 15_000 })
      .toBe(1);
    expect((await writes).map(({ status }) => status)).toEqual(Array(4).fill("rejected"));
    expect(await stored(700, 709)).toEqual([]);
    await Promise.all([703, 704].map((id) => write(id)));
    expect(await stored(700, 709)).toEqual([703, 704]);
  });
});
