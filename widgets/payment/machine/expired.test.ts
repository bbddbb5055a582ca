import { describe, expect, it } from "vitest";
import { exampleSession, refused } from "../examples.ts";
import { start } from "./testing/machine.ts";

describe("an intent that is over when its page opens", () => {
  it("asks the page for a new secret when the intent has expired", () => {
    const machine = start(exampleSession({ status: "expired" }));
    expect(machine.state).toMatchObject({ step: "expired", renewing: true });
    expect(machine.effect("renewSecret")).toBeDefined();
    machine.send({ type: "renewFailed" });
    expect(machine.state).toMatchObject({ step: "expired", renewing: false });
    expect(machine.reported).toEqual(["expired"]);
  });

  it("does not say that an intent which can no longer be read is unpaid", () => {
    const failure = refused("client_secret_expired", 401);
    const machine = start().send({ type: "secretReceived" });
    machine.send({ type: "sessionFailed", failure });
    expect(machine.state).toMatchObject({ step: "expired", status: null, renewing: true });
    const watching = start(exampleSession({ status: "awaiting-moon" })).send({
      type: "statusFailed",
      failure,
    });
    expect(watching.state).toMatchObject({ step: "expired", status: null, renewing: true });
  });
});
