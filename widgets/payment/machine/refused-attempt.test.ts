import { expect, it } from "vitest";
import { refused } from "../examples.ts";
import { paying } from "./testing/machine.ts";

it("shows the limit of card attempts, which another try does not change", () => {
  const machine = paying().send({
    type: "attemptFailed",
    failure: refused("too_many_attempts", 429),
  });
  expect(machine.reported).toEqual(["failed"]);
  expect(machine.state).toMatchObject({
    step: "form",
    notice: { type: "refused", code: "too_many_attempts" },
  });
});
