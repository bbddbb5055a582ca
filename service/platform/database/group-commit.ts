/**
 * Group commit: writes that arrive at the same time share one commit.
 *
 * Guarantees
 * - Each statement succeeds or fails by itself, and resolves only when it is committed.
 * - A failing statement does not affect the others: the transaction is rolled back, and each statement runs alone.
 * - A statement runs a second time only if the store reported the first run's rollback. If the connection breaks
 *   instead, its outcome is unknown, as it would be alone.
 *
 * How it works. A statement that arrives while no group runs waits for the rest of this turn of the event loop, because
 * requests arrive in bunches; later ones wait for the group's end. Then all go together: to PostgreSQL in one message
 * (statement-group.ts); to the embedded store or through a pooler, between begin and commit. A single caller pays
 * almost nothing extra; many share one disk sync and one round trip.
 *
 * Does it pay off? bench/README.md ("Service") compares the API with a bare HTTP server that writes the same rows and
 * sends each statement alone. With 64 requests in flight the API reaches 120 % (intents) and 102 % (payments) of it on
 * the embedded store, 117 % and 107 % on PostgreSQL, where about six payments share one message, although it does far
 * more. With 16 in flight there is little to share: 94 % and 98 %, 90 % and 80 %. So grouping helps under load. The
 * benchmark never switches grouping off, so there is no closer evidence. More lanes than pool-database.ts opens made no
 * measurable difference.
 */
import type { PoolClient } from "pg";
import type { Statement, StatementResult } from "./database.ts";
import { type Filled, isRefusal, runAsOne, toText } from "./statement-group.ts";
import { endsConnection } from "./store-unavailable.ts";

interface GroupCommitOptions {
  connect(): Promise<PoolClient>;
  /** Groups that run at the same time, each on its own connection. */
  lanes: number;
  /** Whether the connections accept a group as one message, as PostgreSQL's own do. */
  acceptsGroups: boolean;
  /** Whether statements are prepared by name; false through a pooler. */
  isNamed?: boolean;
}

/** Statements are committed when they resolve. */
export interface GroupCommit {
  run<Row>(statement: Statement, parameters: readonly unknown[]): Promise<StatementResult<Row>>;
}

interface Waiting {
  statement: Statement;
  parameters: readonly unknown[];
  resolve(result: StatementResult<unknown>): void;
  reject(error: unknown): void;
}

/** A longer group would make its first statement wait too long. */
const maxStatements = 32;

export function createGroupCommit({
  connect,
  lanes,
  acceptsGroups,
  isNamed = true,
}: GroupCommitOptions): GroupCommit {
  const runner = acceptsGroups ? inOnePiece : inTurn(isNamed);
  const queue: Waiting[] = [];
  let busy = 0;

  const work = async (): Promise<void> => {
    busy += 1;
    while (queue.length > 0) {
      // Lets statements that have arrived on sockets join the group.
      await new Promise(setImmediate);
      const group = queue.splice(0, maxStatements);
      if (group.length > 0) await runGroup(connect, runner, group);
    }
    busy -= 1;
  };

  return {
    run<Row>(statement: Statement, parameters: readonly unknown[]) {
      return new Promise<StatementResult<Row>>((resolve, reject) => {
        queue.push({
          statement,
          parameters: runner.encode(parameters),
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
  { together, alone }: Runner,
  group: Waiting[],
): Promise<void> {
  let client: PoolClient;
  try {
    client = await connect();
  } catch (error) {
    for (const waiting of group) waiting.reject(error);
    return;
  }
  let broken: Error | undefined;
  try {
    const isDone = group.length > 1 && (await together(client, group));
    if (!isDone) {
      for (const waiting of group) broken = (await runAlone(client, alone, waiting)) ?? broken;
    }
  } catch (error) {
    broken = error as Error;
    for (const waiting of group) waiting.reject(error);
  } finally {
    client.release(broken);
  }
}

async function runAlone(
  client: PoolClient,
  alone: Runner["alone"],
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

interface Runner {
  /** Encodes parameters for sending. Throws for one that cannot be sent, before others wait for it. */
  encode(parameters: readonly unknown[]): readonly unknown[];
  /** Runs all in one transaction. False: it was rolled back. Throws if the connection broke: the outcome is unknown. */
  together(client: PoolClient, group: Waiting[]): Promise<boolean>;
  alone(client: PoolClient, waiting: Waiting): Promise<StatementResult<unknown>>;
}

const inOnePiece: Runner = {
  encode: (parameters) => parameters.map(toText),
  async together(client, group) {
    let results: StatementResult<unknown>[];
    try {
      results = await runAsOne(client, group as readonly Filled[]);
    } catch (error) {
      // If PostgreSQL also closed the connection, the next statement on it fails.
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
  throw new Error("a statement got no answer");
}

/** Sends one statement at a time and waits for its response: for the embedded store and poolers. */
function inTurn(isNamed: boolean): Runner {
  const send = async (
    client: PoolClient,
    { statement: { name, text }, parameters }: Waiting,
  ): Promise<StatementResult<unknown>> => {
    const query = { ...(isNamed && { name }), text, values: parameters as unknown[] };
    const { rows, rowCount } = await client.query(query);
    return { rows, rowCount: rowCount ?? 0 };
  };
  return {
    encode: (parameters) => parameters,
    async together(client, group) {
      const results: StatementResult<unknown>[] = [];
      await client.query("begin");
      try {
        for (const waiting of group) results.push(await send(client, waiting));
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
