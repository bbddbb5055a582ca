import { sql } from "kysely";
import type { BankAccountInput } from "#contract/bank-account";
import type { Database } from "../../../platform/database/database.ts";
import { inTransaction, type Tx } from "../../../platform/database/transaction.ts";
import type { FieldPlace, Keyring } from "../../../platform/secrets/keyring.ts";
import type { BankMandateRow } from "../../tables.ts";
import { barsAccount, type ReturnedDebit } from "./debit-rules.ts";
import type { MandateLocale } from "./mandate-text.ts";

/** Proof that the customer agreed. Stored sealed, with the payment. */
export interface MandateEvidence {
  readonly text: string;
  readonly operatorName: string;
  readonly holderName: string;
  readonly accountType: string;
  readonly last4: string;
  readonly bankName: string | null;
  readonly ipAddress: string | null;
  readonly userAgent: string;
  /** Absent in older mandates. */
  readonly accountSource?: AccountSource;
}

export type AccountSource = "typed" | "bank_login" | "saved";

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

/**
 * Keyed index of an account within one operator. `stableId` identifies an account whose numbers differ with each login.
 */
export function accountIndex(
  { keyring }: Pick<MandateDeps, "keyring">,
  operatorId: string,
  account: Pick<BankAccountInput, "routingNumber" | "accountNumber">,
  stableId?: string,
): string {
  if (stableId !== undefined) {
    return keyring.blindIndex(operatorId, "bank_mandates.account", `login ${stableId}`);
  }
  const { routingNumber, accountNumber } = account;
  // Banks ignore case, and hyphens are only for readers.
  const plain = accountNumber.replaceAll("-", "").toUpperCase();
  return keyring.blindIndex(operatorId, "bank_mandates.account", `${routingNumber} ${plain}`);
}

/**
 * Locks an account until the transaction ends. Orders and returns of the account wait for each other, so no debit is
 * ordered after the return that bars its account.
 */
export async function lockAccount(tx: Tx, account: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${account}, 7304554))`.execute(tx);
}

/**
 * Stores a mandate in the transaction that orders the debit. False if the payment has a mandate; then its debit is
 * already ordered. Concurrent calls wait for each other.
 */
export async function storeMandate(
  { keyring }: Pick<MandateDeps, "keyring">,
  tx: Tx,
  mandate: Pick<BankMandateRow, "payment_id" | "operator_id" | "payment_intent_id"> &
    Pick<BankMandateRow, "account_index" | "bank_login_id" | "version" | "locale" | "accepted_at">,
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

/**
 * Whether an ordered debit other than `exceptPaymentId` used a login. Within {@link lockAccount} the result holds
 * until the transaction ends, because all debits by the login are of the same account.
 */
export async function isLoginUsed(
  db: Tx | Database["kysely"],
  operatorId: string,
  bankLoginId: string,
  exceptPaymentId = "",
): Promise<boolean> {
  const found = await db
    .selectFrom("bank_mandates")
    .select("payment_id")
    .where("operator_id", "=", operatorId)
    .where("bank_login_id", "=", bankLoginId)
    .where("payment_id", "<>", exceptPaymentId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Deletes a mandate in the transaction that stored it: nothing has been debited under it. */
export async function dropMandate(tx: Tx, paymentId: string): Promise<void> {
  await tx.deleteFrom("bank_mandates").where("payment_id", "=", paymentId).execute();
}

/**
 * Returned debits of an account, except those with a lifted bar (account-bars.ts). `db` is the store or a transaction.
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
 * Ends the mandate of a debit that was returned, or canceled (`returnCode` null). If the return bars the account, ends
 * its other open mandates too and calls `cancelEntry` for each, in the same transaction. Resolves to the payments with
 * a canceled entry. A second call changes nothing.
 */
export function endMandate(
  { database }: Pick<MandateDeps, "database">,
  ...ending: EndOfMandate
): Promise<string[]> {
  return inTransaction(database, (tx) => endMandateIn(tx, ...ending));
}

type EndOfMandate = [
  paymentId: string,
  returnCode: string | null,
  nowMs: number,
  cancelEntry: (tx: Tx, operatorId: string, paymentId: string) => Promise<boolean>,
];

/** Like {@link endMandate}, in the caller's transaction. */
export async function endMandateIn(
  tx: Tx,
  ...[paymentId, returnCode, nowMs, cancelEntry]: EndOfMandate
): Promise<string[]> {
  const now = new Date(nowMs);
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
}

/** Reads a mandate. Needs the operator's key. */
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
