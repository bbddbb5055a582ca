/**
 * The only way to write to the ledger. A posting is written with its change: in the same statement ({@link postingCte})
 * or transaction ({@link recordPostings}). An existing posting stays, so repeats change nothing.
 */
import { CompiledQuery, sql } from "kysely";
import type { Tx } from "../platform/database/transaction.ts";
import type { Posting, PostingSource } from "./posting.ts";

const columns = `operator_id, source_type, source_id, cause, payment_id, currency, accounts, amounts,
    reverses, happened_at, posted_at`;

/** Number of {@link postingParameters}. */
export const postingParameterCount = 11;

/** The parameters of {@link postingCte}, in order. */
export function postingParameters(posting: Posting): readonly (string | Date | null)[] {
  const { source, entries } = posting;
  return [
    source.operatorId,
    source.type,
    source.id,
    posting.cause,
    source.paymentId,
    posting.currency,
    arrayText(entries.map(({ account }) => account)),
    arrayText(entries.map(({ amount }) => String(amount))),
    posting.reverses,
    new Date(posting.happenedAtMs),
    new Date(posting.postedAtMs),
  ];
}

/** The place of {@link postingCte} in a statement. */
export interface PostingCteOptions {
  /** Several postings in one statement need different names. */
  readonly name: string;
  /** A CTE or table of the statement, with one row if the change was made and none otherwise. */
  readonly from: string;
  /** Number of the first parameter, such as 5 for `$5`. */
  readonly parameter: number;
}

const types = [
  ...Array<string>(6).fill("text"),
  "text[]",
  "numeric[]",
  "text",
  "timestamptz",
  "timestamptz",
];

/** A common table expression that stores a posting if `from` has its row. */
export function postingCte({ name, from, parameter }: PostingCteOptions): string {
  const values = types.map((type, index) => `$${parameter + index}::${type}`).join(", ");
  return `${name} as (
  insert into ledger_postings (${columns})
  select ${values} from ${from}
  on conflict (operator_id, source_type, source_id, cause) do nothing
)`;
}

/** Postings per statement. */
const batchSize = 500;

/** Stores postings in the transaction of their cause. Returns the number of new ones. */
export async function recordPostings(tx: Tx, postings: readonly Posting[]): Promise<number> {
  let stored = 0;
  for (let begin = 0; begin < postings.length; begin += batchSize) {
    const batch = postings.slice(begin, begin + batchSize);
    const rows = batch.map((_, row) => {
      const first = row * postingParameterCount + 1;
      return `(${types.map((type, index) => `$${first + index}::${type}`).join(", ")})`;
    });
    const text = `insert into ledger_postings (${columns}) values ${rows.join(", ")}
      on conflict (operator_id, source_type, source_id, cause) do nothing`;
    const { numAffectedRows } = await tx.executeQuery(
      CompiledQuery.raw(text, batch.flatMap(postingParameters)),
    );
    stored += Number(numAffectedRows ?? 0);
  }
  return stored;
}

/** Sums a source's postings by account. Reads only causes that begin with `cause`. */
export async function readPosted(
  tx: Tx,
  { operatorId, type, id }: PostingSource,
  cause = "",
): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{ account: string; amount: string }>`
    select e.account, sum(e.amount)::text as amount
    from ledger_postings p cross join lateral unnest(p.accounts, p.amounts) e (account, amount)
    where p.operator_id = ${operatorId} and p.source_type = ${type} and p.source_id = ${id}
      and starts_with(p.cause, ${cause})
    group by e.account`.execute(tx);
  return new Map(rows.map(({ account, amount }) => [account, BigInt(amount)]));
}

/** Reads the sources' postings that no other posting has undone. */
export async function readUnreversed(
  tx: Tx,
  { operatorId, type }: Pick<PostingSource, "operatorId" | "type">,
  ids: readonly string[],
): Promise<Posting[]> {
  const { rows } = await sql<{
    source_id: string;
    cause: string;
    payment_id: string | null;
    currency: string;
    accounts: string[];
    amounts: string[];
    happened_at: Date;
    posted_at: Date;
  }>`
    select source_id, cause, payment_id, currency, accounts, amounts::text[] as amounts,
      happened_at, posted_at
    from ledger_postings p
    where operator_id = ${operatorId} and source_type = ${type}
      and source_id in (${sql.join([...ids])}) and reverses is null
      and not exists (select 1 from ledger_postings u where u.operator_id = ${operatorId}
        and u.source_type = ${type} and u.source_id = p.source_id and u.reverses = p.cause)
    order by source_id, cause`.execute(tx);
  return rows.map((row) => ({
    source: { operatorId, type, id: row.source_id, paymentId: row.payment_id },
    cause: row.cause,
    currency: row.currency,
    entries: row.accounts.map((account, index) => ({
      account,
      amount: BigInt(row.amounts[index] ?? "0"),
    })),
    reverses: null,
    happenedAtMs: row.happened_at.getTime(),
    postedAtMs: row.posted_at.getTime(),
  }));
}

/** An array in PostgreSQL's text form, because the group commit sends only text. */
function arrayText(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replace(/["\\]/g, "\\$&")}"`).join(",")}}`;
}
