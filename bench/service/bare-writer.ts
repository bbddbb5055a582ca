/**
 * A process of its own that opens a store as the service does and writes rows to it with nothing in
 * between: no HTTP, no checks, no encryption. Told what to do by its parent:
 *
 *   open      the store (a PostgreSQL address, or the embedded store's data folder)
 *   learn     from the rows that name these ids
 *   write     for so long, as wide as told; answers how many times
 *   fill      the tables with copies
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { repository } from "../../e2e/stack/repository.ts";
import {
  bareCopies,
  bareInsert,
  type Client,
  rowsThatName,
  type StoredRow,
} from "./stored-rows.ts";

/** What the parent asks. */
export type Order =
  | { do: "open"; databaseUrl?: string; dataDir?: string }
  | { do: "learn"; name: string; ids: string[]; without?: string }
  | { do: "write"; names: string[]; width: number; durationMs: number }
  | { do: "fill"; names: string[]; count: number }
  | { do: "close" };

/** What it answers. */
export type Report = { rows?: number; done?: number; seconds?: number; error?: string };

interface Pool {
  connect(): Promise<Client & { release(): void }>;
}

let pool: Pool | undefined;
let close = async () => {};
const learnt = new Map<string, StoredRow[]>();
let turn = 1_000_000 + (process.pid % 1000) * 100_000;

process.on("message", (order: Order) => {
  obey(order).then(
    (report) => process.send?.(report),
    (error) => process.send?.({ error: String(error?.stack ?? error) } satisfies Report),
  );
});

async function obey(order: Order): Promise<Report> {
  switch (order.do) {
    case "open":
      return open(order);
    case "learn":
      return learn(order);
    case "write":
      return write(order);
    case "fill":
      return fill(order);
    case "close":
      await close();
      return {};
  }
}

async function open({ databaseUrl, dataDir }: Extract<Order, { do: "open" }>): Promise<Report> {
  if (databaseUrl) {
    const opened = new pg.Pool({ connectionString: databaseUrl, max: 10 });
    pool = opened as unknown as Pool;
    close = () => opened.end();
    return {};
  }
  // The service's own way to open its store, from the build: "the same store" is meant literally.
  const file = join(repository, "dist/node/service/platform/database/embedded-store.js");
  const { openEmbeddedStore } = await import(pathToFileURL(file).href);
  const folder = dataDir ?? "";
  const database = await openEmbeddedStore(join(folder, "store"), { lockFolder: folder });
  pool = database.pool;
  close = () => database.close();
  return {};
}

/** `without`: leaves out the rows that another name has learnt already. */
async function learn({ name, ids, without }: Extract<Order, { do: "learn" }>): Promise<Report> {
  const known = new Set((learnt.get(without ?? "") ?? []).map((row) => JSON.stringify(row)));
  const rows = await withClient((client) => rowsThatName(client, ids));
  const own = rows.filter((row) => !known.has(JSON.stringify(row)));
  learnt.set(name, own);
  return { rows: own.length };
}

/** Each turn writes what the names have learnt, one commit for each name, as the service does. */
async function write({
  names,
  width,
  durationMs,
}: Extract<Order, { do: "write" }>): Promise<Report> {
  const statements = names.map((name) => bareInsert(learnt.get(name) ?? []));
  const startedAt = performance.now();
  let done = 0;
  const worker = () =>
    withClient(async (client) => {
      while (performance.now() - startedAt < durationMs) {
        const now = turn++;
        for (const [at, { text, values }] of statements.entries()) {
          const prepared = { name: `bare_${names[at]}`, text, values: values(now) };
          await client.query(prepared as unknown as string);
        }
        done++;
      }
    });
  await Promise.all(Array.from({ length: width }, worker));
  return { done, seconds: (performance.now() - startedAt) / 1000 };
}

async function fill({ names, count }: Extract<Order, { do: "fill" }>): Promise<Report> {
  const rows = names.flatMap((name) => learnt.get(name) ?? []);
  await withClient(async (client) => {
    for (const statement of bareCopies(rows, count)) await client.query(statement);
    await client.query("analyze");
  });
  return { rows: rows.length * count };
}

async function withClient<T>(use: (client: Client) => Promise<T>): Promise<T> {
  if (!pool) throw new Error("Nothing is open.");
  const client = await pool.connect();
  try {
    return await use(client);
  } finally {
    client.release();
  }
}
