import { hashSecret } from "../../platform/secrets/hash-secret.ts";
import { unlessBroken } from "../../platform/secrets/seal.ts";
import type {
  BankGrant,
  BankNotice,
  OpenBankingProvider,
} from "../../providers/open-banking/index.ts";
import { type BankPayment, bankOf, findBankPayment, type OpenBankingDeps } from "./bank-payment.ts";

/** An order is sent within this time after the customer's consent. */
const keptMs = 60 * 60_000;
/** Maximum number of stored grants for a payment. A customer goes to the bank a few times for each payment. */
const maxPerPayment = 20;

type NoticedPayment = Extract<BankNotice, { type: "valid" }>["payments"][number];

/**
 * Handles a verified notice about several payments ({@link handlePaymentNotice}). If some fail, the others are handled,
 * and then it throws, so that the vendor repeats the notice.
 */
export async function handlePaymentNotices(
  deps: OpenBankingDeps,
  bank: OpenBankingProvider,
  payments: readonly NoticedPayment[],
): Promise<void> {
  const failures: unknown[] = [];
  for (const payment of payments) {
    await handlePaymentNotice(deps, bank, payment).catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/**
 * Stores the grant of a verified notice, if it has one, and makes a look-up due. Ignores a payment that is unknown or
 * of another bank. Keeps a lease: no other process looks the payment up while an order is being sent.
 */
export async function handlePaymentNotice(
  deps: OpenBankingDeps,
  bank: OpenBankingProvider,
  { endToEndId, grant }: NoticedPayment,
): Promise<void> {
  const row = await findBankPayment(deps, endToEndId);
  if (!row || bankOf(deps, row) !== bank) return;
  if (grant && !isOver(row)) {
    await deps.keyring.load(row.operator_id);
    await keepGrant(deps, row, grant);
  }
  await deps.database.kysely
    .updateTable("bank_payments")
    .set({ next_check_at: new Date(deps.clock.nowMs()) })
    .where("payment_id", "=", row.payment_id)
    .where("operator_id", "=", row.operator_id)
    .where((where) =>
      where.or([
        where("status", "in", ["accepted", "settled"]),
        where.and([where("status", "=", "ordering"), where("ordered_at", "is", null)]),
      ]),
    )
    .execute();
}

function isOver({ status }: BankPayment): boolean {
  return !["waiting", "at_bank", "exchanging", "ordering"].includes(status);
}

async function keepGrant(
  { database, keyring, clock }: OpenBankingDeps,
  { payment_id, operator_id }: BankPayment,
  grant: BankGrant,
): Promise<void> {
  const { kysely } = database;
  const { count } = await kysely
    .selectFrom("bank_payment_grants")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("payment_id", "=", payment_id)
    .where("operator_id", "=", operator_id)
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxPerPayment) return;
  const key = { payment_id, reference_hash: hashSecret(grant.reference) };
  const sealed = keyring.encryptField(placeOf({ ...key, operator_id }), JSON.stringify(grant));
  await kysely
    .insertInto("bank_payment_grants")
    .values({ ...key, operator_id, grant_sealed: sealed, received_at: new Date(clock.nowMs()) })
    // The first notice is used: a vendor sends a grant once, and repeats the notice unchanged.
    .onConflict((conflict) => conflict.columns(["payment_id", "reference_hash"]).doNothing())
    .execute();
}

/** A damaged grant is left out: without it, the order is never sent. */
export async function readGrants(
  { database, keyring }: Pick<OpenBankingDeps, "database" | "keyring">,
  { payment_id, operator_id }: Pick<BankPayment, "payment_id" | "operator_id">,
): Promise<BankGrant[]> {
  const rows = await database.kysely
    .selectFrom("bank_payment_grants")
    .selectAll()
    .where("payment_id", "=", payment_id)
    .where("operator_id", "=", operator_id)
    .execute();
  return rows.flatMap((row) => {
    const opened = unlessBroken(() => keyring.decryptField(placeOf(row), row.grant_sealed));
    return opened === undefined ? [] : [JSON.parse(opened)];
  });
}

/** Deletes grants that no order can use now or later. */
export async function deleteOldGrants({
  database,
  clock,
}: Pick<OpenBankingDeps, "database" | "clock">): Promise<void> {
  await database.kysely
    .deleteFrom("bank_payment_grants")
    .where("received_at", "<", new Date(clock.nowMs() - keptMs))
    .execute();
}

function placeOf(row: {
  readonly operator_id: string;
  readonly payment_id: string;
  readonly reference_hash: string;
}) {
  return {
    operatorId: row.operator_id,
    table: "bank_payment_grants",
    column: "grant_sealed",
    id: `${row.payment_id}:${row.reference_hash}`,
  };
}
