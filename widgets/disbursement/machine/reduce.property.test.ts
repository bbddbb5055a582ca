/** Any events in any order, including late and repeated responses. */
import fc from "fast-check";
import { expect, it } from "vitest";
import {
  disbursementThatIs,
  exampleChoice,
  exampleSession,
  failedDisbursement,
  lost,
  refused,
} from "../examples.ts";
import { reduce } from "./reduce.ts";
import {
  type DisbursementEffect,
  type DisbursementEvent,
  type DisbursementState,
  firstState,
} from "./state.ts";

const payouts = fc.constantFrom(
  disbursementThatIs("pending-validation"),
  disbursementThatIs("pending"),
  disbursementThatIs("success"),
  disbursementThatIs("voided", "rejected"),
  disbursementThatIs("voided", "pending"),
  disbursementThatIs("refunded"),
  disbursementThatIs("lunar"),
  failedDisbursement("account_closed", "Closed."),
);
const statuses = fc.constantFrom(
  "pending",
  "requires-customer-data",
  "pending-validation",
  "success",
  "failed",
  "rejected",
  "refunded",
  "expired",
  "lunar",
);
const failures = fc.constantFrom(
  lost,
  refused("amount_changed"),
  refused("requirements_unmet"),
  refused("disbursement_already_submitted"),
  refused("disbursement_intent_expired"),
  refused("client_secret_expired", 401),
  refused("idempotency_key_in_use"),
  refused("idempotency_key_reused"),
  refused("routing_number_invalid", 400),
  refused("too_many_attempts", 429),
  refused("not_yet_invented", 400),
);
const requirement = fc.constantFrom(
  { type: "customer_data", blocks: "submission" } as const,
  { type: "kyc", blocks: "submission" } as const,
  { type: "w9", blocks: "approval" } as const,
  { type: "palm_reading", blocks: "submission" } as const,
);
const sessions = fc
  .record({
    status: statuses,
    disbursement: fc.option(payouts),
    requirements: fc.array(requirement, { maxLength: 3 }),
    netAmount: fc.constantFrom(1250, 950),
  })
  .map(({ status, disbursement, requirements, netAmount }) =>
    exampleSession(
      { status: disbursement?.intentStatus ?? status },
      {
        disbursement,
        requirements,
        amounts: { ...exampleSession().amounts, netAmount },
      },
    ),
  );
/** `late`: the response of an earlier run. */
const answers = fc.tuple(
  fc.boolean(),
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ type: fc.constant("sessionLoaded" as const), session: sessions }),
    },
    fc.record({ type: fc.constant("sessionFailed" as const), failure: failures }),
    fc.record({ type: fc.constant("answered" as const), disbursement: payouts }),
    fc.record({ type: fc.constant("attemptFailed" as const), failure: failures }),
    fc.record({
      type: fc.constant("statusAnswered" as const),
      status: statuses,
      disbursement: fc.option(payouts),
    }),
    fc.record({ type: fc.constant("statusFailed" as const), failure: failures }),
    fc.record({ type: fc.constant("renewFailed" as const) }),
  ),
);
const presses = fc.constantFrom(
  { type: "methodChosen", choice: exampleChoice } as const,
  { type: "confirm" } as const,
  { type: "changeMethod" } as const,
  { type: "requirementMet" } as const,
  { type: "w9Deferred" } as const,
  { type: "retry" } as const,
  { type: "woken" } as const,
  { type: "secretReceived" } as const,
);
const script = fc.array(
  fc.oneof({ weight: 3, arbitrary: answers }, { weight: 2, arbitrary: presses }),
  { maxLength: 40 },
);

type Check = (
  before: DisbursementState,
  event: DisbursementEvent,
  after: DisbursementState,
  effects: readonly DisbursementEffect[],
) => void;

/** Plays the script with the check that `start` makes. */
function holds(start: () => Check) {
  fc.assert(
    fc.property(script, (steps) => {
      const check = start();
      let state = firstState;
      for (const step of [{ type: "secretReceived" } as const, ...steps]) {
        const event = Array.isArray(step)
          ? ({ ...step[1], run: step[0] ? state.run - 1 : state.run } as DisbursementEvent)
          : step;
        const [after, effects] = reduce(state, event);
        check(state, event, after, effects);
        state = after;
      }
    }),
  );
}

it("leaves an end only for a new secret", () => {
  const ends = ["success", "failed", "rejected", "refunded", "voided"];
  holds(() => (before, event, after) => {
    if (ends.includes(before.step) && event.type !== "secretReceived") expect(after).toBe(before);
  });
});

it("ignores every late response", () => {
  holds(() => (before, event, after, effects) => {
    if (!("run" in event) || event.run === before.run) return;
    expect(after).toBe(before);
    expect(effects).toEqual([]);
  });
});

it("sends only what was confirmed under the amount in view", () => {
  holds(() => (before, event, after, effects) => {
    for (const effect of effects) {
      if (effect.type !== "send") continue;
      expect(effect.netAmount).toBe(before.amounts?.netAmount);
      expect(after.amounts).toBe(before.amounts);
      const isPress = event.type === "confirm" && before.step === "review";
      const isRepeat = event.type === "attemptFailed" && before.step === "sending";
      expect(isPress || isRepeat).toBe(true);
    }
  });
});

it("keeps an attempt's key until its outcome is known", () => {
  holds(() => (before, event, after) => {
    if (after.attempt === before.attempt) return;
    expect(event.type).toBe("attemptFailed");
    if (event.type === "attemptFailed") expect(event.failure.kind).toBe("refused");
  });
});

it("has at most one request under way that counts: the newest", () => {
  holds(() => (_, __, after, effects) => {
    const requests = effects.filter((effect) => "run" in effect);
    expect(requests.length).toBeLessThanOrEqual(1);
    for (const effect of requests) if ("run" in effect) expect(effect.run).toBe(after.run);
  });
});

it("reports each kind of result to the page once until there is a new secret", () => {
  holds(() => {
    let reported: string[] = [];
    return (_, event, __, effects) => {
      if (event.type === "secretReceived") reported = [];
      for (const effect of effects) {
        if (effect.type !== "finish") continue;
        expect(reported[reported.length - 1]).not.toBe(effect.result.type);
        reported.push(effect.result.type);
      }
    };
  });
});

it("always waits for the customer, the service or the page, except at an end", () => {
  const byService = ["loading", "sending", "waiting", "processing", "unknown"];
  holds(() => {
    let isAsked = false;
    return (before, event, after, effects) => {
      if (effects.some((effect) => "run" in effect)) isAsked = true;
      else if ("run" in event && event.run === before.run && after !== before) isAsked = false;
      if (byService.includes(after.step)) expect(isAsked, after.step).toBe(true);
    };
  });
});
