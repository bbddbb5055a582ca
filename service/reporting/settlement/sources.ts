import type { Selectable } from "kysely";
import type { Tx } from "../../platform/database/transaction.ts";
import { replaceAccount } from "./readers/account-runs.ts";
import type { SettlementDeps } from "./settlement-deps.ts";
import type { SettlementSourceRow } from "./tables.ts";

export interface Source {
  readonly source: string;
  readonly kind: "processor" | "bank";
  readonly label: string;
}

export type LockedSource = Selectable<SettlementSourceRow>;

/** A bank account. Its number is stored only as a keyed fingerprint. */
export function bankSourceOf(
  { keyring }: Pick<SettlementDeps, "keyring">,
  operatorId: string,
  account: string,
): Source {
  const number = account.replace(/\s/g, "");
  const last4 = number.slice(-4);
  const mark = keyring.blindIndex(operatorId, "settlement_account", number).slice(0, 10);
  return { source: `bank:${last4}:${mark}`, kind: "bank", label: `…${last4}` };
}

/**
 * A bank account may hold several currencies under one number, each with its own balances and statement numbers. The
 * currency of the account's first statement has the account's source, and each further one this source.
 */
export function sourceInCurrency(account: Source, currency: string): Source {
  return {
    ...account,
    source: `${account.source}:${currency}`,
    label: `${account.label} ${currency}`,
  };
}

/** The currency of the source's first statement; undefined before it is stored. */
export async function firstCurrencyOf(
  tx: Tx,
  operatorId: string,
  source: string,
): Promise<string | undefined> {
  const first = await tx
    .selectFrom("settlement_batches")
    .select("currency")
    .where("operator_id", "=", operatorId)
    .where("source", "=", source)
    .orderBy("settlement_batch_id")
    .limit(1)
    .executeTakeFirst();
  return first?.currency;
}

/** Imports of one source run one after the other. */
export async function lockSource(
  { clock }: Pick<SettlementDeps, "clock">,
  tx: Tx,
  operatorId: string,
  { source, kind, label }: Source,
): Promise<LockedSource> {
  await tx
    .insertInto("settlement_sources")
    .values({
      operator_id: operatorId,
      source,
      kind,
      label,
      last_closing_minor: null,
      last_sequence: null,
      last_date: null,
      checked_until: null,
      created_at: new Date(clock.nowMs()),
    })
    .onConflict((conflict) => conflict.columns(["operator_id", "source"]).doNothing())
    .execute();
  return tx
    .selectFrom("settlement_sources")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("source", "=", source)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Some banks write the account number into a statement's number. Replaces each run of it with a keyed fingerprint. */
export function withoutAccount(
  { keyring }: Pick<SettlementDeps, "keyring">,
  operatorId: string,
  text: string,
  account: string,
): string {
  return replaceAccount(text, account, (run) => {
    return `\u2026${keyring.blindIndex(operatorId, "settlement_account", run).slice(0, 8)}`;
  });
}
