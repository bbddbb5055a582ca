import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type AttemptStep,
  attemptEvents,
  attemptStatus,
  attemptSteps,
  mayHaveCharged,
  nextAttemptStep,
} from "./attempt-states.ts";
import { intentStatus, refusalOfNewAttempt } from "./intent-status.ts";

describe("the table of an attempt's steps", () => {
  it("keeps a failed attempt failed whatever arrives, until a person finds that it was charged", () => {
    const events = attemptEvents.filter((event) => nextAttemptStep("failed", event));
    expect(events).toEqual(["found_charged"]);
  });

  it("undoes a success only after a bank return, a chain reorganization or a person's correction", () => {
    const events = attemptEvents.filter((event) => nextAttemptStep("success", event));
    expect(events).toEqual(["bank_return", "chain_reorganised", "found_not_charged"]);
  });

  it("never approves an attempt that still waits for the issuer", () => {
    for (const step of attemptSteps) {
      if (nextAttemptStep(step, "approved")) expect(mayHaveCharged(step)).toBe(true);
    }
  });

  it("allows every pending step to fail", () => {
    for (const step of attemptSteps.filter(
      (attemptStep) => attemptStatus(attemptStep) === "pending",
    )) {
      expect(nextAttemptStep(step, "refused")).toBe("failed");
    }
  });

  it("never approves an attempt while it still waits for the customer", () => {
    expect(nextAttemptStep("awaiting_customer", "approved")).toBeUndefined();
    expect(nextAttemptStep("awaiting_customer", "money_sent")).toBe("settling");
    expect(nextAttemptStep("settling", "approved")).toBe("success");
  });

  it("lets an attempt wait again for money that disappears while it settles", () => {
    const steps = attemptSteps.filter((step) => nextAttemptStep(step, "money_withdrawn"));
    expect(steps).toEqual(["settling"]);
    expect(nextAttemptStep("settling", "money_withdrawn")).toBe("awaiting_customer");
  });

  it("puts a step between a challenge and its charge", () => {
    expect(nextAttemptStep("challenge", "authentication_passed")).toBe("authenticated");
    expect(nextAttemptStep("challenge", "approved")).toBeUndefined();
    expect(nextAttemptStep("challenge", "charge_begun")).toBeUndefined();
  });
});

/** One intent and a clock: the model for the properties below. */
class IntentModel {
  attempts: { step: AttemptStep; wasSuccess: boolean }[] = [];
  readonly expiresAtMs = 7_200_000;
  nowMs = 0;
}

class Attempt implements fc.Command<IntentModel, IntentModel> {
  check = () => true;
  run(_: IntentModel, intent: IntentModel): void {
    const before = intentStatus(intent, intent.nowMs);
    const refusal = refusalOfNewAttempt(intent, intent.nowMs);
    if (refusal) {
      expect(["pending", "success", "failed", "expired"]).toContain(before);
      return;
    }
    expect(intent.nowMs).toBeLessThan(intent.expiresAtMs);
    expect(["no-payment", "failed"]).toContain(before);
    intent.attempts.push({ step: "started", wasSuccess: false });
    expect(intentStatus(intent, intent.nowMs)).toBe("pending");
  }
  toString = () => "attempt";
}

class ApplyEvent implements fc.Command<IntentModel, IntentModel> {
  readonly event: (typeof attemptEvents)[number];
  readonly which: number;
  constructor(event: (typeof attemptEvents)[number], which: number) {
    this.event = event;
    this.which = which;
  }
  check = () => true;
  run(_: IntentModel, intent: IntentModel): void {
    const attempt = intent.attempts[this.which % Math.max(1, intent.attempts.length)];
    if (!attempt) return;
    const before = intentStatus(intent, intent.nowMs);
    const next = nextAttemptStep(attempt.step, this.event);
    if (!next) return;
    if (attempt.step === "success") attempt.wasSuccess = true;
    attempt.step = next;
    const after = intentStatus(intent, intent.nowMs);
    if (before === "success" && after !== "success") {
      expect(["bank_return", "chain_reorganised", "found_not_charged"]).toContain(this.event);
      expect(refusalOfNewAttempt(intent, intent.nowMs)).toBe("payment_already_succeeded");
    }
  }
  toString = () => `${this.event}(${this.which})`;
}

class AdvanceClock implements fc.Command<IntentModel, IntentModel> {
  readonly byMs: number;
  constructor(byMs: number) {
    this.byMs = byMs;
  }
  check = () => true;
  run(_: IntentModel, intent: IntentModel): void {
    const before = intentStatus(intent, intent.nowMs);
    intent.nowMs += this.byMs;
    const after = intentStatus(intent, intent.nowMs);
    if (before !== after) expect([before, after]).toEqual(["no-payment", "expired"]);
  }
  toString = () => `+${this.byMs}ms`;
}

describe("an intent's status", () => {
  it("follows the table for any history and any clock", () => {
    const commands = [
      fc.constant(new Attempt()),
      fc.constant(new Attempt()),
      fc
        .tuple(fc.constantFrom(...attemptEvents), fc.nat(5))
        .map(([event, which]) => new ApplyEvent(event, which)),
      fc.integer({ min: 1, max: 4_000_000 }).map((byMs) => new AdvanceClock(byMs)),
    ];
    fc.assert(
      fc.property(fc.commands(commands, { maxCommands: 40 }), (history) => {
        const intent = new IntentModel();
        fc.modelRun(() => ({ model: new IntentModel(), real: intent }), history);
        const pending = intent.attempts.filter(
          (attempt) => attemptStatus(attempt.step) === "pending",
        );
        const succeeded = intent.attempts.filter((attempt) => attempt.step === "success");
        expect(pending.length).toBeLessThanOrEqual(1);
        expect(succeeded.length).toBeLessThanOrEqual(1);
        const status = intentStatus(intent, intent.nowMs);
        expect(status === "expired" || status === "no-payment").toBe(intent.attempts.length === 0);
      }),
      { numRuns: 300 },
    );
  });

  it("is expired, not failed, after a window without attempts", () => {
    expect(intentStatus({ attempts: [], expiresAtMs: 10 }, 10)).toBe("expired");
    expect(intentStatus({ attempts: [], expiresAtMs: 10 }, 9)).toBe("no-payment");
  });

  it("stays failed after the window if an attempt failed", () => {
    expect(intentStatus({ attempts: [{ step: "failed" }], expiresAtMs: 10 }, 99)).toBe("failed");
  });

  it("stays pending after the window while an attempt is pending", () => {
    expect(intentStatus({ attempts: [{ step: "challenge" }], expiresAtMs: 10 }, 99)).toBe(
      "pending",
    );
  });
});
