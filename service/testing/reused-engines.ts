/**
 * Embedded stores in memory that tests of one process use one after the other. To open a store takes
 * ten times as long as to empty one.
 */
import type { PGlite } from "@electric-sql/pglite";
import { engineOf, type StoreEngine } from "../platform/database/store-engine.ts";

/** An open store, and what its tables were like before the first test. */
interface ReusableStore {
  pglite: PGlite;
  shape: string;
  uses: number;
}

/** Deleted rows take up space until the store is closed. */
const mostUses = 30;
const terminate = "X".charCodeAt(0);
const idle: ReusableStore[] = [];

/**
 * Returns an engine on an empty, migrated store: one that a test has closed, or a new one. `close` empties it for the
 * next test. A store whose tables a test has changed, or that cannot be emptied, is not used again.
 */
export async function takeEngine(open: () => Promise<PGlite>): Promise<StoreEngine> {
  const store = idle.pop() ?? (await openStore(open));
  store.uses += 1;
  const engine = engineOf(store.pglite);
  let isClosed = false;
  return {
    execute: async (messages) => {
      // The driver's good-bye, which would end the store.
      if (messages[0] === terminate) return new Uint8Array();
      // Work that outlives its test must not reach the next one's rows.
      if (isClosed) throw new Error("the store is closed");
      return engine.execute(messages);
    },
    close: async () => {
      isClosed = true;
      if (store.uses < mostUses && (await isEmptied(store))) idle.push(store);
      else await engine.close();
    },
  };
}

async function openStore(open: () => Promise<PGlite>): Promise<ReusableStore> {
  const pglite = await open();
  return { pglite, shape: await shapeOf(pglite), uses: 0 };
}

async function isEmptied({ pglite, shape }: ReusableStore): Promise<boolean> {
  try {
    await pglite.exec("rollback");
    await pglite.exec("discard all");
    if ((await shapeOf(pglite)) !== shape) return false;
    await pglite.exec("set session_replication_role = replica");
    for (const table of await tablesWithRows(pglite)) await pglite.exec(`delete from "${table}"`);
    await pglite.exec("reset session_replication_role");
    // Otherwise the write-ahead log grows in memory.
    await pglite.exec("checkpoint");
    return true;
  } catch {
    return false;
  }
}

/** Changes when a table, column, index, constraint, trigger, function or applied migration does. */
async function shapeOf(pglite: PGlite): Promise<string> {
  const { rows } = await pglite.query(`
    select
      (select concat_ws(' ', count(*), sum(attnum), sum(atttypid::int8), sum(attrelid::int8),
        count(*) filter (where attnotnull), count(*) filter (where atthasdef),
        count(*) filter (where attisdropped)) from pg_attribute where attrelid >= 16384) as columns,
      (select concat_ws(' ', count(*), sum(oid::int8)) from pg_constraint) as constraints,
      (select concat_ws(' ', count(*), sum(indexrelid::int8), count(*) filter (where indisvalid))
        from pg_index) as indexes,
      (select concat_ws(' ', count(*), sum(oid::int8), sum(ascii(tgenabled::text))) from pg_trigger) as triggers,
      (select concat_ws(' ', count(*), sum(oid::int8)) from pg_proc) as functions,
      (select sum(hashtext(m::text)) from applied_migrations m) as migrations`);
  return JSON.stringify(rows);
}

async function tablesWithRows(pglite: PGlite): Promise<string[]> {
  const { rows } = await pglite.query<{ name: string }>(`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0
      and relname <> 'applied_migrations'`);
  return rows.map(({ name }) => name);
}
