import type { ChargeRequest } from "#contract/connectors/processor";
import type { CardProcessor, ChargeOutcome } from "../../../providers/processor/index.ts";

/**
 * Charges, and when the answer can't be believed or did not come, finds out what happened.
 *
 * It guarantees at most one charge: the second try has the same key, which the connector promises to
 * take for the same charge, and is made only after a look-up said that there is none, and not after
 * a deadline, because then the first may still be on its way.
 *
 * The outcome may still be `unknown`; a `mismatch` and the decline of a second try have been confirmed by a
 * look-up. `unreached` and `rejected` are given only when nothing was sent before.
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
  if (first.type !== "unknown" || first.reason === "deadline") {
    return { type: "unknown", reason: "not_found_yet" };
  }
  const second = await processor.charge(request, key);
  // The first may be on its way still: that the second did not arrive, or was refused, says nothing
  // about it, and another processor must not charge beside it.
  if (second.type === "unreached" || second.type === "rejected") {
    return { type: "unknown", reason: `second_${second.type}` };
  }
  if (second.type === "approved" || second.type === "pending") return second;
  // A decline of the second says nothing about the first either, so it is looked up like no answer.
  const foundAfter = await processor.lookUp(key, request);
  return foundAfter.type === "not_found"
    ? { type: "unknown", reason: "not_found_yet" }
    : foundAfter;
}

function isClear(outcome: ChargeOutcome): boolean {
  return outcome.type !== "unknown" && outcome.type !== "mismatch";
}
