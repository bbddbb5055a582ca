/** What a broken way to PostgreSQL does; on the embedded store there is none. */
import { connect, createServer, type Server, type Socket } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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

/** A way to PostgreSQL that can be made to swallow everything. */
async function openWay(url: string): Promise<{ url: string; swallow(): void; close(): void }> {
  const { hostname, port, username, password, pathname, search } = new URL(url);
  const sockets: Socket[] = [];
  let isSwallowing = false;
  const server: Server = createServer((here) => {
    const there = connect(Number(port || 5432), hostname);
    sockets.push(here, there);
    for (const [from, to] of [
      [here, there],
      [there, here],
    ] as const) {
      from.on("data", (bytes) => void (isSwallowing || to.write(bytes)));
      from.on("error", () => {});
      from.on("close", () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address() as { port: number };
  const login = username ? `${username}${password && `:${password}`}@` : "";
  return {
    url: `postgres://${login}127.0.0.1:${address.port}${pathname}${search}`,
    swallow: () => {
      isSwallowing = true;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

describe.skipIf(!process.env["TESSERA_TEST_DATABASE_URL"])("a connection that", () => {
  it("is cut off in a statement or a transaction fails there, and the store goes on", async () => {
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

  it("says nothing any more is given up, whatever it was asked", async () => {
    const way = await openWay(store.url ?? "");
    const database: Database = openPostgres(way.url, 2, createLog("silent"), {
      silentMs: 300,
    });
    const one = { name: "test.one", text: "select 1 as one" };
    await Promise.all([database.run(one, []), database.commit(one, []), database.commit(one, [])]);
    way.swallow();
    const answers = await Promise.allSettled([
      database.run(one, []),
      database.commit(one, []),
      database.commit(one, []),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(3).fill("rejected"));
    way.close();
    await database.close();
  });
});
