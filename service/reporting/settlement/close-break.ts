import type { BreakResolution } from "#contract/api/settlement-files";
import type { Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { missingKey, payoutKey } from "./break-keys.ts";
import { reopenByKey, resolveByKey, type StoredBreak } from "./break-store.ts";
import { releaseOtherEntries } from "./entry-breaks.ts";
import { forgetFee, linkRecords, markLine } from "./link-records.ts";
import { decisionPostings, post, undoDecision } from "./postings.ts";
import { type BreakMoney, movesOf } from "./resolutions.ts";
import type { SettlementDeps } from "./settlement-deps.ts";
import { type BreakPart, splitMoves } from "./split-break.ts";
import type { LearnedFee } from "./tables.ts";

/** A person's decision about a break. `decision` is unique. */
export interface BreakDecision {
  readonly stored: StoredBreak;
  readonly decision: string;
}

/**
 * Moves the money from the clearing accounts to where the resolution says, and marks row and payout as settled. Returns
 * what {@link linkRecords} returns.
 */
export async function bookClosing(
  deps: SettlementDeps,
  tx: Tx,
  { stored, decision }: BreakDecision,
  closing: BreakResolution | "write_off" | readonly BreakPart[],
): Promise<LearnedFee | undefined> {
  if (closing === "matches") return bookMatch(deps, tx, { stored, decision });
  const { operator_id: operatorId } = stored;
  const line = await readLine(tx, stored);
  const money = await moneyOf(tx, stored, line);
  const paymentId = stored.subject_type === "payment" ? stored.subject_id : null;
  const moves = typeof closing === "string" ? movesOf(money, closing) : splitMoves(money, closing);
  if (!moves) throw new ApiError("conflicting_state");
  await post(tx, decisionPostings({ operatorId, decision, paymentId }, moves, deps.clock.nowMs()));
  if (stored.class === "batch_total_mismatch") await markPaid(deps, tx, stored);
  if (line?.state === "open") {
    await markLine(tx, line, { type: "break", id: stored.settlement_break_id });
  }
  return undefined;
}

/** Undoes postings and marks, and reopens the breaks that the closing had resolved. */
export async function undoClosing(
  deps: SettlementDeps,
  tx: Tx,
  stored: StoredBreak,
): Promise<void> {
  const { operator_id: operatorId, settlement_break_id: breakId, closing } = stored;
  if (closing) await undoDecision(tx, operatorId, closing.decision, deps.clock.nowMs());
  const unpaid = await tx
    .updateTable("settlement_batches")
    .set({ bank_batch_id: null, bank_row_no: null, bank_break_id: null })
    .where("operator_id", "=", operatorId)
    .where("bank_break_id", "=", breakId)
    .returning("settlement_batch_id")
    .execute();
  const keys = unpaid.map(({ settlement_batch_id: id }) => payoutKey(id));
  const line = stored.class === "fee_mismatch" ? undefined : await readLine(tx, stored);
  if (line?.state === "matched" && line.match_rule === "staff") {
    await markLine(tx, line, null);
    keys.push(missingKey(line.matched_type ?? "", line.matched_id ?? ""));
  }
  if (closing?.learnedFee) await forgetFee(deps, tx, operatorId, closing.learnedFee);
  await reopenByKey(deps, tx, operatorId, keys);
}

type Line = NonNullable<Awaited<ReturnType<typeof readLine>>>;

function readLine(tx: Tx, stored: StoredBreak) {
  return tx
    .selectFrom("settlement_lines")
    .selectAll()
    .where("operator_id", "=", stored.operator_id)
    .where("settlement_batch_id", "=", stored.settlement_batch_id ?? "")
    .where("row_no", "=", stored.row_no ?? 0)
    .forUpdate()
    .executeTakeFirst();
}

/** Links records that agree, or checks that nothing is missing. */
async function bookMatch(
  deps: SettlementDeps,
  tx: Tx,
  { stored, decision }: BreakDecision,
): Promise<LearnedFee | undefined> {
  if (stored.class === "missing_at_processor") {
    if (await isStillExpected(tx, stored)) {
      throw new ApiError("settlement_link_refused", {
        message: "Your record is still successful, and no report has it.",
      });
    }
    return undefined;
  }
  if (stored.subject_id === null) throw new ApiError("conflicting_state");
  return linkRecords(deps, tx, { stored, decision }, [stored.subject_id]);
}

async function isStillExpected(tx: Tx, stored: StoredBreak): Promise<boolean> {
  const { operator_id: operatorId, subject_type: type, subject_id: id } = stored;
  if (id === null) return false;
  const matched = await tx
    .selectFrom("settlement_lines")
    .select("row_no")
    .where("operator_id", "=", operatorId)
    .where("matched_type", "=", type)
    .where("matched_id", "=", id)
    .executeTakeFirst();
  if (matched) return false;
  if (type === "refund") {
    const refund = await tx
      .selectFrom("refunds")
      .select("step")
      .where("operator_id", "=", operatorId)
      .where("refund_id", "=", id)
      .executeTakeFirst();
    return refund?.step === "success";
  }
  const payment = await tx
    .selectFrom("payments")
    .select(["status", "reversal"])
    .where("operator_id", "=", operatorId)
    .where("payment_id", "=", id)
    .executeTakeFirst();
  return payment?.status === "success" && payment.reversal === null;
}

/** The bank entry differs, and a person said where the difference is. */
async function markPaid(deps: SettlementDeps, tx: Tx, stored: StoredBreak): Promise<void> {
  const { operator_id: operatorId, subject_id: batchId } = stored;
  const paid = await tx
    .updateTable("settlement_batches")
    .set({
      bank_batch_id: stored.settlement_batch_id,
      bank_row_no: stored.row_no,
      bank_break_id: stored.settlement_break_id,
    })
    .where("operator_id", "=", operatorId)
    .where("settlement_batch_id", "=", batchId ?? "")
    .where("bank_batch_id", "is", null)
    .executeTakeFirst();
  if (paid.numUpdatedRows === 0n) {
    throw new ApiError("settlement_link_refused", {
      message: "The payout is already at the bank.",
    });
  }
  await resolveByKey(deps, tx, operatorId, [payoutKey(batchId ?? "")]);
  await releaseOtherEntries(deps, tx, operatorId, [batchId ?? ""], stored.settlement_break_id);
}

/** Our record's amount has the sign of the row, or its own. */
async function moneyOf(tx: Tx, stored: StoredBreak, line: Line | undefined): Promise<BreakMoney> {
  const { ours, theirs, source, subject_type: subject } = stored;
  const isEntry = line?.row_type === "bank_entry";
  const minor = Number(ours["amountMinor"] ?? Number.NaN);
  const isPayout = subject === "batch";
  const sign = line ? Math.sign(line.gross_minor) : subject === "payment" ? 1 : -1;
  const excessMinor = Number(theirs["feeMinor"]) - Number(ours["feeMinor"]);
  return {
    class: stored.class,
    source,
    row: line ? { minor: line.gross_minor, currency: line.currency, isEntry } : null,
    ours: Number.isSafeInteger(minor)
      ? {
          minor: isPayout ? minor : sign * minor,
          currency: String(ours["currency"] ?? stored.currency),
          processor: isPayout ? await processorOf(tx, stored) : source,
        }
      : null,
    excessFee: Number.isSafeInteger(excessMinor)
      ? { minor: excessMinor, kind: line?.fee_kind.split(" ")[0] || "other" }
      : null,
  };
}

async function processorOf(tx: Tx, stored: StoredBreak): Promise<string> {
  const batch = await tx
    .selectFrom("settlement_batches")
    .select("source")
    .where("operator_id", "=", stored.operator_id)
    .where("settlement_batch_id", "=", stored.subject_id ?? "")
    .executeTakeFirst();
  return batch?.source ?? stored.source;
}
