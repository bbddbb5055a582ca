/**
 * Writes that arrive at the same time share one commit.
 *
 * What it must guarantee
 * - Each statement is all or nothing by itself, and is answered only once it is committed.
 * - One that fails takes no other with it: then the transaction is rolled back as a whole, and each
 *   of its statements is run alone.
 * - A statement is never run twice unless the store has said that the first time was rolled back; when
 *   the connection breaks instead, it fails, its outcome unknown, as it would have done alone.
 *
 * How. A statement that comes while nothing runs waits only for what the same turn of the event loop
 * brings: requests arrive in bunches, and each piece that is sent wakes the store. What comes while a
 * group runs waits for its end. Then all goes together: begin, the statements, commit, sent in one
 * piece to PostgreSQL (pipelined). So a lone caller pays next to nothing, and many share the cost of
 * the sync to disk and of the way there and back.
 */
import type { PoolClient } from "pg";
import type { Statement, StatementResult } from "./database.ts";

interface GroupCommitOptions {
  connect(): Promise<PoolClient>;
  /** Groups under way at once, each on a connection of its own. */
  lanes: number;
  /** Whether the connections take statements before the last one is answered. */
  isPipelined: boolean;
}

/** Runs statements, each committed when it resolves; see the head of this file. */
export interface GroupCommit {
  run<Row>(statement: Statement, parameters: readonly unknown[]): Promise<StatementResult<Row>>;
}

interface Waiting {
  statement: Statement;
  parameters: readonly unknown[];
  resolve(result: StatementResult<unknown>): void;
  reject(error: unknown): void;
}

/** Longer groups would make the first in them wait too long. */
const mostStatements = 32;

/** Creates the queue over a pool's connections. */
export function createGroupCommit({
  connect,
  lanes,
  isPipelined,
}: GroupCommitOptions): GroupCommit {
  const runTogether = isPipelined ? runPipelined : runInTurn;
  const queue: Waiting[] = [];
  let busy = 0;

  const work = async (): Promise<void> => {
    busy += 1;
    while (queue.length > 0) {
      // What has arrived meanwhile is read from its sockets before the group is closed.
      await new Promise(setImmediate);
      const group = queue.splice(0, mostStatements);
      if (group.length > 0) await runGroup(connect, runTogether, group);
    }
    busy -= 1;
  };

  return {
    run<Row>(statement: Statement, parameters: readonly unknown[]) {
      return new Promise<StatementResult<Row>>((resolve, reject) => {
        queue.push({
          statement,
          parameters,
          resolve: resolve as Waiting["resolve"],
          reject,
        });
        if (busy < lanes) void work();
      });
    },
  };
}

async function runGroup(
  connect: () => Promise<PoolClient>,
  runTogether: (client: PoolClient, group: Waiting[]) => Promise<boolean>,
  group: Waiting[],
): Promise<void> {
  let client: PoolClient;
  try {
    client = await connect();
  } catch (error) {
    for (const each of group) each.reject(error);
    return;
  }
  let broken: Error | undefined;
  try {
    const isDone = group.length > 1 && (await runTogether(client, group));
    if (!isDone) {
      for (const each of group) await runAlone(client, each);
    }
  } catch (error) {
    broken = error as Error;
    for (const each of group) each.reject(error);
  } finally {
    client.release(broken);
  }
}

function send(client: PoolClient, { statement, parameters }: Waiting) {
  return client.query({ ...statement, values: parameters as unknown[] });
}

async function runAlone(client: PoolClient, waiting: Waiting): Promise<void> {
  try {
    const { rows, rowCount } = await send(client, waiting);
    waiting.resolve({ rows, rowCount: rowCount ?? 0 });
  } catch (error) {
    waiting.reject(error);
  }
}

/**
 * One transaction for all. False: it was rolled back and nothing was done. Throws when the connection
 * broke, so that nobody knows.
 */
async function runPipelined(client: PoolClient, group: Waiting[]): Promise<boolean> {
  const { stream } = (client as unknown as { connection: { stream: Partial<Corkable> } })
    .connection;
  stream.cork?.();
  const begun = client.query("begin");
  const sent = group.map((each) => send(client, each));
  const committed = client.query("commit");
  stream.uncork?.();
  const [begin, commit, ...results] = await Promise.allSettled([begun, committed, ...sent]);
  if (begin.status === "rejected") throw begin.reason;
  if (commit.status === "rejected") throw commit.reason;
  // A commit of a failed transaction succeeds, as a rollback.
  if (commit.value.command !== "COMMIT") return false;
  for (const [index, result] of results.entries()) {
    if (result.status === "rejected") throw result.reason;
    const { rows, rowCount } = result.value;
    group[index]?.resolve({ rows, rowCount: rowCount ?? 0 });
  }
  return true;
}

/** The same, statement after statement, where each is answered at once: the embedded store. */
async function runInTurn(client: PoolClient, group: Waiting[]): Promise<boolean> {
  const results: StatementResult<unknown>[] = [];
  await client.query("begin");
  try {
    for (const each of group) {
      const { rows, rowCount } = await send(client, each);
      results.push({ rows, rowCount: rowCount ?? 0 });
    }
  } catch {
    await client.query("rollback");
    return false;
  }
  await client.query("commit");
  for (const [index, result] of results.entries()) group[index]?.resolve(result);
  return true;
}

interface Corkable {
  cork(): void;
  uncork(): void;
}
