/** What a check says about processors that misbehave. Time passes only while it waits. */
import { describe, expect, test } from "vitest";
import { cardCapabilities, withNativeThreeDSecure } from "#contract/connectors/card-capabilities";
import type { CardProcessor, ChargeOutcome, RefundOutcome } from "../card-processor.ts";
import type { OutcomeNotice } from "../kit/notices.ts";
import { vendorTests } from "../vendor-settings.ts";
import { type CheckStep, type CheckTools, checkProcessor, checkSteps } from "./check-processor.ts";

interface Fake extends CardProcessor {
  readonly charged: Map<string, number>;
  readonly reversed: string[];
}

function processor(overrides: Partial<CardProcessor> = {}): Fake {
  const charged = new Map<string, number>();
  const reversed: string[] = [];
  const approved = (key: string): ChargeOutcome =>
    charged.has(key) ? { type: "approved", chargeId: `ch-${key}` } : { type: "not_found" };
  return {
    name: "fake",
    vendor: "tessera",
    capabilities: cardCapabilities.tessera,
    charged,
    reversed,
    async charge({ amountMinor }, key) {
      charged.set(key, amountMinor);
      return approved(key);
    },
    lookUp: async (key) => approved(key),
    async reverse(chargeId) {
      reversed.push(chargeId);
      return { type: "reversed", reversalId: "re" };
    },
    refund: async () => refunded,
    lookUpRefund: async () => refunded,
    answerDispute: async () => ({ type: "unreached" }),
    lookUpAnswer: async () => ({ type: "not_found" }),
    isHealthy: async () => true,
    readNotice: () => undefined,
    ...overrides,
  };
}

const refunded: RefundOutcome = { type: "success", refundId: "re", kind: "refund", arn: null };

async function check(
  of: CardProcessor,
  tools: Partial<CheckTools> = {},
): Promise<readonly CheckStep[]> {
  let nowMs = Date.UTC(2026, 0, 1);
  return checkProcessor(of, {
    tests: vendorTests.tessera,
    currency: "USD",
    runId: "check_1",
    firstAmountMinor: 1_000,
    nowMs: () => nowMs,
    wait: async (ms) => {
      nowMs += ms;
    },
    readNotices: async () => [],
    noticeState: async () => null,
    longestNoticeWaitMs: 20_000,
    ...tools,
  });
}
const resultOf = (steps: readonly CheckStep[], name: string) =>
  steps.find(({ step }) => step === name);

test("every step has a result, once and in order", async () => {
  const steps = await check(processor());
  expect(steps.map(({ step }) => step)).toEqual(
    // A vendor can have several cases of a step; the sandbox has one of each.
    checkSteps,
  );
});

test("a vendor that authenticates customers itself responds to a soft decline with a challenge, which the check leaves open", async () => {
  const tests = vendorTests.stripe;
  const soft = tests.cases.find(({ step }) => step === "soft_decline")?.charge.number;
  const ended: string[] = [];
  const plain = processor();
  const native = processor({
    capabilities: withNativeThreeDSecure(cardCapabilities.stripe),
    charge: async (order, key) =>
      order.card.number === soft && order.native
        ? { type: "challenge", url: "https://hooks.stripe.com/redirect" }
        : plain.charge(order, key),
    lookUp: (key, expected) => plain.lookUp(key, expected),
    async endChallenge(key) {
      ended.push(key);
      return { type: "declined", chargeId: "pi", declineCode: "authentication_canceled" };
    },
  });
  const steps = await check(native, { tests });
  expect(resultOf(steps, "soft_decline")).toEqual({
    step: "soft_decline",
    result: "works",
    codes: ["challenge"],
  });
  expect(ended).toHaveLength(1);
  expect(resultOf(steps, "three_d_secure")).toMatchObject({ codes: ["not_supported"] });
});

test("an approval of a card that must be declined fails the step, and is reversed", async () => {
  const fake = processor();
  const steps = await check(fake);
  expect(resultOf(steps, "decline")).toMatchObject({ result: "fails", codes: ["approved"] });
  expect(resultOf(steps, "reversal")).toMatchObject({ result: "works" });
  // The check reverses all charges but the two that it refunded.
  expect(fake.reversed).toHaveLength(fake.charged.size - 2);
});

test("a charge without a response is looked up, and reversed if it was made", async () => {
  const charges = new Map<string, number>();
  const fake = processor({
    async charge({ amountMinor }, key) {
      charges.set(key, amountMinor);
      return { type: "unknown", reason: "deadline" };
    },
    lookUp: async (key) =>
      charges.has(key) ? { type: "approved", chargeId: `ch-${key}` } : { type: "not_found" },
  });
  const steps = await check(fake);
  expect(resultOf(steps, "approval")).toMatchObject({ result: "works" });
  expect(resultOf(steps, "repeat")).toMatchObject({
    result: "fails",
    codes: ["unknown", "deadline"],
  });
  expect(fake.reversed.length).toBeGreaterThan(0);
});

test("a charge that stays unknown ends the check, and its reversal fails", async () => {
  const steps = await check(
    processor({
      charge: async () => ({ type: "unknown", reason: "deadline" }),
      lookUp: async () => ({ type: "unknown", reason: "status_500" }),
    }),
  );
  expect(resultOf(steps, "approval")).toMatchObject({ result: "fails" });
  expect(resultOf(steps, "reversal")).toMatchObject({ result: "fails" });
  expect(resultOf(steps, "whole_refund")).toEqual({
    step: "whole_refund",
    result: "not_tested",
    codes: ["no_approval"],
  });
});

test("another charge under our reference fails the look-up", async () => {
  const steps = await check(
    processor({ lookUp: async () => ({ type: "approved", chargeId: "of-another" }) }),
  );
  expect(resultOf(steps, "look_up")).toMatchObject({ result: "fails" });
});

test("a refund that is refused fails, and its charge is reversed", async () => {
  const fake = processor({
    refund: async () => ({ type: "rejected", code: "charge_not_refundable" }),
  });
  const steps = await check(fake);
  expect(resultOf(steps, "whole_refund")).toMatchObject({
    result: "fails",
    codes: ["rejected", "charge_not_refundable"],
  });
  expect(fake.reversed).toHaveLength(fake.charged.size);
});

test("abilities that the connector lacks are not tested", async () => {
  const capabilities = {
    ...cardCapabilities.tessera,
    refunds: "none",
    storedCredentials: false,
    softDeclines: false,
    notices: "none",
  } as const;
  const steps = await check(processor({ capabilities }));
  for (const step of ["whole_refund", "stored_credentials", "soft_decline", "notices"]) {
    expect(resultOf(steps, step)).toMatchObject({
      result: "not_tested",
      codes: ["not_supported"],
    });
  }
});

test("a vendor whose refund never completes does not block the check: later steps are not tested", async () => {
  let callCount = 0;
  const slow = processor({
    capabilities: { ...cardCapabilities.tessera, findsAfterMs: 10 * 60_000 },
    refund: async () => ({ type: "unknown", reason: "deadline" }),
    async lookUpRefund() {
      callCount += 1;
      return { type: "unknown", reason: "deadline" };
    },
  });
  const steps = await check(slow);
  expect(resultOf(steps, "decline")).toMatchObject({ result: "not_tested", codes: ["no_time"] });
  expect(resultOf(steps, "reversal")).toMatchObject({ result: "works" });
  expect(callCount).toBeLessThan(300);
});

describe("notices in a check", () => {
  const takes = () => processor({ readNotice: () => ({ type: "forged" }) });

  test("work once a notice has arrived, even late", async () => {
    let callCount = 0;
    const steps = await check(takes(), {
      noticeState: async () => {
        callCount += 1;
        return callCount > 5 ? "received" : "refused";
      },
    });
    expect(resultOf(steps, "notices")).toEqual({ step: "notices", result: "works", codes: [] });
  });

  test.each([
    ["none arrives", null, "not_tested", "no_notice_arrived"],
    ["only one with a wrong signature arrives", "refused", "fails", "notice_signature_invalid"],
  ] as const)("%s", async (_, received, result, code) => {
    const steps = await check(takes(), { noticeState: async () => received });
    expect(resultOf(steps, "notices")).toMatchObject({ result, codes: [code] });
  });

  test("are not tested without the vendor's key, or without a charge", async () => {
    expect(resultOf(await check(processor()), "notices")).toMatchObject({
      result: "not_tested",
      codes: ["no_signing_key"],
    });
    const declines = processor({
      readNotice: () => ({ type: "forged" }),
      charge: async () => ({ type: "declined", chargeId: "ch", declineCode: "generic_decline" }),
    });
    expect(resultOf(await check(declines), "notices")).toMatchObject({ codes: ["no_approval"] });
  });
});

describe("a vendor without a query", () => {
  const capabilities = { ...cardCapabilities.adyen, repeats: false };
  function byNotice(): Fake {
    const fake = processor({ capabilities, readNotice: () => ({ type: "forged" }) });
    const lookUp: CardProcessor["lookUp"] = async (key, _, notices = []) => {
      if (!notices.some((notice) => notice.key === key)) {
        return { type: "unknown", reason: "no_notice_yet" };
      }
      return { type: "approved", chargeId: `ch-${key}` };
    };
    const lookUpRefund: CardProcessor["lookUpRefund"] = async (key, _, notices = []) =>
      notices.some((notice) => notice.key === key)
        ? refunded
        : { type: "unknown", reason: "no_notice_yet" };
    return Object.assign(fake, { lookUp, lookUpRefund });
  }
  const noticeOf = (key: string) => ({ key }) as OutcomeNotice;

  test("is looked up by the notices about our keys", async () => {
    const steps = await check(byNotice(), {
      readNotices: async (keys) => keys.map(noticeOf),
      noticeState: async () => "received",
    });
    for (const step of ["look_up", "refund_look_up", "notices"]) {
      expect(resultOf(steps, step)).toMatchObject({ result: "works" });
    }
  });

  test("has look-ups that cannot be tested without notices, and fails no other step", async () => {
    const steps = await check(byNotice());
    for (const step of ["look_up", "refund_look_up", "notices"]) {
      expect(resultOf(steps, step)).toMatchObject({
        result: "not_tested",
        codes: ["no_notice_arrived"],
      });
    }
    // The stand-in gives Adyen's cards no declines.
    const failed = steps.filter(({ result }) => result === "fails").map(({ step }) => step);
    expect(failed).toEqual(["decline", "security_code"]);
  });
});
