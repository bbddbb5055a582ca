/** Any events in any order, late and repeated answers among them. */
import fc from "fast-check";
import { expect, it } from "vitest";
import {
  declined,
  examplePayment,
  exampleSession,
  lost,
  paid,
  refused,
  waitsForChallenge,
  waitsForMethod,
} from "../examples.ts";
import { reduce } from "./reduce.ts";
import { firstState, type PaymentEffect, type PaymentEvent, type PaymentState } from "./state.ts";

const payments = fc.constantFrom(
  paid,
  declined(),
  declined("insufficient_funds", "pay_2"),
  examplePayment(),
  examplePayment({ status: "on-the-moon", intentStatus: "lunar" }),
  examplePayment({ nextAction: { type: "resume" } }),
  waitsForMethod,
  waitsForChallenge,
);
const failures = fc.constantFrom(
  lost,
  refused("amount_changed"),
  refused("payment_in_progress"),
  refused("payment_already_succeeded"),
  refused("payment_intent_expired"),
  refused("idempotency_key_in_use"),
  refused("idempotency_key_reused"),
  refused("processor_unavailable", 503),
  refused("card_expired", 400),
  refused("rate_limited", 429),
  refused("not_yet_invented", 400),
);
const sessions = fc
  .record({
    status: fc.constantFrom("no-payment", "pending", "failed", "success", "expired", "lunar"),
    payment: fc.option(payments),
    total: fc.constantFrom(52.48, 60),
  })
  .map(({ status, payment, total }) =>
    exampleSession({ status }, { payment, breakdown: { ...exampleSession().breakdown, total } }),
  );
/** `late`: the answer of an earlier run. */
const answers = fc.tuple(
  fc.boolean(),
  fc.oneof(
    fc.record({ type: fc.constant("sessionLoaded" as const), session: sessions }),
    fc.record({ type: fc.constant("sessionFailed" as const), failure: failures }),
    fc.record({ type: fc.constant("answered" as const), payment: payments }),
    fc.record({ type: fc.constant("attemptFailed" as const), failure: failures }),
    fc.record({
      type: fc.constant("methodDone" as const),
      completionIndicator: fc.constantFrom("Y" as const, "N" as const, "U" as const),
    }),
    fc.record({
      type: fc.constant("challengeEnded" as const),
      outcome: fc.constantFrom("completed" as const, "canceled" as const, "timed_out" as const),
    }),
    fc.record({
      type: fc.constant("statusAnswered" as const),
      status: fc.constantFrom("no-payment", "pending", "failed", "success", "expired", "lunar"),
      payment: fc.option(payments),
    }),
    fc.record({ type: fc.constant("statusFailed" as const), failure: failures }),
    fc.record({ type: fc.constant("renewFailed" as const) }),
  ),
);
const presses = fc.constantFrom(
  { type: "submit" } as const,
  { type: "submit", byPage: true } as const,
  { type: "retry" } as const,
  { type: "secretReceived" } as const,
);
const script = fc.array(fc.oneof({ weight: 4, arbitrary: answers }, presses), { maxLength: 40 });

/** Plays the script and hands each transition to `check`. */
function play(
  steps: typeof script extends fc.Arbitrary<infer Steps> ? Steps : never,
  check: (
    before: PaymentState,
    event: PaymentEvent,
    after: PaymentState,
    effects: readonly PaymentEffect[],
  ) => void,
) {
  let state = firstState;
  for (const step of [{ type: "secretReceived" } as const, ...steps]) {
    const event = Array.isArray(step)
      ? ({ ...step[1], run: step[0] ? state.run - 1 : state.run } as PaymentEvent)
      : step;
    const [after, effects] = reduce(state, event);
    check(state, event, after, effects);
    state = after;
  }
}

it("never leaves a success but for a new secret", () => {
  fc.assert(
    fc.property(script, (steps) =>
      play(steps, (before, event, after) => {
        if (before.step === "success" && event.type !== "secretReceived")
          expect(after).toBe(before);
      }),
    ),
  );
});

it("ignores every late answer", () => {
  fc.assert(
    fc.property(script, (steps) =>
      play(steps, (before, event, after, effects) => {
        if (!("run" in event) || event.run === before.run) return;
        expect(after).toBe(before);
        expect(effects).toEqual([]);
      }),
    ),
  );
});

it("has one thing under way at a time, and says which run it belongs to", () => {
  const working = [
    "load",
    "pay",
    "continue",
    "runMethod",
    "openChallenge",
    "lookUp",
    "renewSecret",
  ];
  fc.assert(
    fc.property(script, (steps) =>
      play(steps, (_before, _event, after, effects) => {
        const begun = effects.filter(({ type }) => working.includes(type));
        expect(begun.length).toBeLessThanOrEqual(1);
        for (const effect of begun) expect(effect).toMatchObject({ run: after.run });
      }),
    ),
  );
});

it("takes a new key only after an attempt whose end is known", () => {
  fc.assert(
    fc.property(script, (steps) =>
      play(steps, (before, event, after) => {
        expect(after.attempt - before.attempt).toBeLessThanOrEqual(1);
        if (after.attempt === before.attempt) return;
        const known =
          event.type === "answered" ||
          event.type === "statusAnswered" ||
          event.type === "sessionLoaded" ||
          (event.type === "attemptFailed" && event.failure.kind === "refused");
        expect(known, `${before.step} + ${event.type}`).toBe(true);
      }),
    ),
  );
});

it("pays nothing that was not in view when Pay was pressed, but for the page's own button", () => {
  fc.assert(
    fc.property(script, (steps) => {
      let agreed = false;
      play(steps, (before, event, after, effects) => {
        if (event.type === "submit" && after !== before) {
          agreed ||= before.breakdown !== null || event.byPage === true;
        }
        if (effects.some(({ type }) => type === "pay")) expect(agreed).toBe(true);
      });
    }),
  );
});

it("tells the page how every submit ends, and success exactly when there is one", () => {
  fc.assert(
    fc.property(script, (steps) => {
      let waits = false;
      play(steps, (before, event, after, effects) => {
        const finish = effects.find(({ type }) => type === "finish");
        if (event.type === "submit" && after !== before) waits = true;
        if (finish) waits = false;
        // A secret that comes in between, and a service that refuses it, start a new story.
        if (event.type === "secretReceived" || event.type === "sessionFailed") waits = false;
        if (after.step === "form") expect(waits, `${before.step} + ${event.type}`).toBe(false);
        if (after.step === "success" && before.step !== "success") {
          expect(finish).toMatchObject({ result: { type: "success" } });
        }
      });
    }),
  );
});
