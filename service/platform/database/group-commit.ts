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
 * group runs waits for its end. Then all goes together: to PostgreSQL in one piece (statement-group.ts),
 * to the embedded store, and through a pooler, between begin and commit. So a lone caller pays next to nothing, and many share
 * the cost of the sync to disk and of the way there and back.
 *
 * Does it pay off? bench/README.md ("Service") compares the API with a bare HTTP server that writes the same
 * rows and sends each statement alone. The benchmark never switches grouping off, so this comparison is the
 * evidence. With 64 requests in flight the API is faster, although it does far more for each of them: 120 %
 * (intents) and 102 % (payments) of the bare server on the embedded store, 117 % and 107 % on PostgreSQL,
 * where about six payments share one message. With 16 in flight there is little to share, and the API is
 * slower: 94 % and 98 %, 90 % and 80 %. So grouping is for load. More lanes than pool-database.ts opens made no
 * measurable difference: don't add any.
 */
import type { PoolClient } from "pg";
import type { Statement, StatementResult } from "./database.ts";
import { type Filled, isRefusal, runAsOne, toText } from "./statement-group.ts";
import { endsConnection } from "./store-unavailable.ts";

interface GroupCommitOptions {
  connect(): Promise<PoolClient>;
  /** Groups under way at once, each on a connection of its own. */
  lanes: number;
  /** Whether the connections take a group in one piece: PostgreSQL's own do. */
  takesGroups: boolean;
  /** Whether statements are prepared by their names: not where a pooler is in between. */
  isNamed?: boolean;
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
  takesGroups,
  isNamed = true,
}: GroupCommitOptions): GroupCommit {
  const way = takesGroups ? inOnePiece : inTurn(isNamed);
  const queue: Waiting[] = [];
  let busy = 0;

  const work = async (): Promise<void> => {
    busy += 1;
    while (queue.length > 0) {
      // What has arrived meanwhile is read from its sockets before the group is closed.
      await new Promise(setImmediate);
      const group = queue.splice(0, mostStatements);
      if (group.length > 0) await runGroup(connect, way, group);
    }
    busy -= 1;
  };

  return {
    run<Row>(statement: Statement, parameters: readonly unknown[]) {
      return new Promise<StatementResult<Row>>((resolve, reject) => {
        queue.push({
          statement,
          parameters: way.take(parameters),
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
  { together, alone }: Way,
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
    const isDone = group.length > 1 && (await together(client, group));
    if (!isDone) {
      for (const each of group) broken = (await runAlone(client, alone, each)) ?? broken;
    }
  } catch (error) {
    broken = error as Error;
    for (const each of group) each.reject(error);
  } finally {
    client.release(broken);
  }
}

/** Answers the error that ends the connection, if there was one. */
async function runAlone(
  client: PoolClient,
  alone: Way["alone"],
  waiting: Waiting,
): Promise<Error | undefined> {
  try {
    waiting.resolve(await alone(client, waiting));
    return undefined;
  } catch (error) {
    waiting.reject(error);
    return endsConnection(error) ? (error as Error) : undefined;
  }
}

/** How statements are run on a connection. */
interface Way {
  /** Parameters as they are sent. What can't be sent throws, before others wait for it. */
  take(parameters: readonly unknown[]): readonly unknown[];
  /**
   * One transaction for all. False: it was rolled back and nothing was done. Throws when the connection
   * broke, so that nobody knows.
   */
  together(client: PoolClient, group: Waiting[]): Promise<boolean>;
  alone(client: PoolClient, waiting: Waiting): Promise<StatementResult<unknown>>;
}

const inOnePiece: Way = {
  take: (parameters) => parameters.map(toText),
  async together(client, group) {
    let results: StatementResult<unknown>[];
    try {
      results = await runAsOne(client, group as readonly Filled[]);
    } catch (error) {
      // If it was PostgreSQL's last word on this connection, what is tried on it next fails.
      if (isRefusal(error)) return false;
      throw error;
    }
    for (const [index, each] of group.entries()) each.resolve(results[index] ?? missing());
    return true;
  },
  async alone(client, waiting) {
    const [result] = await runAsOne(client, [waiting as Filled]);
    return result ?? missing();
  },
};

function missing(): never {
  throw new Error("a statement was not answered");
}

/** Statement after statement, where each is answered at once: the embedded store, a pooler. */
function inTurn(isNamed: boolean): Way {
  const send = async (
    client: PoolClient,
    { statement: { name, text }, parameters }: Waiting,
  ): Promise<StatementResult<unknown>> => {
    const query = { ...(isNamed && { name }), text, values: parameters as unknown[] };
    const { rows, rowCount } = await client.query(query);
    return { rows, rowCount: rowCount ?? 0 };
  };
  return {
    take: (parameters) => parameters,
    async together(client, group) {
      const results: StatementResult<unknown>[] = [];
      await client.query("begin");
      try {
        for (const each of group) results.push(await send(client, each));
      } catch {
        await client.query("rollback");
        return false;
      }
      await client.query("commit");
      for (const [index, each] of group.entries()) each.resolve(results[index] ?? missing());
      return true;
    },
    alone: send,
  };
}
