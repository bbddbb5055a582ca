import { expect, test } from "vitest";
import { cardCapabilities } from "#contract/connectors/card-capabilities";
import type { CardProcessor } from "../card-processor.ts";
import { guardCharges } from "./guard-charges.ts";

const order = { merchantReference: "pay_1", amountMinor: 1, currency: "USD" } as never;

function noting(calls: string[]): CardProcessor {
  const note = (name: string) => async () => {
    calls.push(name);
    return { type: "unknown", reason: name } as never;
  };
  return {
    name: "shop",
    vendor: "stripe",
    capabilities: cardCapabilities.stripe,
    prepare: note("prepare"),
    charge: note("charge"),
    lookUp: note("lookUp"),
    reverse: note("reverse"),
    refund: note("refund"),
    lookUpRefund: note("lookUpRefund"),
    answerDispute: note("answerDispute"),
    lookUpAnswer: note("lookUpAnswer"),
    isHealthy: note("isHealthy"),
    settledBatches: note("settledBatches"),
    readNotice: () => undefined,
  };
}

test.each([true, false])(
  "nothing is sent to an account unless it may be called (%s)",
  async (may) => {
    const calls: string[] = [];
    const guarded = guardCharges(noting(calls), async () => may);
    const outcomes = [
      await guarded.prepare?.(order, "k"),
      await guarded.charge(order, "k"),
      await guarded.lookUp("k", order),
      await guarded.reverse("ch", "k", "r"),
      await guarded.refund(order, "k"),
      await guarded.lookUpRefund("k", order),
      await guarded.answerDispute(order, "k"),
      await guarded.lookUpAnswer("k", order),
      await guarded.settledBatches?.({ sinceMs: 0, untilMs: 1, known: new Set() }),
    ];
    await guarded.isHealthy();
    expect(calls).toHaveLength(may ? 10 : 0);
    if (may) return;
    expect(outcomes.map((outcome) => outcome?.type)).toEqual([
      ...["unreached", "unreached", "unknown", "unknown"],
      ...["unreached", "unknown", "unreached", "unknown"],
      "unknown",
    ]);
  },
);

test("guarding adds no preparation to a processor without one", () => {
  const { prepare: _, ...plain } = noting([]);
  expect(guardCharges(plain, async () => true).prepare).toBeUndefined();
});
