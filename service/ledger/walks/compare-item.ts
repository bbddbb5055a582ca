import { sql } from "kysely";
import type { Tx } from "../../platform/database/transaction.ts";
import type { LedgerItem, LedgerSource } from "./ledger-source.ts";

/** A record that the ledger contradicts. */
export interface Mismatch {
  readonly sourceType: string;
  readonly sourceId: string;
  readonly problem: "missing" | "different";
  readonly causes: readonly string[];
}

interface StoredPosting {
  source_id: string;
  cause: string;
  currency: string;
  accounts: string[];
  amounts: string[];
}

/** A page's records with missing or different postings. */
export async function findMismatches(
  tx: Tx,
  operatorId: string,
  source: LedgerSource,
  items: readonly LedgerItem[],
): Promise<Mismatch[]> {
  if (items.length === 0) return [];
  const { rows } = await sql<StoredPosting>`
    select source_id, cause, currency, accounts, amounts::text[] as amounts
    from ledger_postings
    where operator_id = ${operatorId} and source_type = ${source.sourceType}
      and source_id in (${sql.join(items.map(({ sourceId }) => sourceId))})`.execute(tx);
  return items.flatMap((item) => {
    const stored = rows.filter(({ source_id }) => source_id === item.sourceId);
    const mismatch =
      "positions" in item ? comparePositions(item, stored) : compare(source, item, stored);
    return mismatch
      ? [{ sourceType: source.sourceType, sourceId: item.sourceId, ...mismatch }]
      : [];
  });
}

type Found = Pick<Mismatch, "problem" | "causes"> | null;

function compare(
  { causes }: LedgerSource,
  { alternatives, optional = [], anyAmount = [] }: Extract<LedgerItem, { alternatives: unknown }>,
  stored: readonly StoredPosting[],
): Found {
  const isOurs = (cause: string) => causes.includes(cause) && !optional.includes(cause);
  const toText = (
    cause: string,
    currency: string,
    entries: [string, string][],
  ): [string, string] =>
    anyAmount.includes(cause) ? [cause, ""] : [cause, textOf(currency, entries)];
  const have = new Map(
    stored
      .filter(({ cause }) => isOurs(cause))
      .map(({ cause, currency, accounts, amounts }) =>
        toText(
          cause,
          currency,
          accounts.map((account, index) => [account, amounts[index] ?? ""]),
        ),
      ),
  );
  const wanted = alternatives.map(
    (postings) =>
      new Map(
        postings
          .filter(({ cause }) => isOurs(cause))
          .map(({ cause, currency, entries }) =>
            toText(
              cause,
              currency,
              entries.map(({ account, amount }) => [account, String(amount)]),
            ),
          ),
      ),
  );
  if (wanted.some((each) => isEqual(each, have))) return null;
  const [first = new Map<string, string>()] = wanted;
  const missing = [...first.keys()].filter((cause) => !have.has(cause));
  if (missing.length > 0) return { problem: "missing", causes: missing };
  const different = [...have].filter(([cause, text]) => first.get(cause) !== text);
  return { problem: "different", causes: different.map(([cause]) => cause) };
}

function comparePositions(
  { positions }: Extract<LedgerItem, { positions: unknown }>,
  stored: readonly StoredPosting[],
): Found {
  const sums = new Map<string, bigint>();
  const add = (currency: string, account: string, amount: bigint) => {
    const key = `${currency} ${account}`;
    sums.set(key, (sums.get(key) ?? 0n) + amount);
  };
  for (const { currency, accounts, amounts } of stored) {
    for (const [index, account] of accounts.entries()) {
      add(currency, account, BigInt(amounts[index] ?? 0));
    }
  }
  for (const [currency, position] of positions) {
    for (const [account, amount] of position) add(currency, account, -amount);
  }
  if ([...sums.values()].every((difference) => difference === 0n)) return null;
  return { problem: stored.length === 0 ? "missing" : "different", causes: [] };
}

function textOf(currency: string, entries: readonly (readonly [string, string])[]): string {
  return `${currency} ${entries
    .map((entry) => entry.join("="))
    .sort()
    .join(" ")}`;
}

function isEqual(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([cause, text]) => other.get(cause) === text);
}
