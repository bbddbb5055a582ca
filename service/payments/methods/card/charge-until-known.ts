import type {
  CardProcessor,
  ChargeOrder,
  ChargeOutcome,
  OutcomeNotice,
} from "../../../providers/processor/index.ts";

/**
 * Charges, and finds out what happened when the response is missing or not believable.
 *
 * It never charges twice: the second request has the same charge key, and the connector promises one charge per key.
 * The second request needs a look-up that found no charge. It is never sent after a deadline, because the first request
 * may be on its way, or to a processor that cannot take a repeat.
 *
 * A processor that only replays has one response for each key, even while the first request is on its way. So the
 * request is repeated once while the card is in memory, unless a notice has the outcome.
 *
 * The outcome may still be `unknown`. A look-up has confirmed every `mismatch`, and every decline of a second request;
 * a replay returns the first request's response. `unreached` and `rejected` come only from the first request, so
 * nothing was charged.
 */
export async function chargeUntilKnown(
  processor: CardProcessor,
  order: ChargeOrder,
  key: string,
  readNotices: () => Promise<readonly OutcomeNotice[]>,
): Promise<ChargeOutcome> {
  const first = await processor.charge(order, key);
  if (isClear(first)) return first;
  const outcome = await processor.lookUp(key, order, await readNotices());
  const { repeats, lookUp } = processor.capabilities;
  if (outcome.type === "unknown" && lookUp === "replay") return replay(processor, order, key);
  if (outcome.type !== "not_found") return outcome;
  if (!repeats || first.type !== "unknown" || first.reason === "deadline") {
    return { type: "unknown", reason: "not_found_yet" };
  }
  const second = await processor.charge(order, key);
  // The first request may be on its way, so another processor must not charge.
  if (second.type === "unreached" || second.type === "rejected") {
    return { type: "unknown", reason: `second_${second.type}` };
  }
  if (second.type === "approved" || second.type === "pending" || second.type === "challenge") {
    return second;
  }
  // The second request's decline says nothing about the first, so look it up.
  const foundAfter = await processor.lookUp(key, order, await readNotices());
  return foundAfter.type === "not_found"
    ? { type: "unknown", reason: "not_found_yet" }
    : foundAfter;
}

async function replay(
  processor: CardProcessor,
  order: ChargeOrder,
  key: string,
): Promise<ChargeOutcome> {
  const repeat = await processor.charge(order, key);
  const isRefusal = repeat.type === "unreached" || repeat.type === "rejected";
  return isRefusal ? { type: "unknown", reason: `second_${repeat.type}` } : repeat;
}

function isClear(outcome: ChargeOutcome): boolean {
  return outcome.type !== "unknown" && outcome.type !== "mismatch";
}
