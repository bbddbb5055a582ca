import { describe, expect, it } from "vitest";
import {
  disbursementThatIs,
  exampleChoice,
  exampleDisbursement,
  exampleSaved,
  exampleSession,
  failedDisbursement,
  lost,
  refused,
  stateWith,
} from "../examples.ts";
import { triesBeforeLookUp } from "./outcome.ts";
import { progressOf } from "./progress.ts";
import { reduce } from "./reduce.ts";
import {
  type DisbursementEffect,
  type DisbursementEvent,
  type DisbursementState,
  firstState,
} from "./state.ts";

type WithoutRun<T> = T extends unknown ? Omit<T, "run"> : never;

/** Plays events in order, each with the current `run`. */
function play(state: DisbursementState, ...events: WithoutRun<DisbursementEvent>[]) {
  let effects: readonly DisbursementEffect[] = [];
  let current = state;
  for (const event of events) {
    [current, effects] = reduce(current, { ...event, run: current.run } as DisbursementEvent);
  }
  return { state: current, effects, step: current.step };
}

const loaded = (session = exampleSession()) => ({ type: "sessionLoaded", session }) as const;
const start = { type: "secretReceived" } as const;
const waiting = exampleDisbursement();
const hasRequirement = (...requirements: ReturnType<typeof exampleSession>["requirements"]) =>
  exampleSession({}, { requirements });
const name = { type: "customer_data", blocks: "submission", fields: ["lastName"] } as const;
const kyc = { type: "kyc", blocks: "submission" } as const;
const w9 = { type: "w9", blocks: "approval" } as const;
const reviewing = stateWith({ step: "review", choice: exampleChoice });
const sending = play(reviewing, { type: "confirm" }).state;

describe("requirements", () => {
  it("come one at a time, in the service's order, until there are none left", () => {
    const first = play(firstState, start, loaded(hasRequirement(name, kyc)));
    expect(first.state).toMatchObject({ step: "requirement", requirement: name });
    const met = play(first.state, { type: "requirementMet" });
    expect(met.step).toBe("requirement");
    expect(met.effects).toEqual([{ type: "load", run: met.state.run }]);
    const second = play(met.state, loaded(hasRequirement(kyc)));
    expect(second.state).toMatchObject({ step: "requirement", requirement: kyc });
    expect(play(second.state, { type: "requirementMet" }, loaded()).step).toBe("method");
  });

  it("are asked for again if they were not met", () => {
    const first = play(firstState, start, loaded(hasRequirement(name))).state;
    const again = play(first, { type: "requirementMet" }, loaded(hasRequirement(name))).state;
    expect(again.requirementsShown).toBe(first.requirementsShown + 1);
  });

  it("end with the tax form, which can be postponed once", () => {
    const state = play(firstState, start, loaded(hasRequirement(w9, name))).state;
    expect(state.requirement).toEqual(name);
    const afterName = play(state, { type: "requirementMet" }, loaded(hasRequirement(w9))).state;
    expect(afterName.requirement).toEqual(w9);
    const later = play(afterName, { type: "w9Deferred" });
    expect(later.state).toMatchObject({ step: "method", w9Deferred: true });
    expect(play(later.state, start, loaded(hasRequirement(w9))).step).toBe("method");
  });

  it("other than the tax form cannot be postponed", () => {
    const state = play(firstState, start, loaded(hasRequirement(name))).state;
    expect(play(state, { type: "w9Deferred" }).state).toBe(state);
  });

  it("do not stop the customer if they only block the approval and have no step here", () => {
    const palm = { type: "palm_reading", blocks: "approval" } as const;
    expect(play(firstState, start, loaded(hasRequirement(palm))).step).toBe("method");
  });

  it("a missing payout method is reported, not shown as an empty list", () => {
    const none = exampleSession({}, { payoutOptions: [] });
    expect(play(firstState, start, loaded(none)).step).toBe("blocked");
    const unknown = exampleSession(
      {},
      { payoutOptions: [{ type: "pigeon", arrival: { unit: "hours", least: 1, most: 2 } }] },
    );
    expect(play(firstState, start, loaded(unknown)).step).toBe("blocked");
    const saved = exampleSession({}, { payoutOptions: [], savedPayoutMethods: exampleSaved });
    expect(play(firstState, start, loaded(saved)).step).toBe("method");
  });
});

describe("the progress", () => {
  it("keeps the completed steps, and counts a document requested twice once", () => {
    const both = hasRequirement(name, kyc, { type: "identity_document", blocks: "submission" }, w9);
    const first = play(firstState, start, loaded(both)).state;
    expect(progressOf(first)).toEqual({
      steps: ["customer_data", "kyc", "w9", "method", "review"],
      current: 0,
    });
    const second = play(first, { type: "requirementMet" }, loaded(hasRequirement(w9))).state;
    expect(progressOf(second)).toMatchObject({ current: 2 });
    const later = play(second, { type: "w9Deferred" }).state;
    expect(progressOf(later)).toMatchObject({ current: 3 });
  });

  it("shows a document step as the identity step if both were requested", () => {
    const document = { type: "identity_document", blocks: "submission" } as const;
    const state = play(firstState, start, loaded(hasRequirement(kyc, document))).state;
    const next = play(state, { type: "requirementMet" }, loaded(hasRequirement(document))).state;
    expect(progressOf(next)).toMatchObject({ steps: ["kyc", "method", "review"], current: 0 });
  });

  it("is hidden when there is nothing to do", () => {
    expect(progressOf(firstState)).toBeNull();
    expect(progressOf(stateWith({ step: "waiting" }))).toBeNull();
  });
});

describe("the request", () => {
  it("is sent only by the confirm button, with the amount in view", () => {
    const chosen = play(stateWith({}), { type: "methodChosen", choice: exampleChoice });
    expect(chosen.step).toBe("review");
    expect(chosen.effects).toEqual([]);
    const { state, effects } = play(chosen.state, { type: "confirm" });
    expect(state.step).toBe("sending");
    const { request } = exampleChoice;
    expect(effects).toEqual([
      { type: "send", run: state.run, attempt: 1, request, netAmount: 1250, delayMs: 0 },
    ]);
    expect(play(state, { type: "confirm" }).effects).toEqual([]);
  });

  it("can be changed before it is sent, but not while it is on its way", () => {
    expect(play(reviewing, { type: "changeMethod" }).step).toBe("method");
    expect(play(sending, { type: "changeMethod" }).state).toBe(sending);
  });

  it("is shown, reported to the page, watched, and forgotten here once it arrived", () => {
    const { state, effects } = play(sending, { type: "answered", disbursement: waiting });
    expect(state).toMatchObject({ step: "waiting", choice: null, status: "pending-validation" });
    expect(effects).toEqual([
      {
        type: "finish",
        result: {
          type: "pending",
          disbursementIntentId: "di_01jd9x4k2m8q3r5t7v9w1y3z",
          disbursementId: waiting.disbursementId,
          status: "pending-validation",
          messages: [],
        },
      },
      { type: "lookUp", run: state.run, delayMs: 2_100 },
    ]);
  });

  it("is sent again under its key, then looked up, if no response comes", () => {
    let state = sending;
    for (let tries = 1; tries < triesBeforeLookUp; tries++) {
      const again = play(state, { type: "attemptFailed", failure: lost });
      expect(again.effects).toMatchObject([{ type: "send", attempt: 1 }]);
      state = again.state;
    }
    const { state: looking, effects } = play(state, { type: "attemptFailed", failure: lost });
    expect(looking.step).toBe("sending");
    expect(effects).toEqual([{ type: "lookUp", run: looking.run, delayMs: 0 }]);

    const found = { type: "statusAnswered", status: "pending-validation" } as const;
    expect(play(looking, { ...found, disbursement: waiting }).step).toBe("waiting");
    const none = { type: "statusAnswered", status: "pending", disbursement: null } as const;
    for (const event of [none, { type: "statusFailed", failure: lost } as const]) {
      const back = play(looking, event).state;
      expect(back).toMatchObject({ step: "review", attempt: 1, notice: { type: "notSent" } });
    }
  });

  it("is looked up if another tab was faster", () => {
    for (const code of ["disbursement_already_submitted", "conflicting_state"]) {
      const { effects, step } = play(sending, { type: "attemptFailed", failure: refused(code) });
      expect(step).toBe("sending");
      expect(effects).toMatchObject([{ type: "lookUp", delayMs: 0 }]);
    }
  });

  it("refused for typed data returns to the form with the reason; the next request has its own key", () => {
    const failure = refused("routing_number_invalid", 400);
    const { state } = play(sending, { type: "attemptFailed", failure });
    expect(state).toMatchObject({
      step: "method",
      problem: "routing_number_invalid",
      attempt: 2,
      choice: exampleChoice,
    });
    const again = play(state, { type: "methodChosen", choice: exampleChoice });
    expect(again.state).toMatchObject({ step: "review", problem: null });
  });

  it("returns to the remaining methods if its saved method was removed elsewhere", () => {
    const failure = refused("payout_method_not_found", 400);
    const reloading = play(sending, { type: "attemptFailed", failure });
    expect(reloading.effects).toMatchObject([{ type: "load" }]);
    expect(play(reloading.state, loaded()).state).toMatchObject({
      step: "method",
      problem: "payout_method_not_found",
      choice: null,
      attempt: 2,
    });
  });

  it("refused for another reason shows the reason and can be tried again", () => {
    const failure = refused("location_not_allowed", 403);
    expect(play(sending, { type: "attemptFailed", failure }).state).toMatchObject({
      step: "review",
      attempt: 2,
      notice: { type: "refused", code: "location_not_allowed" },
    });
  });

  it("shows the new amount first if its amount is outdated", () => {
    const failure = refused("amount_changed");
    const reloading = play(sending, { type: "attemptFailed", failure });
    expect(reloading.effects).toMatchObject([{ type: "load" }]);
    const amounts = { amount: 1250, withheldAmount: 300, netAmount: 950, currency: "USD" };
    const { state, effects } = play(reloading.state, loaded(exampleSession({}, { amounts })));
    expect(state).toMatchObject({
      step: "review",
      amounts,
      notice: { type: "amountChanged" },
      choice: exampleChoice,
    });
    expect(effects).toEqual([]);
  });

  it("asks for a requirement that comes up, and returns to the review", () => {
    const failure = refused("requirements_unmet");
    const { state } = play(
      sending,
      { type: "attemptFailed", failure },
      loaded(hasRequirement(kyc)),
    );
    expect(state).toMatchObject({ step: "requirement", requirement: kyc });
    expect(play(state, { type: "requirementMet" }, loaded()).state).toMatchObject({
      step: "review",
      choice: exampleChoice,
    });
  });

  it("is sent again under its key if it is too early, or still running in the service", () => {
    for (const failure of [lost, refused("idempotency_key_in_use")]) {
      expect(play(sending, { type: "attemptFailed", failure }).effects).toMatchObject([
        { type: "send", attempt: 1 },
      ]);
    }
  });
});

describe("the service's status of the payout", () => {
  const shown = stateWith(
    { step: "waiting", reported: "pending" },
    exampleSession({ status: "pending-validation" }, { disbursement: waiting }),
  );
  const hear = (status: string, intentStatus = status) =>
    play(shown, {
      type: "statusAnswered",
      status: intentStatus,
      disbursement: disbursementThatIs(status, intentStatus),
    });

  it("is shown as it changes, and polled less and less often", () => {
    const same = hear("pending-validation");
    expect(same.state).toMatchObject({ step: "waiting" });
    const delays: number[] = [];
    let state = shown;
    for (let look = 0; look < 10; look++) {
      const next = play(state, { type: "statusFailed", failure: lost });
      delays.push(
        ...next.effects.flatMap((effect) => ("delayMs" in effect ? [effect.delayMs] : [])),
      );
      state = next.state;
    }
    expect(delays).toEqual([...delays].sort((a, b) => a - b));
    expect(delays[delays.length - 1]).toBe(30_000);
    expect(hear("pending").step).toBe("processing");
  });

  it.each([
    ["success", "success", "success", "success"],
    ["failed", "failed", "failed", "failed"],
    ["voided", "rejected", "rejected", "rejected"],
    ["refunded", "refunded", "refunded", "refunded"],
    ["voided", "pending", "voided", "failed"],
  ])("%s of an intent that is %s is the end: %s", (status, intentStatus, step, type) => {
    const { state, effects } = hear(status, intentStatus);
    expect(state.step).toBe(step);
    expect(effects).toMatchObject([{ type: "finish", result: { type } }]);
    const late = { type: "statusAnswered", status: "pending", disbursement: null } as const;
    expect(play(state, late).state).toBe(state);
  });

  it("is shown and polled again if it is unknown", () => {
    const { state, effects } = hear("lunar");
    expect(state).toMatchObject({ step: "unknown", status: "lunar" });
    expect(effects).toMatchObject([{ type: "lookUp" }]);
    expect(play(state, { type: "statusFailed", failure: lost }).step).toBe("unknown");
  });

  it("is polled at once when the customer looks again", () => {
    expect(play(shown, { type: "woken" }).effects).toMatchObject([{ type: "lookUp", delayMs: 0 }]);
  });

  it("is reported to the page once for each kind", () => {
    expect(hear("pending").effects).toMatchObject([{ type: "lookUp" }]);
  });

  it("is shown again after a reload", () => {
    for (const [disbursement, step] of [
      [waiting, "waiting"],
      [disbursementThatIs("pending"), "processing"],
      [disbursementThatIs("success"), "success"],
      [failedDisbursement("account_closed", "Closed."), "failed"],
      [disbursementThatIs("voided", "rejected"), "rejected"],
      [disbursementThatIs("lunar"), "unknown"],
    ] as const) {
      const session = exampleSession({ status: disbursement.intentStatus }, { disbursement });
      expect(play(firstState, start, loaded(session)).step).toBe(step);
    }
  });

  it("reloads the session after the customer completed what the approval waits for", () => {
    const { state, effects } = play(shown, { type: "requirementMet" });
    expect(state.step).toBe("waiting");
    expect(effects).toMatchObject([{ type: "load" }]);
    const session = exampleSession({ status: "pending-validation" }, { disbursement: waiting });
    const next = play(state, loaded(session));
    expect(next.step).toBe("waiting");
    expect(next.effects).toMatchObject([{ type: "lookUp" }]);
    expect(play(state, { type: "sessionFailed", failure: lost }).step).toBe("waiting");
  });
});

describe("an expired intent", () => {
  it("asks the page for a new one, and says so if there is none", () => {
    const expired = play(firstState, start, loaded(exampleSession({ status: "expired" })));
    expect(expired.state).toMatchObject({ step: "expired", renewing: true });
    expect(expired.effects).toMatchObject([{ type: "renewSecret" }]);
    const end = play(expired.state, { type: "renewFailed" });
    expect(end.state.renewing).toBe(false);
    expect(end.effects).toMatchObject([{ type: "finish", result: { type: "expired" } }]);
  });

  it("keeps the choice for the new intent while something is confirmed", () => {
    const failure = refused("disbursement_intent_expired");
    const expired = play(sending, { type: "attemptFailed", failure });
    expect(expired.effects).toMatchObject([{ type: "renewSecret" }]);
    expect(play(expired.state, start, loaded()).state).toMatchObject({
      step: "review",
      choice: exampleChoice,
    });
  });
});

describe("a payout that can no longer be read when it is sent again", () => {
  it("does not claim that no money was sent: an earlier try may have been paid out", () => {
    const failure = refused("client_secret_expired", 401);
    const { state } = play(sending, { type: "attemptFailed", failure });
    expect(state).toMatchObject({ step: "expired", renewing: true, status: null });
  });
});

describe("a session that does not load", () => {
  it("can be tried again after a lost connection, by hand or when the connection returns", () => {
    const { state, effects } = play(firstState, start, { type: "sessionFailed", failure: lost });
    expect(state.step).toBe("unreachable");
    expect(effects).toEqual([{ type: "refuseLoad", failure: lost }]);
    for (const type of ["retry", "woken"] as const) {
      expect(play(state, { type }).effects).toMatchObject([{ type: "load" }]);
    }
  });

  it("because it was refused ends there, and an expired secret is renewed", () => {
    const failure = refused("client_secret_invalid", 401);
    expect(play(firstState, start, { type: "sessionFailed", failure }).step).toBe("refused");
    const expired = refused("client_secret_expired", 401);
    const renewing = play(firstState, start, { type: "sessionFailed", failure: expired });
    // it may have been paid out
    expect(renewing.state).toMatchObject({ step: "expired", renewing: true, status: null });
  });
});
