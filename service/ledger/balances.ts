import type { Database, Statement } from "../platform/database/database.ts";

/** Sums of one account, in the currency's minor units or the asset's base units. */
export interface Balance {
  readonly currency: string;
  readonly account: string;
  readonly debits: bigint;
  readonly credits: bigint;
}

interface BalanceRow {
  currency: string;
  account: string;
  debits: string;
  credits: string;
}

/**
 * Balances of operator `$1`: a snapshot and the postings after it. `$2` is null or a time: only postings that count by
 * then. A snapshot is used only if all its postings do.
 */
const balancesStatement: Statement = {
  name: "ledger.balances",
  text: `with base as (
    select up_to_seq from ledger_snapshots
    where operator_id = $1::text and ($2::timestamptz is null or latest_at <= $2::timestamptz)
    order by up_to_seq desc limit 1
  ), sums as (
    select s.currency, s.account, s.debits, s.credits
    from ledger_snapshots s
    where s.operator_id = $1::text and s.up_to_seq = (select up_to_seq from base)
    union all
    select p.currency, e.account, greatest(e.amount, 0), greatest(-e.amount, 0)
    from ledger_postings p cross join lateral unnest(p.accounts, p.amounts) e (account, amount)
    where p.operator_id = $1::text and p.seq > coalesce((select up_to_seq from base), 0)
      and ($2::timestamptz is null or p.posted_at <= $2::timestamptz)
  )
  select currency, account, sum(debits)::text as debits, sum(credits)::text as credits
  from sums group by currency, account order by currency, account`,
};

/** Reads an operator's balances, now or at a time, by currency and account. */
export async function readBalances(
  { database }: { readonly database: Pick<Database, "run"> },
  operatorId: string,
  atMs: number | null = null,
): Promise<Balance[]> {
  const { rows } = await database.run<BalanceRow>(balancesStatement, [
    operatorId,
    atMs === null ? null : new Date(atMs),
  ]);
  return rows.map(({ currency, account, debits, credits }) => ({
    currency,
    account,
    debits: BigInt(debits),
    credits: BigInt(credits),
  }));
}
