import type { ProcessorChange } from "#contract/connectors/processor";
import { isClaimed } from "../../platform/database/machine-lease.ts";
import type { CardProcessor } from "../../providers/processor/index.ts";
import { compareSuccess } from "../inbox/compare-success.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { checkNow } from "../refunds/refund-queue.ts";
import { parseChargeKey } from "./notice-owner.ts";

/**
 * Makes the look-up of a charge or refund due now, because its processor reports a change. Only the look-up decides.
 * Ignores another processor's key, and an attempt with a running request or look-up, which reads the change. Compares a
 * successful payment with the notices about it.
 */
export async function lookUpChanged(
  deps: PaymentsDeps,
  processor: CardProcessor,
  { type, key }: ProcessorChange,
): Promise<void> {
  if (type === "refund") {
    const found = await deps.database.kysely
      .selectFrom("refunds")
      .select("operator_id")
      .where("refund_id", "=", key)
      .where("processor", "=", processor.name)
      .where("transfer_provider", "is", null)
      .executeTakeFirst();
    if (!found) return;
    await checkNow(deps, found.operator_id, key);
    deps.refunds.wake();
    return;
  }
  await makeChargeDue(deps, processor, key);
}

async function makeChargeDue(
  deps: PaymentsDeps,
  processor: CardProcessor,
  key: string,
): Promise<void> {
  const { database, clock, machineClock } = deps;
  const { name, capabilities } = processor;
  const parsed = parseChargeKey(key);
  if (!parsed) return;
  const { paymentId, number } = parsed;
  const found = await database.kysely
    .selectFrom("payments")
    .select(["operator_id", "payment_intent_id", "step"])
    .where("payment_id", "=", paymentId)
    .where("processor", "=", name)
    .where("charge_number", "=", number)
    .executeTakeFirst();
  if (!found) return;
  if (found.step === "success") {
    const paymentIntentId = found.payment_intent_id;
    return compareSuccess(deps, processor, { paymentIntentId, paymentId });
  }
  const now = new Date(clock.nowMs());
  await database.kysely
    .updateTable("payments")
    .set({ next_check_at: now })
    .where("operator_id", "=", found.operator_id)
    .where("payment_id", "=", paymentId)
    .where("step", "in", ["processing", "failed"])
    .where((row) => row.or([row("next_check_at", "is", null), row("next_check_at", ">", now)]))
    // A job that holds the attempt looks it up itself.
    .where((row) => row.not(isClaimed(machineClock.nowMs())))
    // If the processor cannot take a reversal twice, the next one waits until look-ups know the first.
    .$if(!capabilities.repeats, (query) =>
      query.where((row) => row.or([row("reversal", "is", null), row("reversal", "=", "done")])),
    )
    .execute();
}
