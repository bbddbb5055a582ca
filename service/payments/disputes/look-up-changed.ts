import type { ProcessorChange } from "#contract/connectors/processor";
import { isClaimed } from "../../platform/database/machine-lease.ts";
import type { CardProcessor } from "../../providers/processor/index.ts";
import { compareSuccess } from "../inbox/compare-success.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { checkNow } from "../refunds/refund-queue.ts";
import { parseChargeKey } from "./notice-owner.ts";

/**
 * Makes the look-up of a charge or refund due now, because its processor says that it has changed. Only the look-up
 * decides. Does nothing for a key that is not this processor's, and for an attempt whose request or look-up is
 * running: it reads what is known by then. A successful payment is compared with the notices about it.
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

/** The job that looks charges up runs every second. */
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
    // A job that has the attempt now looks it up itself.
    .where((row) => row.not(isClaimed(machineClock.nowMs())))
    // A reversal that the processor cannot take twice waits until look-ups know the first one.
    .$if(!capabilities.repeats, (query) =>
      query.where((row) => row.or([row("reversal", "is", null), row("reversal", "=", "done")])),
    )
    .execute();
}
