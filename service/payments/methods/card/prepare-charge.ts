import type { ChargeRequest } from "#contract/connectors/processor";
import type { CardProcessor, ChargeOutcome } from "../../../providers/processor/index.ts";
import { patch } from "../../flow/attempt-handle.ts";
import { leaseEndMs } from "../../payments-deps.ts";
import { type AttemptRecord, chargeKey, type IntentRecord, isSameCharge } from "../../records.ts";
import type { CardHandle } from "./card-handle.ts";

export type Prepared =
  /** The charge may be sent. `reference` is stored; null: the processor needs none. */
  | { readonly type: "ready"; readonly reference: string | null }
  /** Nothing was charged and nothing will be. */
  | Extract<ChargeOutcome, { readonly type: "unreached" | "rejected" }>
  /** Another request or job has moved the attempt: no charge here. */
  | { readonly type: "moved"; readonly intent: IntentRecord };

/**
 * Has the processor make its object for the charge, and stores the object's reference. The charge is sent only
 * afterwards, so recovery always knows what to look up. After a crash in between, the object remains and never charges.
 *
 * The reference is stored only while the attempt waits for this charge: after recovery has failed the attempt, a slow
 * request can no longer charge.
 */
export async function prepareCharge(
  handle: CardHandle,
  attempt: AttemptRecord,
  processor: CardProcessor,
  request: ChargeRequest,
): Promise<Prepared> {
  if (!processor.prepare) return { type: "ready", reference: attempt.chargeReference };
  if (attempt.chargeReference !== null) {
    return { type: "ready", reference: attempt.chargeReference };
  }
  const outcome = await processor.prepare(request, chargeKey(attempt));
  if (outcome.type !== "prepared") return outcome;
  const { reference } = outcome;
  const stored = await patch(handle, (latest) =>
    isSameCharge(latest, attempt) && latest.chargeReference === null
      ? { chargeReference: reference, nextCheckAtMs: leaseEndMs(handle.deps) }
      : null,
  );
  return stored.written ? { type: "ready", reference } : { type: "moved", intent: stored.intent };
}
