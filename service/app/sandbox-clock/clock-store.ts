import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import type { Tx } from "../../platform/database/transaction.ts";

const offsetName = "sandbox_clock_offset_ms";
const reachedName = "sandbox_clock_reached_ms";
const processPrefix = "sandbox_clock_process:";

/** The distance from the machine's clock, in milliseconds. */
export async function readOffset({ kysely }: Pick<Database, "kysely">): Promise<number> {
  const row = await kysely
    .selectFrom("service_settings")
    .select("value")
    .where("name", "=", offsetName)
    .executeTakeFirst();
  return Number(row?.value ?? 0);
}

/** Moves the offset; concurrent moves add up. Undefined if the result would exceed `maxMs`. */
export async function addToOffset(
  tx: Tx,
  byMs: number,
  maxMs: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ value: string }>`
    insert into service_settings (name, value) values (${offsetName}, ${String(byMs)})
    on conflict (name) do update
      set value = (service_settings.value::bigint + excluded.value::bigint)::text
      where service_settings.value::bigint + excluded.value::bigint <= ${maxMs}
    returning value`.execute(tx);
  return rows[0] && Number(rows[0].value);
}

/** Raises the offset unless it is larger. Returns the stored one. */
export async function raiseOffset(db: Tx | Database["kysely"], offsetMs: number): Promise<number> {
  const { rows } = await sql<{ value: string }>`
    insert into service_settings (name, value) values (${offsetName}, ${String(offsetMs)})
    on conflict (name) do update
      set value = greatest(service_settings.value::bigint, excluded.value::bigint)::text
    returning value`.execute(db);
  return Number(rows[0]?.value ?? offsetMs);
}

/** The stop up to which processes have followed the offset. Stores `firstMs` if there is none yet. */
export async function readReached(
  { kysely }: Pick<Database, "kysely">,
  firstMs: number,
): Promise<number> {
  await kysely
    .insertInto("service_settings")
    .values({ name: reachedName, value: String(firstMs) })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const row = await kysely
    .selectFrom("service_settings")
    .select("value")
    .where("name", "=", reachedName)
    .executeTakeFirstOrThrow();
  return Number(row.value);
}

/** Stores that a process has followed the clock up to this offset, unless another process has followed it further. */
export async function raiseReached(
  { kysely }: Pick<Database, "kysely">,
  offsetMs: number,
): Promise<void> {
  await sql`
    insert into service_settings (name, value) values (${reachedName}, ${String(Math.round(offsetMs))})
    on conflict (name) do update
      set value = greatest(service_settings.value::bigint, excluded.value::bigint)::text`.execute(
    kysely,
  );
}

/** The offset until which a process has run its due jobs. */
export interface ProcessReport {
  readonly processId: string;
  readonly settledMs: number;
  /** When the report was made, by the machine's clock. */
  readonly seenAtMs: number;
}

export async function writeReport(
  { kysely }: Pick<Database, "kysely">,
  { processId, settledMs, seenAtMs }: ProcessReport,
): Promise<void> {
  await kysely
    .insertInto("service_settings")
    .values({ name: processPrefix + processId, value: `${settledMs} ${seenAtMs}` })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: sql`excluded.value` }))
    .execute();
}

export async function readReports({ kysely }: Pick<Database, "kysely">): Promise<ProcessReport[]> {
  const rows = await kysely
    .selectFrom("service_settings")
    .select(["name", "value"])
    .where("name", "like", `${processPrefix}%`)
    .execute();
  return rows.map(({ name, value }) => {
    const [settledMs = 0, seenAtMs = 0] = value.split(" ").map(Number);
    return { processId: name.slice(processPrefix.length), settledMs, seenAtMs };
  });
}

export async function deleteReports(
  { kysely }: Pick<Database, "kysely">,
  processIds: readonly string[],
): Promise<void> {
  if (processIds.length === 0) return;
  await kysely
    .deleteFrom("service_settings")
    .where(
      "name",
      "in",
      processIds.map((id) => processPrefix + id),
    )
    .execute();
}
