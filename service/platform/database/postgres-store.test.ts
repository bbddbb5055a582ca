import { sql } from "kysely";
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBreakableProxy } from "../../testing/breakable-proxy.ts";
import { openTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createLog } from "../log.ts";
import type { Database } from "./database.ts";
import { openPostgres } from "./postgres-store.ts";
import { inTransaction } from "./transaction.ts";

let store: TestDatabase;
beforeAll(async () => {
  store = await openTestDatabase();
});
afterAll(() => store.database.close());

const sleep = { name: "test.sleep", text: "select pg_sleep(20)" };
const cutSleepers = {
  name: "test.cut",
  text: `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event = 'PgSleep'`,
};

describe.skipIf(!process.env["TESSERA_TEST_DATABASE_URL"])("a connection that", () => {
  it("breaks in a statement or a transaction fails there, and the store keeps working", async () => {
    const { database } = store;
    const asked = Promise.allSettled([
      database.run(sleep, []),
      inTransaction(database, async (tx) => {
        await tx.insertInto("service_settings").values({ name: "cut", value: "1" }).execute();
        await sql`select pg_sleep(20)`.execute(tx);
      }),
    ]);
    let cut = 0;
    await expect
      .poll(async () => (cut += (await database.run(cutSleepers, [])).rowCount), {
        timeout: 15_000,
      })
      .toBeGreaterThanOrEqual(2);
    expect((await asked).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    const { rows } = await database.run({ name: "test.one", text: "select 1 as one" }, []);
    expect(rows).toEqual([{ one: 1 }]);
  });

  it("goes silent is given up, for every kind of query", async () => {
    const way = await openBreakableProxy(store.url ?? "");
    const database: Database = openPostgres(way.url, 2, createLog("silent"), {
      silentMs: 300,
    });
    const one = { name: "test.one", text: "select 1 as one" };
    await Promise.all([database.run(one, []), database.commit(one, []), database.commit(one, [])]);
    way.swallow();
    const results = await Promise.allSettled([
      database.run(one, []),
      database.commit(one, []),
      database.commit(one, []),
    ]);
    expect(results.map(({ status }) => status)).toEqual(Array(3).fill("rejected"));
    way.close();
    await database.close();
  });

  it("lost its packets in the network is given up soon after the network is back", async () => {
    const way = await openBreakableProxy(store.url ?? "");
    const database = openPostgres(way.url, 2, createLog("silent"));
    const one = { name: "test.one", text: "select 1 as one" };
    await Promise.all([database.run(one, []), database.commit(one, [])]);
    way.swallow();
    const asked = Promise.allSettled([database.run(one, []), database.commit(one, [])]);
    // After three seconds the connection is suspect, and the store is checked without a response.
    await new Promise((resolve) => setTimeout(resolve, 6_000));
    way.swallow(false);
    const backAtMs = performance.now();
    expect((await asked).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    // Any silent connection is closed after 25 s.
    expect(performance.now() - backAtMs).toBeLessThan(15_000);
    expect((await database.run(one, [])).rows).toEqual([{ one: 1 }]);
    way.close();
    await database.close();
  });

  it("swallowed a ping is closed after three seconds, and the next ping gets a response", async () => {
    const way = await openBreakableProxy(store.url ?? "");
    const database = openPostgres(way.url, 1, createLog("silent"));
    await database.ping();
    way.swallow();
    const beganAtMs = performance.now();
    const hung = database.ping();
    await new Promise((resolve) => setTimeout(resolve, 100));
    way.swallow(false);
    // Waits for the only connection, and gets a new one.
    await Promise.all([
      expect(hung).rejects.toMatchObject({ name: "StoreUnavailable" }),
      new Promise((resolve) => setTimeout(resolve, 1_000)).then(() => database.ping()),
    ]);
    expect(performance.now() - beganAtMs).toBeLessThan(15_000);
    way.close();
    await database.close();
  });

  it("is refused, breaks or is read-only fails as unavailable, and the next one works", async () => {
    const way = await openBreakableProxy(store.url ?? "");
    const database = openPostgres(way.url, 1, createLog("silent"));
    const insert = {
      name: "test.insert",
      text: "insert into service_settings values ($1, '1') on conflict do nothing",
    };
    await database.ping();
    await way.cut();
    for (const ask of [
      () => database.run(insert, ["a"]),
      () => database.commit(insert, ["b"]),
      () => database.ping(),
      () => database.kysely.selectFrom("service_settings").selectAll().execute(),
      () => inTransaction(database, (tx) => tx.selectFrom("staff").selectAll().execute()),
    ]) {
      await expect(ask()).rejects.toMatchObject({ name: "StoreUnavailable" });
    }
    const back = database.whenBack();
    await way.restore();
    await back;
    await database.run(insert, ["c"]);

    // A demoted primary keeps its connections and refuses every write on them.
    const { pool } = database as typeof database & { pool: Pool };
    const demoted = await pool.connect();
    await demoted.query("set session characteristics as transaction read only");
    const pidOf = { name: "test.pid", text: "select pg_backend_pid() as pid" };
    const { rows: before } = await demoted.query<{ pid: number }>(pidOf.text);
    demoted.release();
    await expect(database.run(insert, ["d"])).rejects.toMatchObject({ name: "StoreUnavailable" });
    await database.run(insert, ["d"]);
    const { rows: after } = await database.run<{ pid: number }>(pidOf, []);
    expect(after).not.toEqual(before);
    way.close();
    await database.close();
  });

  it("goes to a server that refuses writes is not ready", async () => {
    const database = openPostgres(store.url ?? "", 2, createLog("silent"));
    await database.ping();
    const name = new URL(store.url ?? "").pathname.slice(1);
    await sql`alter database ${sql.id(name)} set default_transaction_read_only = on`.execute(
      database.kysely,
    );
    const standby = openPostgres(store.url ?? "", 2, createLog("silent"));
    await expect(standby.ping()).rejects.toMatchObject({ name: "StoreUnavailable" });
    await sql`alter database ${sql.id(name)} reset default_transaction_read_only`.execute(
      database.kysely,
    );
    await standby.whenBack();
    await standby.ping();
    await Promise.all([standby.close(), database.close()]);
  });

  it("has prepared statements works after a migration that adds columns to their results", async () => {
    const { database } = store;
    await sql`create table migrated (id text primary key)`.execute(database.kysely);
    const insert = { name: "test.add", text: "insert into migrated (id) values ($1) returning *" };
    const read = { name: "test.read", text: "select * from migrated order by id" };
    const ask = async (ids: string[]) => {
      await Promise.all(ids.map((id) => database.commit(insert, [id])));
      return (await database.run(read, [])).rows;
    };
    await ask(["a", "b", "c"]);
    await ask(["d"]);
    await sql`alter table migrated add column extra text default 'x'`.execute(database.kysely);
    const ids = ["e", "f", "g", "h"];
    expect(await ask(ids)).toHaveLength(8);
    expect(await ask(["i"])).toContainEqual({ id: "i", extra: "x" });
  });
});
