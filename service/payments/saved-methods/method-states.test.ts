import { expect, it } from "vitest";
import { methodEvents, methodStates, nextMethodState, statesBefore } from "./method-states.ts";

it("is kept only after its payment, and what is removed stays so", () => {
  const ways = methodStates.flatMap((state) =>
    methodEvents.flatMap((event) => {
      const next = nextMethodState(state, event);
      return next === undefined ? [] : [`${state} ${event} ${next}`];
    }),
  );
  expect(ways).toEqual(["wanted paid kept", "wanted not_paid gone", "kept removed removed"]);
  expect(statesBefore("paid")).toEqual(["wanted"]);
  expect(statesBefore("removed")).toEqual(["kept"]);
});
