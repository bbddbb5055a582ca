/** Open streams of all processes. A process renews the rows of its streams; the others expire. */
import { inTransaction } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { randomToken } from "../../platform/randomness.ts";
import type { ApiStreamRow } from "../tables.ts";

/** Maximum number of open streams of one kind per operator, over all processes. */
export const maxStreams = 4;

export const leaseMs = 30_000;
export const renewEveryMs = 10_000;

type LeaseDeps = Pick<PlatformDeps, "database" | "machineClock" | "random">;

/** Opens a stream and returns its id. Throws ApiError 429 `too_many_streams`. */
export async function openStream(
  { database, machineClock, random }: LeaseDeps,
  operatorId: string,
  kind: ApiStreamRow["kind"],
): Promise<string> {
  const streamId = randomToken(random, 16);
  const now = new Date(machineClock.nowMs());
  await inTransaction(database, async (tx) => {
    // The lock makes concurrent openings count one after another.
    await tx
      .selectFrom("operators")
      .select("operator_id")
      .where("operator_id", "=", operatorId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    await tx
      .deleteFrom("api_streams")
      .where("operator_id", "=", operatorId)
      .where("until", "<=", now)
      .execute();
    const { count } = await tx
      .selectFrom("api_streams")
      .select((select) => select.fn.countAll<number>().as("count"))
      .where("operator_id", "=", operatorId)
      .where("kind", "=", kind)
      .executeTakeFirstOrThrow();
    if (Number(count) >= maxStreams) {
      const headers = { "retry-after": String(leaseMs / 1000) };
      throw new ApiError("too_many_streams", { headers });
    }
    const until = new Date(now.getTime() + leaseMs);
    const row = { stream_id: streamId, operator_id: operatorId, kind, until };
    await tx.insertInto("api_streams").values(row).execute();
  });
  return streamId;
}

/** Renews the stream's lease; false if the row has ended because the process paused for too long. */
export async function renewStream(
  { database, machineClock }: LeaseDeps,
  operatorId: string,
  streamId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await database.kysely
    .updateTable("api_streams")
    .set({ until: new Date(machineClock.nowMs() + leaseMs) })
    .where("operator_id", "=", operatorId)
    .where("stream_id", "=", streamId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function closeStream(
  { database }: LeaseDeps,
  operatorId: string,
  streamId: string,
): Promise<void> {
  await database.kysely
    .deleteFrom("api_streams")
    .where("operator_id", "=", operatorId)
    .where("stream_id", "=", streamId)
    .execute();
}

const watchedOperators = {
  name: "streams.watched_operators",
  text: "select distinct operator_id from api_streams where kind = 'requests' and until > $1",
};

/** The operators whose request log somebody reads. */
export async function operatorsWatched({
  database,
  machineClock,
}: LeaseDeps): Promise<ReadonlySet<string>> {
  const { rows } = await database.run<{ operator_id: string }>(watchedOperators, [
    new Date(machineClock.nowMs()),
  ]);
  return new Set(rows.map((row) => row.operator_id));
}
