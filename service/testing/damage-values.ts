import { sql } from "kysely";
import type { TestService } from "./create-test-service.ts";

/** Overwrites a sealed column in all rows that have a value and fulfil `where`. Throws if there are none. */
export async function damageValues(
  { service }: Pick<TestService, "service">,
  table: string,
  column: string,
  where: Readonly<Record<string, string>> = {},
): Promise<void> {
  const conditions = Object.entries(where).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = '1.damaged'
    where ${sql.join([sql`${sql.ref(column)} is not null`, ...conditions], sql` and `)}
  `.execute(service.deps.database.kysely);
  if (!numAffectedRows) throw new Error(`nothing to damage in ${table}.${column}`);
}
