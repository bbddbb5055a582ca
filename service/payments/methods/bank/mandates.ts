import { sql } from "kysely";
import type { BankAccountInput } from "#contract/bank-account";
import type { Database } from "../../../platform/database/database.ts";
import { inTransaction, type Tx } from "../../../platform/database/transaction.ts";
import type { FieldPlace, Keyring } from "../../../platform/secrets/keyring.ts";
import type { BankMandateRow } from "../../tables.ts";
import { barsAccount, type ReturnedDebit } from "./debit-rules.ts";
import type { MandateLocale } from "./mandate-text.ts";

/** What proves that the customer agreed. Kept sealed, for as long as the payment is. */
export interface MandateEvidence {
  /** As the customer was shown it. */
  readonly text: string;
  readonly operatorName: string;
  readonly holderName: string;
  readonly accountType: string;
  readonly last4: string;
  readonly bankName: string | null;
  readonly ipAddress: string | null;
  readonly userAgent: string;
}

/** A mandate with its evidence open. */
export interface Mandate {
  readonly paymentId: string;
  readonly paymentIntentId: string;
  readonly version: string;
  readonly locale: MandateLocale;
  readonly acceptedAtMs: number;
  readonly endedAtMs: number | null;
  readonly returnCode: string | null;
  readonly evidence: MandateEvidence;
}

interface MandateDeps {
  readonly database: Database;
  readonly keyring: Keyring;
}

/** What an account is found again by, within one operator. */
export function accountIndex(
  { keyring }: Pick<MandateDeps, "keyring">,
  operatorId: string,
  account: Pick<BankAccountInput, "routingNumber" | "accountNumber">,
): string {
  const { routingNumber, accountNumber } = account;
  // Banks read letters without their case, and hyphens are for people.
  const plain = accountNumber.replaceAll("-", "").toUpperCase();
  return keyring.blindIndex(operatorId, "bank_mandates.account", `${routingNumber} ${plain}`);
}

/**
 * Until the transaction ends, nobody else orders a debit of the account or takes a return of one: whoever
 * comes second sees what the first has done. Else a debit could be ordered past the return that bars it.
 */
export async function lockAccount(tx: Tx, account: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${account}, 7304554))`.execute(tx);
}

/**
 * Stores a mandate in the transaction that orders its debit. False when the payment has one already: then
 * its debit is ordered too. Two at once wait for each other here.
 */
export async function storeMandate(
  { keyring }: Pick<MandateDeps, "keyring">,
  tx: Tx,
  mandate: Pick<BankMandateRow, "payment_id" | "operator_id" | "payment_intent_id"> &
    Pick<BankMandateRow, "account_index" | "version" | "locale" | "accepted_at">,
  evidence: MandateEvidence,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("bank_mandates")
    .values({
      ...mandate,
      evidence_sealed: keyring.encryptField(evidencePlace(mandate), JSON.stringify(evidence)),
      return_code: null,
      returned_at: null,
      ended_at: null,
      bar_lifted_at: null,
      bar_lift_sealed: null,
    })
    .onConflict((conflict) => conflict.column("payment_id").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Takes back what {@link storeMandate} stored, in its transaction: nothing is debited under it. */
export async function dropMandate(tx: Tx, paymentId: string): Promise<void> {
  await tx.deleteFrom("bank_mandates").where("payment_id", "=", paymentId).execute();
}

/**
 * Every debit of an account that came back to the operator, without those that staff have pardoned
 * (account-bars.ts). `db`: the store, or a transaction.
 */
export async function returnedDebits(
  db: Tx | Database["kysely"],
  operatorId: string,
  account: string,
): Promise<ReturnedDebit[]> {
  const rows = await db
    .selectFrom("bank_mandates")
    .select(["payment_intent_id", "return_code"])
    .where("operator_id", "=", operatorId)
    .where("account_index", "=", account)
    .where("return_code", "is not", null)
    .where("bar_lifted_at", "is", null)
    .execute();
  return rows.map((row) => ({
    paymentIntentId: row.payment_intent_id,
    returnCode: row.return_code ?? "",
  }));
}

/**
 * Notes that a debit came back, or was called off (`null`): nothing may be debited under its mandate any
 * more, and where the return bars the account, under no other of it either. `callOff` is called for these
 * in the same transaction; gives the payments for which it resolves to true. Again it changes nothing.
 */
export async function endMandate(
  { database }: Pick<MandateDeps, "database">,
  paymentId: string,
  returnCode: string | null,
  nowMs: number,
  cancelEntry: (tx: Tx, operatorId: string, paymentId: string) => Promise<boolean>,
): Promise<string[]> {
  const now = new Date(nowMs);
  return inTransaction(database, async (tx) => {
    const mandate = await tx
      .selectFrom("bank_mandates")
      .select("account_index")
      .where("payment_id", "=", paymentId)
      .executeTakeFirst();
    if (!mandate) return [];
    await lockAccount(tx, mandate.account_index);
    const ended = await tx
      .updateTable("bank_mandates")
      .set((row) => ({
        return_code: returnCode,
        returned_at: returnCode === null ? null : now,
        ended_at: row.fn.coalesce("ended_at", row.val(now)),
      }))
      .where("payment_id", "=", paymentId)
      .where("return_code", "is", null)
      .returning(["operator_id", "account_index"])
      .executeTakeFirst();
    if (!ended || returnCode === null || !barsAccount(returnCode)) return [];
    const others = await tx
      .updateTable("bank_mandates")
      .set({ ended_at: now })
      .where("operator_id", "=", ended.operator_id)
      .where("account_index", "=", ended.account_index)
      .where("ended_at", "is", null)
      .returning("payment_id")
      .execute();
    const canceled: string[] = [];
    for (const { payment_id: other } of others) {
      if (await cancelEntry(tx, ended.operator_id, other)) canceled.push(other);
    }
    return canceled;
  });
}

/** The mandate of a payment; undefined where there is none. The operator's key must be loaded. */
export async function readMandate(
  { database, keyring }: MandateDeps,
  operatorId: string,
  paymentId: string,
): Promise<Mandate | undefined> {
  const row = await database.kysely
    .selectFrom("bank_mandates")
    .selectAll()
    .where("payment_id", "=", paymentId)
    .where("operator_id", "=", operatorId)
    .executeTakeFirst();
  if (!row) return undefined;
  const evidence = keyring.decryptField(evidencePlace(row), row.evidence_sealed);
  return {
    paymentId,
    paymentIntentId: row.payment_intent_id,
    version: row.version,
    locale: row.locale,
    acceptedAtMs: row.accepted_at.getTime(),
    endedAtMs: row.ended_at?.getTime() ?? null,
    returnCode: row.return_code,
    evidence: JSON.parse(evidence) as MandateEvidence,
  };
}

function evidencePlace(row: Pick<BankMandateRow, "operator_id" | "payment_id">): FieldPlace {
  const { operator_id: operatorId, payment_id: id } = row;
  return { operatorId, table: "bank_mandates", column: "evidence_sealed", id };
}
