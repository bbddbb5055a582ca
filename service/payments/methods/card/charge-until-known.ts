import type { ChargeRequest } from "#contract/connectors/processor";
import type { CardProcessor, ChargeOutcome } from "../../../providers/processor/index.ts";

/**
 * Charges, and finds out what happened when the answer is missing or not believable.
 *
 * It never charges twice. The second request has the same charge key, and the connector promises
 * one charge per key. It is sent only after a look-up found no charge, and never after a deadline,
 * because the first request may still be on its way, or to a processor that cannot take a repeat.
 *
 * The outcome may still be `unknown`. A look-up has confirmed every `mismatch`, and every decline
 * of a second request. `unreached` and `rejected` are returned only if nothing was sent before.
 */
export async function chargeUntilKnown(
  processor: CardProcessor,
  request: ChargeRequest,
  key: string,
): Promise<ChargeOutcome> {
  const first = await processor.charge(request, key);
  if (isClear(first)) return first;
  const found = await processor.lookUp(key, request);
  if (found.type !== "not_found") return found;
  const { repeats } = processor.capabilities;
  if (!repeats || first.type !== "unknown" || first.reason === "deadline") {
    return { type: "unknown", reason: "not_found_yet" };
  }
  const second = await processor.charge(request, key);
  // If the second request did not arrive or was rejected, the first may still be on its way.
  // Another processor must not charge as well.
  if (second.type === "unreached" || second.type === "rejected") {
    return { type: "unknown", reason: `second_${second.type}` };
  }
  if (second.type === "approved" || second.type === "pending") return second;
  // The decline of the second request says nothing about the first, so it is looked up.
  const foundAfter = await processor.lookUp(key, request);
  return foundAfter.type === "not_found"
    ? { type: "unknown", reason: "not_found_yet" }
    : foundAfter;
}

function isClear(outcome: ChargeOutcome): boolean {
  return outcome.type !== "unknown" && outcome.type !== "mismatch";
}
