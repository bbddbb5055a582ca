import { sql } from "kysely";
import type { TestService } from "../../testing/create-test-service.ts";

interface ComparedPosting {
  readonly key: string;
  readonly entries: string;
}

async function readAll(world: TestService): Promise<ComparedPosting[]> {
  const { rows } = await sql<ComparedPosting>`
    select concat_ws(' ', operator_id, source_type, source_id, cause) as key,
      (select string_agg(currency || ' ' || e.account || '=' || e.amount, ' ' order by e.account)
        from unnest(accounts, amounts) e (account, amount)) as entries
    from ledger_postings where cause not like 'version_%' order by 1`.execute(
    world.service.deps.database.kysely,
  );
  return rows;
}

/** Changes postings in a way that the store refuses. */
export async function tamper(world: TestService, change: string): Promise<void> {
  const { kysely } = world.service.deps.database;
  await sql`alter table ledger_postings disable trigger user`.execute(kysely);
  await sql.raw(change).execute(kysely);
  await sql`alter table ledger_postings enable trigger user`.execute(kysely);
}

/** Walks over all records until the history is complete, hours later. */
export async function walkHistory(world: TestService): Promise<void> {
  await world.runJob("ledger.history");
  world.clock.advance(61 * 60_000);
  await world.runJob("ledger.history");
}

/** Runs the check of all records and returns what it logged. */
export async function checkRecords(world: TestService): Promise<string[]> {
  const before = world.logLines.length;
  world.clock.advance(25 * 60 * 60_000);
  await world.runJob("ledger.check");
  return world.logLines.slice(before).filter((line) => line.includes("does not have what"));
}

/** Removes every posting, then posts the history. Returns the postings before and after, which must be equal. */
export async function restoreHistory(world: TestService) {
  const before = await readAll(world);
  await tamper(world, "delete from ledger_postings");
  await sql`delete from ledger_snapshots`.execute(world.service.deps.database.kysely);
  await sql`delete from ledger_walks`.execute(world.service.deps.database.kysely);
  await walkHistory(world);
  return { before, after: await readAll(world) };
}
