import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chooseMethod, movePayout, type PayoutChange } from "../payout-changes.ts";
import type { DisbursementRecord, PayoutRecord } from "../records.ts";
import {
  countedSteps,
  intentStatusOf,
  isFinal,
  nextPayoutStep,
  type PayoutEvent,
  type PayoutStep,
  payoutEvents,
  payoutSteps,
  recordStatusOf,
  webhookStatusOf,
} from "./payout-steps.ts";

const windowMs = 2 * 60 * 60_000;
const fresh: PayoutRecord = {
  disbursementIntentId: "di_1",
  operatorId: "op_1",
  externalDisbursementIntentId: "x-1",
  externalCustomerId: "ada",
  amountMinor: 5_000,
  currency: "USD",
  taxCategory: "prize",
  description: null,
  customData: {},
  secretHash: "",
  step: "open",
  version: 1,
  createdAtMs: 0,
  updatedAtMs: 0,
  expiresAtMs: windowMs,
  createdKeyId: "key_1",
  heldAtMs: null,
  record: null,
};
const chosen: DisbursementRecord = {
  disbursementId: "dis_1",
  type: "bank",
  withheldMinor: 0,
  destinationSealed: "sealed",
  shown: { bankName: null, accountType: "checking", last4: "6789" },
  damagedShown: null,
  messages: [],
  provider: null,
  payoutId: null,
  submittedAtMs: 0,
  decidedAtMs: null,

  decidedBy: null,
  decidedKeyId: null,
  paidAtMs: null,
  taxDate: "1970-01-01",
  nextCheckAtMs: null,
  checks: 0,
  sentAtMs: null,
  arrivedLate: false,
  arrivedAgain: false,
  consentId: null,
};

/** The steps as the decision records state them, independent of the table under test. */
interface Model {
  phase: "choosing" | "waiting" | "moving" | "arrived" | "failed" | "over";
  lacksData: boolean;
  nowMs: number;
}

function allowed(model: Model, event: PayoutEvent): boolean {
  switch (event) {
    case "data_missing":
      return model.phase === "choosing" && !model.lacksData;
    case "data_complete":
      return model.phase === "choosing" && model.lacksData;
    case "window_closed":
      return model.phase === "choosing";
    case "method_chosen":
      return model.phase === "choosing" && !model.lacksData;
    case "withholding_changed":
    case "approved":
    case "rejected":
      return model.phase === "waiting";
    case "came_back":
    case "found_not_paid":
      return model.phase === "arrived";
    case "found_paid":
      return model.phase === "failed";
    case "held":
    case "released":
      return model.phase === "waiting" || model.phase === "moving";
    default:
      return model.phase === "moving";
  }
}

function afterwards(event: PayoutEvent): Partial<Model> {
  switch (event) {
    case "data_missing":
      return { lacksData: true };
    case "data_complete":
      return { lacksData: false };
    case "method_chosen":
      return { phase: "waiting" };
    case "withholding_changed":
    case "taken_up":
    case "held":
    case "released":
      return {};
    case "approved":
      return { phase: "moving" };
    case "arrived":
    case "found_paid":
      return { phase: "arrived" };
    case "failed":
    case "found_not_paid":
      return { phase: "failed" };
    default:
      return { phase: "over" };
  }
}

/** Applies an event as the flows do: the window closes only after its end. */
function applyEvent(payout: PayoutRecord, event: PayoutEvent, nowMs: number) {
  if (event === "window_closed" && nowMs < payout.expiresAtMs) return null;
  return event === "method_chosen"
    ? chooseMethod(payout, chosen, nowMs)
    : movePayout(payout, event, nowMs);
}

/** One path to each step. Random sequences find most of them, but not in every run. */
const paths: readonly (readonly PayoutEvent[])[] = [
  ["data_missing"],
  ["window_closed"],
  ["method_chosen", "rejected"],
  ...(["taken_up", "arrived", "refused", "failed", "canceled"] as const).map(
    (event) => ["method_chosen", "approved", event] as const,
  ),
];

test("no sequence of events leads to a step that the rules do not allow, with any clock", () => {
  const moves = fc.array(
    fc.record({
      event: fc.constantFrom(...payoutEvents),
      turnMs: fc.constantFrom(0, 1, 60_000, windowMs),
    }),
    { minLength: 1, maxLength: 40 },
  );
  const reached = new Set<PayoutStep>();
  void fc.assert(
    fc.property(moves, (sequence) => {
      let payout = fresh;
      let model: Model = { phase: "choosing", lacksData: false, nowMs: 0 };
      for (const { event, turnMs } of sequence) {
        model = { ...model, nowMs: model.nowMs + turnMs };
        // The table refuses a second `taken_up`, because it changes nothing.
        if (event === "taken_up" && payout.step === "sent") continue;
        const isInTime = event !== "window_closed" || model.nowMs >= fresh.expiresAtMs;
        const expected = isInTime && allowed(model, event);
        const change: PayoutChange | null = applyEvent(payout, event, model.nowMs);
        expect(change !== null, `${event} in ${payout.step}`).toBe(expected);
        if (!change) continue;
        expect(change.payout.version).toBe(payout.version + 1);
        if (event === "held" || event === "released") expect(change.payout.step).toBe(payout.step);
        payout = change.payout;
        model = { ...model, ...afterwards(event) };
        reached.add(payout.step);
        expect(payout.record === null).toBe(recordStatusOf(payout.step) === null);
        if (["over", "failed", "arrived"].includes(model.phase)) {
          expect(isFinal(payout.step)).toBe(true);
          expect(payout.record?.destinationSealed ?? null).toBeNull();
          expect(payout.heldAtMs).toBeNull();
        } else if (payout.record) expect(payout.record.destinationSealed).toBe("sealed");
        expect(countedSteps.includes(payout.step)).toBe(
          ["waiting", "moving", "arrived"].includes(model.phase),
        );
      }
    }),
    {
      numRuns: 1_000,
      examples: paths.map((path) => [path.map((event) => ({ event, turnMs: windowMs }))]),
    },
  );
  expect([...reached, "open"].sort()).toEqual(
    expect.arrayContaining(payoutSteps.filter((step) => step !== "refunded")),
  );
});

describe("statuses", () => {
  test("of intent and record are the documented ones for every step", () => {
    const shown = payoutSteps.map((step) => [step, intentStatusOf(step), recordStatusOf(step)]);
    expect(shown).toEqual([
      ["requires_customer_data", "requires-customer-data", null],
      ["open", "pending", null],
      ["awaiting_approval", "pending-validation", "pending-validation"],
      ["approved", "pending", "pending"],
      ["sent", "pending", "pending"],
      ["success", "success", "success"],
      ["declined", "failed", "failed"],
      ["failed", "failed", "failed"],
      ["voided", "failed", "voided"],
      ["refunded", "refunded", "refunded"],
      ["rejected", "rejected", "voided"],
      ["expired", "expired", null],
    ]);
  });

  test("webhooks report every transition that matters to operators", () => {
    expect(payoutEvents.map((event) => webhookStatusOf(event))).toEqual([
      null,
      null,
      "expired",
      "pending-validation",
      null,
      "approved",
      "rejected",
      null,
      "success",
      "declined",
      "failed",
      "voided",
      "refunded",
      "success",
      "failed",
      "held",
      "released",
    ]);
  });

  test("money moves only from approved, and only a decision leads there", () => {
    for (const step of payoutSteps) {
      for (const event of payoutEvents) {
        const next = nextPayoutStep(step, event);
        if (event === "held" || event === "released") continue;
        if (next === "approved") expect([step, event]).toEqual(["awaiting_approval", "approved"]);
        if (next === "sent") expect([step, event]).toEqual(["approved", "taken_up"]);
        if (next === "success") {
          expect(event === "found_paid" ? ["failed"] : ["approved", "sent"]).toContain(step);
        }
      }
    }
  });
});
