// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { changeState, type StateChange } from "./example-states.ts";
import { declined } from "./examples.ts";
import { followAttempts } from "./follow-attempts.ts";
import { firstState, type PaymentState } from "./machine/state.ts";

let state: PaymentState;
let redraw: () => void;
let cleared: (readonly string[])[];
let refused: string[];

/** `isTyped`: whether the card's fields hold something. */
function follow(isTyped = false) {
  followAttempts({
    root: document.body,
    page: { send: () => undefined },
    flow: {
      state: () => state,
      subscribe(listener) {
        redraw = listener;
        return () => undefined;
      },
    },
    forms: {
      get: () =>
        ({ refuse: (field: string, code: string) => refused.push(`${field} ${code}`) }) as never,
    },
    fields: {
      clear: (names = []) => void cleared.push(names),
      state: () => ({ empty: !isTyped }) as never,
    },
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  state = firstState;
  cleared = [];
  refused = [];
  follow();
});
afterEach(() => vi.useRealTimers());

function become(change: StateChange) {
  state = changeState(state, change);
  redraw();
  vi.runAllTimers();
}
const decline = (code: string) => ({
  step: "form" as const,
  notice: { type: "declined" as const, payment: declined(code) },
});

test("a security code that the bank refused is emptied, marked and asked for again, once", () => {
  become({ step: "form" });
  become({ step: "paying" });
  become(decline("incorrect_cvc"));
  become({ breakdown: null });
  expect(cleared).toEqual([["cvc"]]);
  expect(refused).toEqual(["cvc card_cvc_invalid"]);
});

test("a saved card's code is asked for by its own form", () => {
  become({ step: "form", method: "saved:pm_1" as PaymentState["method"] });
  become({ step: "continuing" });
  become(decline("incorrect_cvc"));
  expect(cleared).toEqual([]);
  expect(refused).toHaveLength(1);
});

test("another decline, or a decline from before the page loaded, asks for no code", () => {
  become(decline("incorrect_cvc"));
  become({ step: "paying" });
  become(decline("insufficient_funds"));
  expect([...cleared, ...refused]).toEqual([]);
});

test("a part that loads after a declined attempt asks for the code again, unless the page has only loaded", () => {
  state = changeState(firstState, decline("incorrect_cvc"));
  follow();
  vi.runAllTimers();
  expect(cleared).toEqual([]);
  follow(true);
  vi.runAllTimers();
  expect(cleared).toEqual([["cvc"]]);
  expect(refused).toEqual(["cvc card_cvc_invalid"]);
});
