import { inTransaction } from "../../../platform/database/transaction.ts";
import {
  type AttemptHandle,
  attemptOfHandle,
  finishRequest,
  move,
  openDetails,
} from "../../flow/attempt-handle.ts";
import type { IntentRecord } from "../../records.ts";
import { bankDetailOf, companyNameOf, type DebitSecret } from "./bank-attempt.ts";
import { refusalOfDebit } from "./debit-rules.ts";
import { dropMandate, lockAccount, returnedDebits, storeMandate } from "./mandates.ts";

/** The rail tells what becomes of a debit; so often it is asked all the same. */
export const checkAgainMs = 6 * 60 * 60_000;

/**
 * Orders the debit of an attempt in step `started`, with its mandate, in one transaction; then the attempt
 * is `settling`. Again it changes nothing: the rail takes each payment's id once, so whatever a crash cuts
 * off, doing it again ends it. What came back from the account before it was ordered counts.
 */
export async function orderDebit(
  handle: AttemptHandle,
  intent: IntentRecord,
): Promise<IntentRecord> {
  const { deps, operatorId, paymentId } = handle;
  const attempt = attemptOfHandle(handle, intent);
  const secret = openDetails<DebitSecret>(deps, operatorId, attempt);
  if (!secret || attempt.step !== "started") return finishRequest(handle, intent);
  const { account, accountIndex, evidence } = secret;
  const { version, locale, acceptedAtMs } = bankDetailOf(attempt).mandate;
  const refusal = await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, accountIndex);
    const isNew = await storeMandate(
      deps,
      tx,
      {
        payment_id: paymentId,
        operator_id: operatorId,
        payment_intent_id: intent.paymentIntentId,
        account_index: accountIndex,
        version,
        locale,
        accepted_at: new Date(acceptedAtMs),
      },
      evidence,
    );
    // Ordered before a crash: it is on its way, whatever has come back since.
    if (!isNew) return null;
    const returned = await returnedDebits(tx, operatorId, accountIndex);
    const refused = refusalOfDebit(returned, intent.paymentIntentId);
    if (refused) {
      await dropMandate(tx, paymentId);
      return refused;
    }
    await deps.ach.order(tx, {
      ...account,
      operatorId,
      source: "payment",
      entryKey: paymentId,
      direction: "debit",
      amountMinor: attempt.price.totalMinor,
      companyName: companyNameOf(intent),
    });
    return null;
  });
  const moved = await move(
    handle,
    refusal
      ? { event: "refused", reason: refusal, key: "last" }
      : {
          event: "money_sent",
          from: "started",
          patch: { nextCheckAtMs: deps.clock.nowMs() + checkAgainMs },
          key: "last",
        },
  );
  return moved.written ? moved.intent : finishRequest(handle, moved.intent);
}
