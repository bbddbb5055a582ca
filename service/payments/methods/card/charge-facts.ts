import type { ChargeFacts } from "#contract/connectors/charge-facts";
import { type ChargeOutcome, stopsCard } from "../../../providers/processor/index.ts";
import type { AttemptPatch } from "../../attempt-changes.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import type { AttemptRecord } from "../../records.ts";
import { nativeResultPatch } from "./three-ds/native-record.ts";

/** What the processor said about a charge besides its result; null before that, and for other methods than cards. */
export function factsOfCharge({ type, detail }: Pick<AttemptRecord, "type" | "detail">) {
  return type === "card" ? ((detail["facts"] as ChargeFacts | undefined) ?? null) : null;
}

/**
 * The patch with an outcome's facts besides its result, including the processor's own 3-D Secure. Counts codes that
 * the connector does not know. A decline that forbids another try stops the card; see stopped-cards.ts.
 */
export function factsPatch(
  { counters }: Pick<PaymentsDeps, "counters">,
  attempt: AttemptRecord,
  outcome: ChargeOutcome,
): Pick<AttemptPatch, "detail" | "threeDS"> {
  if (outcome.type !== "approved" && outcome.type !== "declined") return {};
  const native = nativeResultPatch(attempt, outcome);
  const { detail, processor } = attempt;
  const isDeclined = outcome.type === "declined";
  if (isDeclined && outcome.isUnknownCode) counters.unknownDeclineCode(processor);
  const isStopped = isDeclined && stopsCard(outcome.declineCode, outcome.facts);
  if (!outcome.facts && !isStopped) return native;
  return {
    ...native,
    detail: {
      ...detail,
      ...(outcome.facts && { facts: outcome.facts }),
      ...(isStopped && { stopsCard: true }),
    },
  };
}
