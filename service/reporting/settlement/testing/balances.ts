import { sql } from "kysely";
import type { TestService } from "../../../testing/create-test-service.ts";

/** Maps accounts to non-zero amounts, debits positive. */
export async function balancesOf(
  t: TestService,
  operatorId: string,
): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; amount: string }>`
    select e.account, sum(e.amount)::text as amount
    from ledger_postings p cross join lateral unnest(p.accounts, p.amounts) e (account, amount)
    where p.operator_id = ${operatorId}
    group by e.account having sum(e.amount) <> 0 order by e.account`.execute(
    t.service.deps.database.kysely,
  );
  const plain = (account: string) => account.replace(/(\d{4})_[\w-]{10}$/, "$1");
  return Object.fromEntries(rows.map(({ account, amount }) => [plain(account), Number(amount)]));
}
