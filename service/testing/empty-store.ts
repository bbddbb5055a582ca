/** Emptying a store costs far less than creating one: PostgreSQL needs 0.4 s of CPU time to create its files. */

/** A session on a store that no test uses now. */
export interface StoreSession {
  query(text: string): Promise<{ rows: unknown[] }>;
}

/** Keeps the applied migrations and resets sequences. Disables triggers and foreign keys, which needs a superuser. */
export async function emptyStore(session: StoreSession): Promise<void> {
  await session.query("set session_replication_role = replica");
  await session.query(`
    do $$
    declare each record;
    begin
      for each in
        select relname as name from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0
          and relname <> 'applied_migrations'
      loop
        execute format('delete from %I', each.name);
      end loop;
      for each in select * from pg_sequences where last_value is not null loop
        perform setval(format('%I.%I', each.schemaname, each.sequencename)::regclass, each.start_value, false);
      end loop;
    end $$`);
  await session.query("reset session_replication_role");
}

/** Describes tables, columns, indexes, constraints, triggers, functions and applied migrations. */
export async function shapeOf(session: StoreSession): Promise<string> {
  const { rows } = await session.query(`
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
