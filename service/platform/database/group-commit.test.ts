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
  it("are all there when they are answered, each with its own answer", async () => {
    const ids = Array.from({ length: 100 }, (_, index) => index);
    const answers = await Promise.all(ids.map((id) => write(id)));
    expect(answers.map(({ rows }) => rows[0]?.id)).toEqual(ids);
    expect(await stored(0, 99)).toEqual(ids);
  });

  it("do not suffer from one among them that fails", async () => {
    const ids = Array.from({ length: 20 }, (_, index) => 200 + index);
    const answers = await Promise.allSettled([
      ...ids.slice(0, 10).map((id) => write(id)),
      write(200),
      write(299, null),
      ...ids.slice(10).map((id) => write(id)),
    ]);
    const failed = answers.filter((answer) => answer.status === "rejected");
    expect(failed.map(({ reason }) => reason.code).sort()).toEqual(["23502", "23505"]);
    expect(await stored(200, 299)).toEqual(ids);
  });

  it("see what those before them have done", async () => {
    const move = {
      name: "test.move",
      text: "update notes set text = $3 where id = $1 and text = $2 returning id",
    };
    await write(300, "0");
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => store.database.commit(move, [300, "0", "1"])),
    ]);
    expect(answers.filter(({ rows }) => rows.length === 1)).toHaveLength(1);
  });

  it("go on after a failure as if nothing had happened", async () => {
    await expect(write(200)).rejects.toMatchObject({ code: "23505" });
    await write(400);
    expect(await stored(400, 400)).toEqual([400]);
  });
});
