import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Breaker,
  breakerAdmits,
  breakerAt,
  breakerEvents,
  breakerPhases,
  type ChargeSignal,
  chargeEnded,
  chargeStarted,
  fewestForRate,
  firstCooldownMs,
  healthChecked,
  longestCooldownMs,
  maxFailuresInARow,
  maxTrials,
  newBreaker,
  nextBreakerPhase,
  trialLeaseMs,
  trialsToClose,
  windowMs,
} from "./breaker.ts";

const charge = (breaker: Breaker, signal: ChargeSignal | null, nowMs: number) =>
  chargeEnded(chargeStarted(breaker, nowMs), signal, nowMs);
const times = (count: number, breaker: Breaker, signal: ChargeSignal | null, nowMs: number) =>
  Array.from({ length: count }).reduce<Breaker>((last) => charge(last, signal, nowMs), breaker);
const tripped = () => times(maxFailuresInARow, newBreaker(0), "failed", 0);

it("has these transitions and no others", () => {
  const transitions = breakerPhases.flatMap((from) =>
    breakerEvents.flatMap((event) => {
      const to = nextBreakerPhase(from, event);
      return to ? [`${from} ${event} ${to}`] : [];
    }),
  );
  expect(transitions).toEqual([
    "closed tripped open",
    "closed health_lost open",
    "half_open trials_passed closed",
    "half_open trial_failed open",
    "half_open health_lost open",
    "open cooled_down half_open",
    "open health_back half_open",
  ]);
});

describe("it opens", () => {
  it("after enough failures in a row; a response in between starts the count again", () => {
    const almost = times(maxFailuresInARow - 1, newBreaker(0), "failed", 0);
    expect(breakerAdmits(almost, 0)).toBe(true);
    const saved = times(maxFailuresInARow - 1, charge(almost, "answered", 0), "failed", 0);
    expect(saved.phase).toBe("closed");
    expect(charge(almost, "failed", 0)).toMatchObject({ phase: "open", cause: "failures" });
    expect(breakerAdmits(tripped(), 0)).toBe(false);
  });

  it("when half of enough charges of the last minute failed", () => {
    let breaker = newBreaker(0);
    for (let pair = 0; pair < fewestForRate / 2 - 1; pair += 1) {
      breaker = charge(charge(breaker, "answered", pair * 100), "failed", pair * 100);
    }
    expect(breaker.phase).toBe("closed");
    const later = charge(charge(breaker, "answered", windowMs * 2), "failed", windowMs * 2);
    expect(later.phase).toBe("closed");
    const now = charge(charge(breaker, "answered", 1_000), "failed", 1_000);
    expect(now).toMatchObject({ phase: "open", cause: "failure_rate" });
  });

  it("at once when the health check fails", () => {
    const breaker = healthChecked(newBreaker(0), false, 0);
    expect(breaker).toMatchObject({ phase: "open", cause: "health" });
    const longer = healthChecked(breaker, false, firstCooldownMs - 1);
    expect(breakerAdmits(longer, firstCooldownMs)).toBe(false);
    expect(healthChecked(longer, true, firstCooldownMs).phase).toBe("half_open");
  });

  it("never for declines, or for outcomes that say nothing about health", () => {
    expect(times(200, newBreaker(0), null, 0).phase).toBe("closed");
    expect(times(200, newBreaker(0), "answered", 0).phase).toBe("closed");
  });
});

describe("it cools down, sends trial charges and closes", () => {
  it("admits only a few charges after its cooldown, and closes when they get responses", () => {
    let breaker = breakerAt(tripped(), firstCooldownMs);
    expect(breaker.phase).toBe("half_open");
    for (let trial = 0; trial < maxTrials; trial += 1) {
      expect(breakerAdmits(breaker, firstCooldownMs)).toBe(true);
      breaker = chargeStarted(breaker, firstCooldownMs);
    }
    expect(breakerAdmits(breaker, firstCooldownMs)).toBe(false);
    for (let trial = 1; trial < trialsToClose; trial += 1) {
      breaker = chargeEnded(breaker, "answered", firstCooldownMs);
      expect(breaker.phase).toBe("half_open");
    }
    breaker = chargeEnded(breaker, "answered", firstCooldownMs);
    expect(breaker).toMatchObject({ phase: "closed", openings: 0, failuresInARow: 0 });
  });

  it("cools down twice as long each time that a trial fails, up to a limit", () => {
    let breaker = tripped();
    let nowMs = 0;
    const cooldownsMs: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      cooldownsMs.push(breaker.cooldownEndsMs - nowMs);
      nowMs = breaker.cooldownEndsMs;
      breaker = charge(breaker, "failed", nowMs);
      expect(breaker.phase).toBe("open");
    }
    expect(cooldownsMs.slice(0, 3)).toEqual([
      firstCooldownMs,
      firstCooldownMs * 2,
      firstCooldownMs * 4,
    ]);
    expect(cooldownsMs.at(-1)).toBe(longestCooldownMs);
  });

  it("frees the place of a trial that died, or that said nothing about health", () => {
    const full = Array.from({ length: maxTrials }).reduce<Breaker>(
      (last) => chargeStarted(last, firstCooldownMs),
      breakerAt(tripped(), firstCooldownMs),
    );
    expect(breakerAdmits(full, firstCooldownMs + trialLeaseMs)).toBe(true);
    expect(breakerAdmits(chargeEnded(full, null, firstCooldownMs), firstCooldownMs)).toBe(true);
  });

  it("is not closed by a health check after failed charges", () => {
    expect(healthChecked(tripped(), true, 1).phase).toBe("open");
  });
});

type TestEvent =
  | { type: "begun" | "health_yes" | "health_no" }
  | { type: "ended"; signal: ChargeSignal | null };
const testEvent: fc.Arbitrary<TestEvent> = fc.oneof(
  fc.record({ type: fc.constantFrom("begun", "health_yes", "health_no" as const) }),
  fc.record({
    type: fc.constant("ended" as const),
    signal: fc.constantFrom("answered", "failed", "failed", null),
  }),
) as fc.Arbitrary<TestEvent>;

it("in any history, an open breaker admits nothing, a half-open one admits a few charges, and it recovers", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(testEvent, fc.nat(40_000)), { maxLength: 60 }), (history) => {
      let breaker = newBreaker(0);
      let nowMs = 0;
      for (const [what, laterMs] of history) {
        nowMs += laterMs;
        const admitted = breakerAdmits(breaker, nowMs);
        const before = breakerAt(breaker, nowMs);
        if (before.phase === "open") expect(admitted).toBe(false);
        if (what.type === "begun" && admitted) breaker = chargeStarted(breaker, nowMs);
        if (what.type === "ended") breaker = chargeEnded(breaker, what.signal, nowMs);
        if (what.type.startsWith("health")) {
          breaker = healthChecked(breaker, what.type === "health_yes", nowMs);
        }
        expect(breaker.trials.length).toBeLessThanOrEqual(maxTrials);
        expect(breaker.recent.length).toBeLessThanOrEqual(7);
        if (breaker.phase === "open") {
          expect(breaker.cooldownEndsMs - nowMs).toBeLessThanOrEqual(longestCooldownMs);
        }
      }
      nowMs += longestCooldownMs + trialLeaseMs;
      expect(breakerAdmits(breaker, nowMs)).toBe(true);
      expect(times(trialsToClose, breaker, "answered", nowMs).phase).toBe("closed");
    }),
  );
});
