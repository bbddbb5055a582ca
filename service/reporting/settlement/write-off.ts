import type { Tx } from "../../platform/database/transaction.ts";
import type { StoredBreak } from "./break-store.ts";
import { counterpartyOf, post, type Remainder, writtenOff } from "./postings.ts";
import type { SettlementDeps } from "./settlement-deps.ts";

/**
 * Posts that a break was written off (or, with `isUndone`, reopened after that). `decision` must be
 * new for each decision about the break.
 */
export async function postWriteOff(
  { clock }: Pick<SettlementDeps, "clock">,
  tx: Tx,
  stored: StoredBreak,
  decision: string,
  isUndone = false,
): Promise<void> {
  const remainders = await remaindersOf(tx, stored);
  const of = {
    operatorId: stored.operator_id,
    decision,
    currency: stored.currency,
    paymentId: stored.subject_type === "payment" ? stored.subject_id : null,
  };
  await post(tx, writtenOff(of, remainders, isUndone, clock.nowMs()));
}

/** What a break leaves on clearing accounts. */
async function remaindersOf(tx: Tx, stored: StoredBreak): Promise<Remainder[]> {
  const { operator_id: operatorId, source, ours } = stored;
  const ourMinor = Number(ours["amountMinor"] ?? 0);
  const sign = stored.subject_type === "payment" ? 1 : -1;
  if (stored.class === "missing_at_processor") {
    const account = { account: "processor_receivable" as const, counterparty: source };
    return [{ account, amountMinor: sign * ourMinor }];
  }
  if (stored.class === "payout_not_at_bank") {
    const account = { account: "processor_payout_in_transit" as const, counterparty: source };
    return [{ account, amountMinor: ourMinor }];
  }
  if (stored.settlement_batch_id === null || stored.row_no === null) return [];
  const line = await tx
    .selectFrom("settlement_lines")
    .select(["gross_minor", "net_minor", "row_type"])
    .where("operator_id", "=", operatorId)
    .where("settlement_batch_id", "=", stored.settlement_batch_id)
    .where("row_no", "=", stored.row_no)
    .where("state", "=", "open")
    .executeTakeFirst();
  if (!line) return [];
  const isEntry = line.row_type === "bank_entry";
  const suspense = { account: "suspense" as const, counterparty: counterpartyOf(source) };
  // Suspense holds what the row brought, on the credit side.
  const held = { account: suspense, amountMinor: isEntry ? -line.net_minor : -line.gross_minor };
  if (stored.class !== "amount_mismatch") return [held];
  // The row is about our record: its receivable is closed, and only the difference is lost.
  const receivable = { account: "processor_receivable" as const, counterparty: source };
  return [held, { account: receivable, amountMinor: sign * ourMinor }];
}
