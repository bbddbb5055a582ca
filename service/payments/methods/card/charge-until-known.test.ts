import { describe, expect, it } from "vitest";
import { cardCapabilities } from "#contract/connectors/card-capabilities";
import type { ChargeRequest } from "#contract/connectors/processor";
import type { CardProcessor, ChargeOutcome } from "../../../providers/processor/index.ts";
import { chargeUntilKnown } from "./charge-until-known.ts";

const request: ChargeRequest = {
  merchantReference: "pay_1",
  amountMinor: 4999,
  currency: "USD",
  card: { number: "4242424242424242", expiryMonth: 12, expiryYear: 2030 },
  descriptor: "SHOP",
};

/** Answers from two scripts, and records the keys of its charge requests. */
function scripted(charges: ChargeOutcome[], lookUps: ChargeOutcome[]) {
  const keys: string[] = [];
  const processor: CardProcessor = {
    name: "scripted",
    vendor: "tessera",
    capabilities: cardCapabilities.tessera,
    charge: async (_, key) => {
      keys.push(key);
      return charges.shift() ?? { type: "unknown", reason: "script_over" };
    },
    lookUp: async () => lookUps.shift() ?? { type: "not_found" },
    reverse: async () => ({ type: "unknown", reason: "never asked" }),
    refund: async () => ({ type: "unknown", reason: "never asked" }),
    lookUpRefund: async () => ({ type: "unknown", reason: "never asked" }),
    answerDispute: async () => ({ type: "unknown", reason: "never asked" }),
    lookUpAnswer: async () => ({ type: "unknown", reason: "never asked" }),
    readNotice: () => undefined,
    isHealthy: async () => true,
  };
  return { processor, keys };
}

const noNotices = async () => [];

const broken: ChargeOutcome = { type: "unknown", reason: "broken" };

describe("a charge with a lost response that a look-up does not find", () => {
  it.each([
    ["can no longer be reached", { type: "unreached" }],
    ["rejects the second request", { type: "rejected", reason: "status_401" }],
  ] as const)(
    "stays unknown when the processor %s, so that no other processor charges, too",
    async (_, second) => {
      const { processor, keys } = scripted([broken, second], []);
      expect(await chargeUntilKnown(processor, request, "pay_1-1", noNotices)).toMatchObject({
        type: "unknown",
      });
      expect(keys).toEqual(["pay_1-1", "pay_1-1"]);
    },
  );

  it("is looked up before the decline counts if it is declined the second time", async () => {
    const declined: ChargeOutcome = {
      type: "declined",
      chargeId: "ch_2",
      declineCode: "duplicate",
    };
    const approved: ChargeOutcome = { type: "approved", chargeId: "ch_1" };
    const late = scripted([broken, declined], [{ type: "not_found" }, approved]);
    expect(await chargeUntilKnown(late.processor, request, "pay_1-1", noNotices)).toEqual(approved);
    const nowhere = scripted([broken, declined], []);
    expect(await chargeUntilKnown(nowhere.processor, request, "pay_1-1", noNotices)).toMatchObject({
      type: "unknown",
    });
    const truly = scripted([broken, declined], [{ type: "not_found" }, declined]);
    expect(await chargeUntilKnown(truly.processor, request, "pay_1-1", noNotices)).toEqual(
      declined,
    );
  });

  it("is not sent again after a deadline", async () => {
    const { processor, keys } = scripted([{ type: "unknown", reason: "deadline" }], []);
    expect(await chargeUntilKnown(processor, request, "pay_1-1", noNotices)).toMatchObject({
      type: "unknown",
    });
    expect(keys).toHaveLength(1);
  });
});

describe("a charge with a lost response at a processor that replays", () => {
  const noNotice: ChargeOutcome = { type: "unknown", reason: "no_notice_yet" };
  const approved: ChargeOutcome = { type: "approved", chargeId: "ch_1" };
  const declined: ChargeOutcome = { type: "declined", chargeId: "ch_1", declineCode: "lost_card" };
  function replaying(charges: ChargeOutcome[], lookUp: ChargeOutcome = noNotice) {
    const { processor, keys } = scripted(charges, [lookUp]);
    const capabilities = { ...processor.capabilities, lookUp: "replay" } as const;
    return { processor: { ...processor, capabilities }, keys };
  }

  it.each([
    ["broken", approved],
    ["deadline", approved],
    ["broken", declined],
  ] as const)(
    "(%s) has the outcome of a second request with the same key",
    async (reason, outcome) => {
      const { processor, keys } = replaying([{ type: "unknown", reason }, outcome]);
      expect(await chargeUntilKnown(processor, request, "pay_1-1", noNotices)).toEqual(outcome);
      expect(keys).toEqual(["pay_1-1", "pay_1-1"]);
    },
  );

  it("is not sent again if a notice has the outcome", async () => {
    const { processor, keys } = replaying([broken], approved);
    expect(await chargeUntilKnown(processor, request, "pay_1-1", noNotices)).toEqual(approved);
    expect(keys).toHaveLength(1);
  });

  it.each([
    { type: "unreached" },
    { type: "rejected", reason: "error_901" },
    { type: "unknown", reason: "status_409" },
  ] as const)("stays unknown after a second request that is $type", async (second) => {
    const { processor, keys } = replaying([broken, second, approved]);
    expect(await chargeUntilKnown(processor, request, "pay_1-1", noNotices)).toMatchObject({
      type: "unknown",
    });
    expect(keys).toHaveLength(2);
  });
});

describe("a charge that was never sent", () => {
  it("says so, and another processor may be asked", async () => {
    const { processor } = scripted([{ type: "unreached" }], []);
    expect(await chargeUntilKnown(processor, request, "pay_1-1", noNotices)).toEqual({
      type: "unreached",
    });
  });
});
