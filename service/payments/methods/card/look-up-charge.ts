import type { ChargeOutcome, ExpectedCharge } from "../../../providers/processor/index.ts";
import { chargeNotices } from "../../inbox/notice-inbox.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import { type AttemptRecord, chargeKey, type IntentRecord } from "../../records.ts";

/** The processor no longer lists charges this old: staff must check its records. */
export const tooOldToFind: ChargeOutcome = { type: "unknown", reason: "too_old_to_find" };

/** Looks up an attempt's charge. Changes nothing. */
export async function lookUp(
  deps: PaymentsDeps,
  intent: IntentRecord,
  attempt: AttemptRecord,
): Promise<ChargeOutcome> {
  const processor = deps.processors.byName(attempt.processor);
  if (!processor) return { type: "unknown", reason: "no_such_processor" };
  const outcome = await processor.lookUp(
    chargeKey(attempt),
    await expectedOf(deps, intent, attempt),
    await chargeNotices(deps, intent.operatorId, attempt),
  );
  const { findsForMs = Number.POSITIVE_INFINITY } = processor.capabilities;
  const isTooOld = deps.clock.nowMs() - attempt.createdAtMs > findsForMs;
  return outcome.type === "not_found" && isTooOld ? tooOldToFind : outcome;
}

export async function expectedOf(
  deps: Pick<PaymentsDeps, "operators">,
  { operatorId, currency }: IntentRecord,
  attempt: AttemptRecord,
): Promise<ExpectedCharge> {
  const { merchantCategory } = (await deps.operators.get(operatorId)).settings;
  const { paymentMethod, threeDS } = attempt;
  const last4 = paymentMethod && "last4" in paymentMethod ? paymentMethod.last4 : null;
  return {
    amountMinor: attempt.price.totalMinor,
    currency,
    reference: attempt.chargeReference,
    ...(merchantCategory !== null && { merchantCategory }),
    ...(threeDS?.isNative && last4 !== null && { last4 }),
  };
}
