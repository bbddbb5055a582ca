import type { Tx } from "../../platform/database/transaction.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import { workThrough } from "../../platform/jobs/work-through.ts";
import { bankTime } from "../../providers/nacha/index.ts";
import { payoutKey } from "./break-keys.ts";
import { recordBreaks } from "./break-store.ts";
import { backBankingDays } from "./expected-rows.ts";
import { batchFields } from "./match-bank.ts";
import { payoutWindowDays, type SettlementDeps } from "./settlement-deps.ts";

const batchesAtOnce = 200;

/** Opens a break for each payout past its window without a bank entry, if the operator imports bank statements. */
export async function checkUnpaidPayouts(deps: SettlementDeps, signal: AbortSignal): Promise<void> {
  const untilDay = backBankingDays(bankTime(deps.clock.nowMs()).date, payoutWindowDays);
  await workThrough(signal, {
    read: (most, skip) =>
      deps.database.kysely
        .selectFrom("settlement_sources")
        .select("operator_id as operatorId")
        .distinct()
        .where("kind", "=", "bank")
        .orderBy("operator_id")
        .limit(most)
        .offset(skip)
        .execute(),
    async work({ operatorId }) {
      let count: number;
      do count = await checkOperator(deps, operatorId, untilDay);
      while (count === batchesAtOnce && !signal.aborted);
      // The operator is read again in each round.
      return false;
    },
    onFailure: ({ operatorId }, error) =>
      deps.log.errorHourly("an operator's unpaid payouts could not be checked", {
        operatorId,
        error,
      }),
  });
}

async function checkOperator(
  deps: SettlementDeps,
  operatorId: string,
  untilDay: string,
): Promise<number> {
  return inTransaction(deps.database, async (tx) => {
    const batches = await findUnpaid(tx, operatorId, untilDay);
    await recordBreaks(
      deps,
      tx,
      operatorId,
      batches.map((batch) => ({
        key: payoutKey(batch.settlement_batch_id),
        class: "payout_not_at_bank" as const,
        source: batch.source,
        currency: batch.currency,
        amountMinor: Math.abs(batch.net_minor),
        settlementBatchId: batch.settlement_batch_id,
        subject: { type: "batch", id: batch.settlement_batch_id },
        processorReference: batch.payout_reference,
        ours: batchFields(batch),
      })),
    );
    return batches.length;
  });
}

/** Locks the payouts, so that a bank entry finds the break. Skips one that is being paid right now. */
function findUnpaid(tx: Tx, operatorId: string, untilDay: string) {
  return tx
    .selectFrom("settlement_batches as b")
    .selectAll("b")
    .where("b.operator_id", "=", operatorId)
    .where("b.kind", "=", "processor")
    .where("b.bank_batch_id", "is", null)
    .where("b.is_complete", "=", true)
    .where("b.net_minor", "!=", 0)
    .where("b.value_date", "<", untilDay)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom("settlement_breaks as k")
            .select("k.settlement_break_id")
            .where("k.operator_id", "=", operatorId)
            .whereRef("k.settlement_batch_id", "=", "b.settlement_batch_id")
            .where("k.class", "=", "payout_not_at_bank"),
        ),
      ),
    )
    .orderBy("b.settlement_batch_id")
    .limit(batchesAtOnce)
    .forUpdate()
    .skipLocked()
    .execute();
}
