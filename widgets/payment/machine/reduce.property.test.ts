/** Any events in any order, including late and repeated responses. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { changeState } from "../example-states.ts";
import {
  declined,
  examplePayment,
  exampleSession,
  lost,
  paid,
  refused,
  waitsAtBank,
  waitsForChallenge,
  waitsForDeposit,
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
  waitsAtBank,
  waitsForDeposit("waiting"),
  waitsForDeposit("detected"),
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
  refused("too_many_attempts", 429),
  refused("not_yet_invented", 400),
);
const priced = (total: number) => ({ ...exampleSession().breakdown, total });
const methods = fc.constantFrom("card" as const, "bank" as const);
const sessions = fc
  .record({
    status: fc.constantFrom("no-payment", "pending", "failed", "success", "expired", "lunar"),
    payment: fc.option(payments),
    total: fc.constantFrom(52.48, 60),
    paymentMethodTypes: fc.constantFrom<string[]>(["card"], ["card", "bank"], ["moon", "bank"]),
  })
  .map(({ status, payment, total, paymentMethodTypes }) =>
    exampleSession({ status }, { payment, paymentMethodTypes, breakdown: priced(total) }),
  );
/** `late`: the response of an earlier run. */
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
/** Answers to the last price request, or to an earlier one. */
const quotes = fc
  .record({ method: methods, back: fc.nat(2), total: fc.option(fc.constantFrom(52.48, 55)) })
  .map((given) => ({ type: "quote" as const, ...given }));
const choices = fc.oneof(
  fc.record({ type: fc.constant("methodChosen" as const), method: methods }),
  fc.constant({
    type: "quoteWanted",
    method: "bank",
    request: { type: "bank", locale: "en", routingNumber: "021000021" },
  } as const),
);
const presses = fc.constantFrom(
  { type: "submit" } as const,
  { type: "submit", byPage: true } as const,
  { type: "retry" } as const,
  { type: "woken" } as const,
  { type: "redirectWanted" } as const,
  { type: "redirectCanceled" } as const,
  { type: "secretReceived" } as const,
);
const script = fc.array(
  fc.oneof({ weight: 4, arbitrary: answers }, { weight: 2, arbitrary: quotes }, choices, presses),
  { maxLength: 40 },
);

type Step = typeof script extends fc.Arbitrary<(infer Each)[]> ? Each : never;

function eventOf(step: Step | { type: "secretReceived" }, state: PaymentState): PaymentEvent {
  if (Array.isArray(step)) {
    return { ...step[1], run: step[0] ? state.run - 1 : state.run } as PaymentEvent;
  }
  if (step.type !== "quote") return step;
  const { method, back, total } = step;
  const ask = state.asks - back;
  return total === null
    ? { type: "quoteFailed", method, ask, failure: lost }
    : { type: "quoted", method, ask, quote: { breakdown: priced(total) } };
}

/** Plays the script and passes each transition to `check`. */
function play(
  steps: readonly Step[],
  check: (
    before: PaymentState,
    event: PaymentEvent,
    after: PaymentState,
    effects: readonly PaymentEffect[],
  ) => void,
) {
  let state: PaymentState = firstState;
  for (const step of [{ type: "secretReceived" } as const, ...steps]) {
    const event = eventOf(step, state);
    const [after, effects] = reduce(state, event);
    check(state, event, after, effects);
    state = after;
  }
}

it("leaves a success only for a new secret", () => {
  fc.assert(
    fc.property(script, (steps) =>
      play(steps, (before, event, after) => {
        if (before.step === "success" && event.type !== "secretReceived")
          expect(after).toBe(before);
      }),
    ),
  );
});

it("has exactly the fields of its step", () => {
  const fieldsOf = (state: PaymentState) => Object.keys(state).sort();
  fc.assert(
    fc.property(script, (steps) =>
      play(steps, (_before, _event, after) => {
        expect(fieldsOf(after)).toEqual(fieldsOf(changeState(firstState, { step: after.step })));
      }),
    ),
  );
});

it("ignores every late response", () => {
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

it("starts at most one effect at a time, with the number of its run", () => {
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
        const paymentEffects = effects.filter(({ type }) => working.includes(type));
        expect(paymentEffects.length).toBeLessThanOrEqual(1);
        for (const effect of paymentEffects) expect(effect).toMatchObject({ run: after.run });
      }),
    ),
  );
});

it("takes a new key only after an attempt with a known outcome", () => {
  fc.assert(
    fc.property(script, (steps) =>
      play(steps, (before, event, after) => {
        expect(after.attempt - before.attempt).toBeLessThanOrEqual(1);
        if (after.attempt === before.attempt) return;
        const known =
          event.type === "answered" ||
          event.type === "statusAnswered" ||
          event.type === "sessionLoaded" ||
          event.type === "quoted" ||
          event.type === "quoteFailed" ||
          (event.type === "attemptFailed" && event.failure.kind === "refused");
        expect(known, `${before.step} + ${event.type}`).toBe(true);
      }),
    ),
  );
});

it("pays only what was in view when Pay was pressed, except from the page's own button", () => {
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

it("reports to the page how every submit ends, and success exactly when the payment succeeded", () => {
  fc.assert(
    fc.property(script, (steps) => {
      let waits = false;
      play(steps, (before, event, after, effects) => {
        const finish = effects.find(({ type }) => type === "finish");
        if (event.type === "submit" && after !== before) waits = true;
        if (finish) waits = false;
        // A new secret, or its refusal, starts a new sequence. A waiting submit then waits for the new session.
        const isNewSequence = event.type === "secretReceived" || event.type === "sessionFailed";
        if (isNewSequence && after !== before) waits = "submitWaits" in after && after.submitWaits;
        // In the form a submit may still wait for the price, and says so.
        if (after.step === "form") {
          expect(waits, `${before.step} + ${event.type}`).toBe(after.submitWaits);
        }
        if (after.step === "success" && before.step !== "success") {
          expect(finish).toMatchObject({ result: { type: "success" } });
        }
      });
    }),
  );
});

it("shows the price of the chosen method and no other, and pays what is shown", () => {
  fc.assert(
    fc.property(script, (steps) =>
      play(steps, (before, _event, after, effects) => {
        if (after.step === "form") {
          const shown = after.prices[after.method]?.quote?.breakdown ?? null;
          expect(after.breakdown).toEqual(shown);
        }
        for (const effect of effects) {
          if (effect.type !== "pay") continue;
          expect(effect.method).toBe(after.method);
          expect(effect.quote.breakdown).toEqual(after.breakdown);
          if (before.step === "form" && !before.submitWaits) {
            expect(effect.quote.breakdown).toEqual(before.breakdown);
          }
        }
      }),
    ),
  );
});

it("repeats an attempt with exactly the same body", () => {
  fc.assert(
    fc.property(script, (steps) => {
      let last: Extract<PaymentEffect, { type: "pay" }> | undefined;
      play(steps, (before, _event, _after, effects) => {
        for (const effect of effects) {
          if (effect.type !== "pay") continue;
          const isAgain = before.step === "paying" && last?.attempt === effect.attempt;
          if (isAgain) expect(effect).toMatchObject({ method: last?.method, quote: last?.quote });
          last = effect;
        }
      });
    }),
  );
});

it("opens the bank’s page only after a press", () => {
  fc.assert(
    fc.property(script, (steps) =>
      play(steps, (before, _event, after, effects) => {
        if (!effects.some(({ type }) => type === "openRedirect")) return;
        const isPressed = before.step === "redirect" && before.toBank;
        expect(before.step === "paying" || isPressed).toBe(true);
        expect(after).toMatchObject({ step: "redirect", toBank: false });
      }),
    ),
  );
});
