import type { CardProcessor } from "../../providers/processor/index.ts";
import { raiseAlarm, verdictOf } from "../outcomes/compare-payment.ts";
import { confirmMark, findAppliedMark } from "../outcomes/mark-store.ts";
import { subjectOfPayment } from "../outcomes/outcome-rules.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { attemptOf, chargeKey } from "../records.ts";
import { chargeNotices, readsNotices } from "./notice-inbox.ts";

/**
 * Compares a successful payment with its processor's notices. A failed capture, a cancellation by hand or another
 * charge only raises an alarm: the customer may have the goods, so a person decides.
 *
 * Used for processors whose look-ups read notices. Runs before we respond to the vendor, so the vendor sends a notice
 * again if its comparison was interrupted.
 */
export async function compareSuccess(
  deps: PaymentsDeps,
  processor: CardProcessor,
  { paymentIntentId, paymentId }: { readonly paymentIntentId: string; readonly paymentId: string },
): Promise<void> {
  if (!readsNotices(processor)) return;
  const intent = await deps.store.read(paymentIntentId);
  const attempt = intent && attemptOf(intent, paymentId);
  if (!intent || attempt?.step !== "success") return;
  const { operatorId, currency } = intent;
  const outcome = await processor.lookUp(
    chargeKey(attempt),
    { amountMinor: attempt.price.totalMinor, currency },
    await chargeNotices(deps, operatorId, attempt),
  );
  const verdict = verdictOf(attempt, outcome);
  if (verdict === null) return;
  await deps.keyring.load(operatorId);
  if (verdict !== "agreed") {
    return raiseAlarm(deps, subjectOfPayment(intent, attempt), verdict, outcome, "notice");
  }
  const mark = await findAppliedMark(deps.database.kysely, operatorId, paymentId);
  if (mark?.outcome === "success" && mark.confirmedAtMs === null) {
    await confirmMark(deps.database.kysely, mark, deps.clock.nowMs());
  }
}
