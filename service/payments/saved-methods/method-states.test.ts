import { expect, it } from "vitest";
import { methodEvents, methodStates, nextMethodState, statesBefore } from "./method-states.ts";

it("a method is saved only after its payment, and a removed one stays removed", () => {
  const transitions = methodStates.flatMap((state) =>
    methodEvents.flatMap((event) => {
      const next = nextMethodState(state, event);
      return next === undefined ? [] : [`${state} ${event} ${next}`];
    }),
  );
  expect(transitions).toEqual(["wanted paid kept", "wanted not_paid gone", "kept removed removed"]);
  expect(statesBefore("paid")).toEqual(["wanted"]);
  expect(statesBefore("removed")).toEqual(["kept"]);
});
