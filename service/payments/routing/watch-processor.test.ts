import { expect, it } from "vitest";
import { cardCapabilities } from "#contract/connectors/card-capabilities";
import type { CardProcessor, RefundOutcome } from "../../providers/processor/index.ts";
import type { ProcessorHealth } from "./processor-health.ts";
import { watchProcessor } from "./watch-processor.ts";

const order = {
  chargeId: "ch_1",
  merchantReference: "ref_1",
  amountMinor: 2500,
  currency: "USD",
  surchargeMinor: 0,
  reason: "other",
};

/** A watched processor with calls that all fail. */
function watched() {
  const learned: unknown[] = [];
  const failure = { type: "unknown", reason: "status_503" } as const;
  const processor: CardProcessor = {
    name: "failing",
    vendor: "tessera",
    capabilities: cardCapabilities.tessera,
    charge: async () => failure,
    lookUp: async () => failure,
    reverse: async () => failure,
    refund: async ({ chargeId }, key): Promise<RefundOutcome> => ({
      type: "unknown",
      reason: `refund ${chargeId} ${key}`,
    }),
    lookUpRefund: async (key, { chargeId }): Promise<RefundOutcome> => ({
      type: "unknown",
      reason: `look-up ${chargeId} ${key}`,
    }),
    answerDispute: async () => ({ type: "unknown", reason: "never asked" }),
    lookUpAnswer: async () => ({ type: "unknown", reason: "never asked" }),
    readNotice: () => undefined,
    isHealthy: async () => true,
  };
  const health: ProcessorHealth = {
    admits: () => true,
    chargeStarted: () => {},
    chargeEnded: (...ended) => void learned.push(ended),
    checked: () => {},
    now: () => [],
  };
  return { processor: watchProcessor(processor, health), learned };
}

it("passes refunds and their look-ups through, and they do not count towards the breaker", async () => {
  const { processor, learned } = watched();
  expect(await processor.refund(order, "key-1")).toMatchObject({ reason: "refund ch_1 key-1" });
  expect(await processor.lookUpRefund("key-2", order)).toMatchObject({
    reason: "look-up ch_1 key-2",
  });
  expect(learned).toEqual([]);
});

it("counts the failed charge of the same processor", async () => {
  const { processor, learned } = watched();
  const card = { number: "4242424242424242", expiryMonth: 12, expiryYear: 2030 };
  const { merchantReference, amountMinor, currency } = order;
  await processor.charge({ merchantReference, amountMinor, currency, card, descriptor: "" }, "k");
  expect(learned).toEqual([["failing", "failed"]]);
});
