import { type RawBuilder, sql } from "kysely";
import type { LedgerPosting } from "#contract/api/ledger";
import { type ListSort, orderOf, type PageQuery } from "#contract/lists";
import { toIsoTime } from "../platform/clock.ts";
import type { Database } from "../platform/database/database.ts";
import { describeAccount } from "./accounts.ts";
import { toUnitsText } from "./amount-text.ts";
import { type SourceType, sourceTypes } from "./posting.ts";

/** Conditions on postings; all must hold. `from` is inclusive, `to` exclusive. */
export interface PostingFilter {
  readonly account?: string | undefined;
  /** Any resource. A payment includes its refunds, disputes and deposit; an intent its payments; a batch its rows. */
  readonly resourceId?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

type Db = { readonly database: Pick<Database, "kysely"> };

interface PostingRow {
  source_type: string;
  source_id: string;
  cause: string;
  payment_id: string | null;
  currency: string;
  accounts: string[];
  amounts: string[];
  reverses: string | null;
  happened_at: Date;
  posted_at: Date;
  seq: string;
}

const columns = sql`source_type, source_id, cause, payment_id, currency, accounts,
  amounts::text[] as amounts, reverses, happened_at, posted_at, seq::text as seq`;

function where(operatorId: string, filter: PostingFilter): RawBuilder<unknown> {
  const { account, resourceId, from, to } = filter;
  return sql.join(
    [
      sql`operator_id = ${operatorId}`,
      ...(account === undefined ? [] : [sql`accounts @> array[${account}]::text[]`]),
      ...(resourceId === undefined ? [] : [isAbout(operatorId, resourceId)]),
      ...(from === undefined ? [] : [sql`posted_at >= ${new Date(from)}`]),
      ...(to === undefined ? [] : [sql`posted_at < ${new Date(to)}`]),
    ],
    sql` and `,
  );
}

/** Counts an account's postings from its newest snapshot on: nearly all postings can belong to it. */
function countStatement(operatorId: string, filter: PostingFilter): RawBuilder<{ total: string }> {
  const { account, resourceId, from, to } = filter;
  const condition = where(operatorId, filter);
  const isNarrower = [resourceId, from, to].some((each) => each !== undefined);
  if (account === undefined || isNarrower) {
    return sql`select count(*)::text as total from ledger_postings where ${condition}`;
  }
  return sql`with base as (
      select max(up_to_seq) as up_to_seq from ledger_snapshots where operator_id = ${operatorId}
    )
    select (
      coalesce((
        select sum(postings) from ledger_snapshots
        where operator_id = ${operatorId} and up_to_seq = (select up_to_seq from base)
          and account = ${account}
      ), 0) + (
        select count(*) from ledger_postings
        where ${condition} and seq > coalesce((select up_to_seq from base), 0)
      )
    )::text as total`;
}

/** A batch or break has many rows, bank entries and decisions. Their ids continue after a colon. */
const partTypes = ["settlement", "bank_line", "correction"] satisfies SourceType[];

/** Selects postings by their number (`seq`), so that each part uses its index. All text has the collation "C". */
function isAbout(operatorId: string, resourceId: string): RawBuilder<unknown> {
  if (resourceId.startsWith("pi_")) return isAboutIntent(operatorId, resourceId);
  return sql`seq in (
    select own.seq from ledger_postings own
    where own.operator_id = ${operatorId} and own.source_type in (${sql.join([...sourceTypes])})
      and own.source_id = ${resourceId}
    union
    select part.seq from ledger_postings part
    where part.operator_id = ${operatorId} and part.payment_id = ${resourceId}
    union
    select line.seq from ledger_postings line
    where line.operator_id = ${operatorId} and line.source_type in (${sql.join(partTypes)})
      and line.source_id > ${`${resourceId}:`} and line.source_id < ${`${resourceId};`}
  )`;
}

/** All payments of an intent, with their refunds, disputes and deposits. */
function isAboutIntent(operatorId: string, paymentIntentId: string): RawBuilder<unknown> {
  const payments = sql`select p.payment_id from payments p
    where p.operator_id = ${operatorId} and p.payment_intent_id = ${paymentIntentId}`;
  return sql`seq in (
    select own.seq from ledger_postings own
    where own.operator_id = ${operatorId} and own.source_type = ${"payment" satisfies SourceType}
      and own.source_id in (${payments})
    union
    select part.seq from ledger_postings part
    where part.operator_id = ${operatorId} and part.payment_id in (${payments})
  )`;
}

/** Lists an operator's postings, newest first by default. */
export async function listPostings(
  { database }: Db,
  operatorId: string,
  {
    page,
    size,
    sort = "newest",
    ...filter
  }: PostingFilter & PageQuery & { readonly sort?: ListSort | undefined },
): Promise<{ data: LedgerPosting[]; page: number; size: number; total: number }> {
  const condition = where(operatorId, filter);
  const direction = sql.raw(orderOf(sort).direction);
  const [found, count] = await Promise.all([
    sql<PostingRow>`select ${columns} from ledger_postings where ${condition}
      order by posted_at ${direction}, seq ${direction} limit ${size} offset ${(page - 1) * size}`.execute(
      database.kysely,
    ),
    countStatement(operatorId, filter).execute(database.kysely),
  ]);
  const total = Number(count.rows[0]?.total ?? 0);
  return { data: found.rows.map(present), page, size, total };
}

/** Rows read at a time for an export. */
const pieceSize = 500;

/** A place in an export's order, to resume after. */
export interface PostingPlace {
  readonly at: Date;
  readonly seq: string;
}

/** Finds a posting's place. Undefined for an unknown posting or another operator's. */
export async function findPostingPlace(
  { database }: Db,
  operatorId: string,
  id: string,
): Promise<PostingPlace | undefined> {
  const [, sourceId = "", cause = ""] = /^(.+)\.([^.]+)$/.exec(id) ?? [];
  const { rows } = await sql<{ posted_at: Date; seq: string }>`
    select posted_at, seq::text as seq from ledger_postings
    where operator_id = ${operatorId} and source_type in (${sql.join([...sourceTypes])})
      and source_id = ${sourceId} and cause = ${cause}
    order by posted_at desc, seq desc limit 1`.execute(database.kysely);
  const [found] = rows;
  return found && { at: found.posted_at, seq: found.seq };
}

/**
 * All matching postings, oldest first, in pieces; after `place` if an export resumes. May miss postings written
 * in the meantime.
 */
export async function* streamPostings(
  { database }: Db,
  operatorId: string,
  filter: PostingFilter,
  start: PostingPlace = { at: new Date(0), seq: "0" },
): AsyncGenerator<LedgerPosting[]> {
  const condition = where(operatorId, filter);
  let after = start;
  for (;;) {
    const { rows } = await sql<PostingRow>`select ${columns} from ledger_postings
      where ${condition} and (posted_at, seq) > (${after.at}, ${after.seq}::bigint)
      order by posted_at, seq limit ${pieceSize}`.execute(database.kysely);
    const last = rows.at(-1);
    if (last) yield rows.map(present);
    if (!last || rows.length < pieceSize) return;
    after = { at: last.posted_at, seq: last.seq };
  }
}

function postingId(sourceId: string, cause: string): string {
  return `${sourceId}.${cause}`;
}

function present(row: PostingRow): LedgerPosting {
  const entries = row.accounts.map((accountId, index) => {
    const amount = BigInt(row.amounts[index] ?? 0);
    const exactAmount = toUnitsText(amount < 0n ? -amount : amount, row.currency);
    return {
      accountId,
      name: describeAccount(accountId)?.name ?? accountId,
      side: amount > 0n ? "debit" : "credit",
      amount: Number(exactAmount),
      exactAmount,
    };
  });
  return {
    postingId: postingId(row.source_id, row.cause),
    resourceType: row.source_type,
    resourceId: row.source_id,
    cause: row.cause,
    paymentId: row.source_type === "payment" ? row.source_id : row.payment_id,
    currency: row.currency,
    entries: [
      ...entries.filter(({ side }) => side === "debit"),
      ...entries.filter(({ side }) => side === "credit"),
    ],
    reverses: row.reverses === null ? null : postingId(row.source_id, row.reverses),
    happenedAt: toIsoTime(row.happened_at.getTime()),
    postedAt: toIsoTime(row.posted_at.getTime()),
  };
}
