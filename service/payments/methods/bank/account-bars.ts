import { requireActorStillAllowed } from "../../../operators/accounts/index.ts";
import { type AuditActor, appendAudit } from "../../../operators/audit/index.ts";
import { type Clock, toIsoTime } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/database/database.ts";
import { inTransaction, type Tx } from "../../../platform/database/transaction.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { FieldPlace, Keyring } from "../../../platform/secrets/keyring.ts";
import { type Lift, openLift } from "../lift.ts";
import { barringCodes } from "./debit-rules.ts";
import { lockAccount } from "./mandates.ts";

/** A return that bars the debited account, or barred it until staff lifted the bar. */
export interface BarringReturn {
  readonly paymentId: string;
  readonly paymentIntentId: string;
  readonly returnCode: string;
  readonly returnedAt: string;
  /** Null while the return bars the account. */
  readonly lifted: Lift | null;
}

interface BarsDeps {
  readonly database: Database;
  readonly keyring: Keyring;
  readonly clock: Clock;
}

const columns = [
  "operator_id",
  "payment_id",
  "payment_intent_id",
  "account_index",
  "return_code",
  "returned_at",
  "bar_lifted_at",
  "bar_lift_sealed",
] as const;

/**
 * Returns that bar, or barred, the account of a payment, newest first, across the operator's payments. Empty if the
 * account was never barred, or the payment is not an ACH debit.
 */
export async function readBars(
  { database, keyring }: Pick<BarsDeps, "database" | "keyring">,
  operatorId: string,
  paymentId: string,
): Promise<BarringReturn[]> {
  const account = await accountOf(database.kysely, operatorId, paymentId);
  if (account === undefined) return [];
  const rows = await barring(database.kysely, operatorId)
    .where("account_index", "=", account)
    .orderBy("returned_at", "desc")
    .orderBy("payment_id", "desc")
    .execute();
  return rows.map((row) => present(keyring, row));
}

/** Lists the returns that bar an account, newest first. */
export async function listBars(
  { database, keyring }: Pick<BarsDeps, "database" | "keyring">,
  operatorId: string,
  limit: number,
): Promise<BarringReturn[]> {
  const rows = await barring(database.kysely, operatorId)
    .where("bar_lifted_at", "is", null)
    .orderBy("returned_at", "desc")
    .orderBy("payment_id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => present(keyring, row));
}

/** Who lifts a bar, and why: for example, the account holder has spoken to the operator. */
export interface BarLift {
  readonly actor: AuditActor;
  readonly reason: string;
  /** Payment ids of the returns that the person saw; later returns keep the account barred. Absent: all returns. */
  readonly seen?: readonly string[];
}

/**
 * Lifts the bar of a payment's account. Ended mandates stay ended, because the customer agrees to each debit
 * separately. Throws `resource_not_found`, `conflicting_state` when no return bars the account, and what
 * {@link requireActorStillAllowed} throws. Needs the operator's key.
 */
export async function liftBar(
  deps: BarsDeps,
  operatorId: string,
  paymentId: string,
  { actor, reason, seen }: BarLift,
): Promise<void> {
  await inTransaction(deps.database, async (tx) => {
    const account = await accountOf(tx, operatorId, paymentId);
    if (account === undefined) throw new ApiError("resource_not_found");
    await lockAccount(tx, account);
    await requireActorStillAllowed(tx, operatorId, actor, "payments.decide");
    const bars = await barring(tx, operatorId)
      .where("account_index", "=", account)
      .where("bar_lifted_at", "is", null)
      .orderBy("payment_id")
      .execute();
    const lifted = bars.filter((row) => seen === undefined || seen.includes(row.payment_id));
    if (lifted.length === 0) {
      throw new ApiError("conflicting_state", {
        message: "The account is not barred by these returns.",
      });
    }
    for (const row of lifted) {
      const sealed = deps.keyring.encryptField(placeOf(row), JSON.stringify({ actor, reason }));
      await tx
        .updateTable("bank_mandates")
        .set({ bar_lifted_at: new Date(deps.clock.nowMs()), bar_lift_sealed: sealed })
        .where("payment_id", "=", row.payment_id)
        .execute();
    }
    await appendAudit(deps, tx, operatorId, {
      actor,
      action: "bank_account.unbarred",
      subject: { type: "payment", id: paymentId },
      details: { returns: lifted.map((row) => `${row.payment_id} ${row.return_code ?? ""}`) },
    });
  });
}

function barring(db: Tx | Database["kysely"], operatorId: string) {
  return db
    .selectFrom("bank_mandates")
    .select(columns)
    .where("operator_id", "=", operatorId)
    .where("return_code", "in", barringCodes);
}

async function accountOf(
  db: Tx | Database["kysely"],
  operatorId: string,
  paymentId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("bank_mandates")
    .select("account_index")
    .where("payment_id", "=", paymentId)
    .where("operator_id", "=", operatorId)
    .executeTakeFirst();
  return row?.account_index;
}

type Row = Awaited<ReturnType<ReturnType<typeof barring>["execute"]>>[number];

function present(keyring: Keyring, row: Row): BarringReturn {
  const { bar_lifted_at: liftedAt, bar_lift_sealed: sealed, returned_at: returnedAt } = row;
  return {
    paymentId: row.payment_id,
    paymentIntentId: row.payment_intent_id,
    returnCode: row.return_code ?? "",
    returnedAt: toIsoTime(returnedAt?.getTime() ?? 0),
    lifted: openLift(keyring, placeOf(row), liftedAt, sealed),
  };
}

function placeOf(row: Pick<Row, "operator_id" | "payment_id">): FieldPlace {
  const { operator_id: operatorId, payment_id: id } = row;
  return { operatorId, table: "bank_mandates", column: "bar_lift_sealed", id };
}
