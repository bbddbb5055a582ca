/**
 * A process that opens a store like the service and writes rows to it directly: no HTTP, no checks, no encryption. Its
 * parent sends it commands, see {@link Command}.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { repository } from "../../e2e/stack/repository.ts";
import { serveBare } from "./bare-server.ts";
import {
  type BareStatement,
  bareCopies,
  bareStatement,
  type Client,
  rowsContaining,
  type StoredRow,
} from "./stored-rows.ts";

export type Command =
  /** A PostgreSQL database, or the embedded store in a service's data folder. */
  | { do: "open"; databaseUrl?: string; dataDir?: string }
  /** Remembers the rows that contain one of the ids, under a name. */
  | { do: "learn"; name: string; ids: string[] }
  /** Writes the named rows repeatedly, at most `turns` times, each time in `commits` commits. */
  | {
      do: "write";
      name: string;
      commits: 1 | 3;
      inFlight: number;
      durationMs: number;
      turns?: number;
    }
  /** Makes the same writes for requests over bare HTTP (bare-server.ts). Without a name, only responds. */
  | { do: "serve"; name?: string; commits: 1 | 3; callUrl?: string }
  /** Copies the named rows `count` times. */
  | { do: "fill"; name: string; count: number }
  | { do: "close" };

export interface Reply {
  rows?: number;
  port?: number;
  done?: number;
  seconds?: number;
  error?: string;
}

interface Pool {
  connect(): Promise<Client & { release(): void }>;
}

let pool: Pool | undefined;
let close = async () => {};
const learned = new Map<string, StoredRow[]>();
/** Makes the ids of written rows unique. It starts above the numbers of copies. */
let nextTurn = 1_000_000;
/** The number of the next copy. */
let nextCopy = 1;

process.on("message", (command: Command) => {
  execute(command).then(
    (reply) => process.send?.(reply),
    (error) => process.send?.({ error: String(error?.stack ?? error) } satisfies Reply),
  );
});

async function execute(command: Command): Promise<Reply> {
  switch (command.do) {
    case "open":
      return open(command);
    case "learn":
      return learn(command);
    case "write":
      return write(command);
    case "serve":
      return serve(command);
    case "fill":
      return fill(command);
    case "close":
      await close();
      return {};
  }
}

async function open({ databaseUrl, dataDir }: Extract<Command, { do: "open" }>): Promise<Reply> {
  if (databaseUrl) {
    const opened = new pg.Pool({ connectionString: databaseUrl, max: 10 });
    pool = opened as unknown as Pool;
    close = () => opened.end();
    return {};
  }
  // The service's code from the build, so that it is exactly the same store.
  const file = join(repository, "dist/node/service/platform/database/embedded-store.js");
  const { openEmbeddedStore } = await import(pathToFileURL(file).href);
  const folder = dataDir ?? "";
  const database = await openEmbeddedStore(join(folder, "store"), { lockFolder: folder });
  pool = database.pool;
  close = () => database.close();
  return {};
}

async function learn({ name, ids }: Extract<Command, { do: "learn" }>): Promise<Reply> {
  const rows = await withClient((client) => rowsContaining(client, ids));
  learned.set(name, rows);
  return { rows: rows.length };
}

async function write({
  name,
  commits,
  inFlight,
  durationMs,
  turns = Number.POSITIVE_INFINITY,
}: Extract<Command, { do: "write" }>): Promise<Reply> {
  const statements = statementsOf(name, commits);
  const startedAt = performance.now();
  let started = 0;
  let done = 0;
  const worker = () =>
    withClient(async (client) => {
      while (performance.now() - startedAt < durationMs && started++ < turns) {
        const turn = nextTurn++;
        for (const [index, statement] of statements.entries()) {
          await runPrepared(client, `${name}_${index}`, statement, turn);
        }
        done++;
      }
    });
  await Promise.all(Array.from({ length: inFlight }, worker));
  return { done, seconds: (performance.now() - startedAt) / 1000 };
}

function statementsOf(name: string, commits: 1 | 3): BareStatement[] {
  return (commits === 1 ? inOneCommit : inThreeCommits)(learned.get(name) ?? []);
}

async function serve({
  name,
  commits,
  callUrl,
}: Extract<Command, { do: "serve" }>): Promise<Reply> {
  const statements = name ? statementsOf(name, commits) : [];
  const port = await serveBare({
    statements,
    callUrl,
    nextTurn: () => nextTurn++,
    write: (statement, turn) =>
      withClient((client) =>
        runPrepared(client, `${name}_${statements.indexOf(statement)}`, statement, turn),
      ),
  });
  return { port };
}

async function runPrepared(
  client: Client,
  name: string,
  { text, values }: BareStatement,
  turn: number,
): Promise<void> {
  const prepared = { name, text, values: values(turn) };
  await client.query(prepared as unknown as string);
}

function inOneCommit(rows: StoredRow[]): BareStatement[] {
  return [bareStatement(rows, rows)];
}

/**
 * Splits the rows as a payment stores them: first the intent and its event; then, before the processor is called, the
 * attempt, the idempotency key and their event; then the result, which rewrites intent, attempt and key and adds the
 * last event.
 */
function inThreeCommits(rows: StoredRow[]): BareStatement[] {
  const events = rows.filter(({ columns }) => columns.some(({ name }) => name === "sequence"));
  const resources = rows.filter((row) => !events.includes(row));
  const isReferenced = ({ table }: StoredRow) =>
    resources.some(({ columns }) => columns.some(({ references }) => references === table));
  const intent = resources.find(isReferenced);
  const attempt = resources.filter((row) => row !== intent);
  const [first, ...later] = events;
  const last = later.pop();
  const present = <T>(...each: (T | undefined)[]) => each.filter((one) => one !== undefined);
  return [
    bareStatement(rows, present(intent, first)),
    bareStatement(rows, present(...attempt, ...later), present(intent)),
    bareStatement(rows, present(last), resources),
  ];
}

async function fill({ name, count }: Extract<Command, { do: "fill" }>): Promise<Reply> {
  const rows = learned.get(name) ?? [];
  await withClient(async (client) => {
    for (const statement of bareCopies(rows, nextCopy, count)) await client.query(statement);
    // Autovacuum and the checkpointer would do this over time.
    for (const text of ["vacuum (analyze)", "checkpoint"]) await client.query(text);
  });
  nextCopy += count;
  return { rows: rows.length * count };
}

async function withClient<T>(use: (client: Client) => Promise<T>): Promise<T> {
  if (!pool) throw new Error("No store is open.");
  const client = await pool.connect();
  try {
    return await use(client);
  } finally {
    client.release();
  }
}
