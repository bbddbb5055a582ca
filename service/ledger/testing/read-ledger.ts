import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";

/** A resource's postings: cause → account → amount (debits positive). */
export async function readPostings(
  { kysely }: Pick<Database, "kysely">,
  sourceId: string,
): Promise<Record<string, Record<string, number>>> {
  const { rows } = await sql<{ cause: string; account: string; amount: string }>`
    select p.cause, e.account, e.amount::text as amount
    from ledger_postings p cross join lateral unnest(p.accounts, p.amounts) e (account, amount)
    where p.source_id = ${sourceId} order by p.seq, e.account`.execute(kysely);
  const found: Record<string, Record<string, number>> = {};
  for (const { cause, account, amount } of rows) {
    found[cause] = { ...found[cause], [account]: Number(amount) };
  }
  return found;
}

/** The balances, without zeros, of a resource; those of a payment include its refunds and disputes. */
export async function readResourceBalances(
  { kysely }: Pick<Database, "kysely">,
  resourceId: string,
): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; amount: string }>`
    select e.account, sum(e.amount)::text as amount
    from ledger_postings p cross join lateral unnest(p.accounts, p.amounts) e (account, amount)
    where p.source_id = ${resourceId} or p.payment_id = ${resourceId}
    group by e.account having sum(e.amount) <> 0 order by e.account`.execute(kysely);
  return Object.fromEntries(rows.map(({ account, amount }) => [account, Number(amount)]));
}
