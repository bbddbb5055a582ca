import { inTransaction } from "../../../platform/database/transaction.ts";
import { unlessBroken } from "../../../platform/secrets/seal.ts";
import { holdSharedAccount } from "../../../rails/bank-login/index.ts";
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
import { dropMandate, isLoginUsed, lockAccount, returnedDebits, storeMandate } from "./mandates.ts";

/** Checks a pending debit this often, in case the rail's report was lost. */
export const checkAgainMs = 6 * 60 * 60_000;

/**
 * Orders the debit of an attempt in step `started`, with its mandate, in one transaction. Then moves the attempt to
 * `settling`. The rail accepts each payment id once, so a second call only completes what a crash cut off. Earlier
 * returns count.
 */
export async function orderDebit(
  handle: AttemptHandle,
  intent: IntentRecord,
): Promise<IntentRecord> {
  const { deps, operatorId, paymentId } = handle;
  const attempt = attemptOfHandle(handle, intent);
  if (attempt.step !== "started") return finishRequest(handle, intent);
  const secret = unlessBroken(() => openDetails<DebitSecret>(deps, operatorId, attempt));
  if (secret === null) return finishRequest(handle, intent);
  if (!secret) return finishDamaged(handle);
  const { account, accountIndex, bankLoginId, hasStableId, evidence } = secret;
  const { version, locale, acceptedAtMs } = bankDetailOf(attempt).mandate;
  const refusal = await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, accountIndex);
    if (bankLoginId && (await isLoginUsed(tx, operatorId, bankLoginId, paymentId))) {
      return "bank_login_used";
    }
    const isNew = await storeMandate(
      deps,
      tx,
      {
        payment_id: paymentId,
        operator_id: operatorId,
        payment_intent_id: intent.paymentIntentId,
        account_index: accountIndex,
        bank_login_id: bankLoginId ?? null,
        version,
        locale,
        accepted_at: new Date(acceptedAtMs),
      },
      evidence,
    );
    // The debit was ordered before a crash, so it goes out despite later returns and the login's end.
    if (!isNew) return null;
    const owner = { operatorId, subject: intent.paymentIntentId };
    const isShared = !bankLoginId || (await holdSharedAccount(tx, owner, bankLoginId));
    const returned = await returnedDebits(tx, operatorId, accountIndex);
    const refused = isShared
      ? refusalOfDebit(returned, intent.paymentIntentId, hasStableId)
      : "bank_login_ended";
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
  return finishOrder(handle, refusal);
}

/** Nobody can order a debit whose account cannot be decrypted. It may have been ordered before. */
async function finishDamaged(handle: AttemptHandle): Promise<IntentRecord> {
  const { deps, operatorId, paymentId } = handle;
  deps.log.error("a debit's account cannot be decrypted", { paymentId });
  const isOrdered = (await deps.ach.find(operatorId, paymentId)) !== undefined;
  return finishOrder(handle, isOrdered ? null : "processing_interrupted");
}

async function finishOrder(handle: AttemptHandle, refusal: string | null): Promise<IntentRecord> {
  const { deps } = handle;
  const moved = await move(
    handle,
    refusal
      ? { event: "refused", from: "started", reason: refusal, key: "last" }
      : {
          event: "money_sent",
          from: "started",
          patch: { nextCheckAtMs: deps.clock.nowMs() + checkAgainMs },
          key: "last",
        },
  );
  return moved.written ? moved.intent : finishRequest(handle, moved.intent);
}
