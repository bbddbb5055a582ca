import { describe, expect, it } from "vitest";
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
import { savedCard } from "../methods/saved/examples.ts";
import type { PaymentState } from "./state.ts";
import { paying, start } from "./testing/machine.ts";

describe("loading", () => {
  it("requests the price of a card that was typed while loading, as soon as it can", () => {
    const request = { type: "card", card: { prefix: "42424242" } } as const;
    const machine = start(null).send({ type: "quoteWanted", method: "card", request });
    expect(machine.effect("quote")).toBeUndefined();
    machine.send({ type: "sessionLoaded", session: exampleSession() });
    expect(machine.effect("quote")).toMatchObject({ method: "card", request });
    expect(machine.state.breakdown).toBeNull();
  });

  it("shows the form with the price", () => {
    const { state } = start();
    expect(state).toMatchObject({ step: "form", breakdown: { total: 52.48 }, notice: null });
  });

  it("pays nothing when Pay is pressed before the first price arrived", () => {
    const machine = start(null).send({ type: "submit" });
    expect(machine.state).toMatchObject({ submitWaits: false });
    machine.send({ type: "sessionLoaded", session: exampleSession() });
    expect(machine.state.step).toBe("form");
    expect(machine.effects.map(({ type }) => type)).not.toContain("pay");
  });

  it("waits for the price when the page's own button was pressed, then pays it", () => {
    const machine = start(null).send({ type: "submit", byPage: true });
    expect(machine.state).toMatchObject({ submitWaits: true });
    machine.send({ type: "sessionLoaded", session: exampleSession() });
    expect(machine.effect("pay")).toMatchObject({
      quote: { breakdown: { total: 52.48 } },
      attempt: 1,
    });
  });

  it("waits for the price of the session's first method, too, when the page's own button was pressed", () => {
    const machine = start(null).send({ type: "submit", byPage: true });
    const session = exampleSession({}, { savedPaymentMethods: [savedCard()] });
    machine.send({ type: "sessionLoaded", session });
    expect(machine.state).toMatchObject({ method: "saved-pm_visa", submitWaits: true });
    expect(machine.state).toMatchObject({ step: "form", notice: null });
  });

  it("pays at once when Pay was pressed with the price in view while it was requested again", () => {
    const machine = start();
    machine.send({ type: "secretReceived" }).send({ type: "submit" });
    expect(machine.state).toMatchObject({ submitWaits: true });
    machine.send({ type: "sessionLoaded", session: exampleSession() });
    expect(machine.effect("pay")).toMatchObject({
      quote: { breakdown: { total: 52.48 } },
      attempt: 1,
    });
  });

  it("does not pay a price that differs from the one on the button", () => {
    const machine = start().send({ type: "secretReceived" }).send({ type: "submit" });
    const breakdown = { ...exampleSession().breakdown, total: 60 };
    machine.send({ type: "sessionLoaded", session: exampleSession({}, { breakdown }) });
    expect(machine.state).toMatchObject({ step: "form", notice: { type: "amountChanged" } });
    expect(machine.reported).toEqual(["failed"]);
  });

  it("continues a payment that a reload interrupted", () => {
    expect(
      start(exampleSession({ status: "pending" }, { payment: waitsForChallenge })).state.step,
    ).toBe("challenge");
    expect(
      start(exampleSession({ status: "pending" }, { payment: waitsForMethod })).state.step,
    ).toBe("method");
    expect(start(exampleSession({ status: "success" }, { payment: paid })).state.step).toBe(
      "success",
    );
    const waiting = start(exampleSession({ status: "pending" }, { payment: examplePayment() }));
    expect(waiting.state.step).toBe("pending");
    expect(waiting.effect("lookUp")?.delayMs).toBeGreaterThanOrEqual(2_000);
  });

  it("continues automatically when the outcome arrived while the page was away", () => {
    const payment = examplePayment({ nextAction: { type: "resume" } });
    const machine = start(exampleSession({ status: "pending" }, { payment }));
    expect(machine.effect("continue")?.continuation).toEqual({
      after: "challenge",
      outcome: "completed",
    });
  });

  it("shows the form and the reason again after a declined attempt", () => {
    const machine = start(exampleSession({ status: "failed" }, { payment: declined() }));
    expect(machine.state).toMatchObject({ step: "form", notice: { type: "declined" } });
  });

  it("waits on a status that it does not know", () => {
    expect(start(exampleSession({ status: "awaiting-moon" })).state.step).toBe("pending");
  });

  it("offers to try again when it cannot reach the service, but not after a refusal", () => {
    const machine = start().send({ type: "secretReceived" });
    machine.send({ type: "sessionFailed", failure: lost });
    expect(machine.state.step).toBe("unreachable");
    expect(machine.effect("refuseLoad")).toBeDefined();
    machine.send({ type: "retry" });
    expect(machine.effect("load")).toBeDefined();
    machine.send({ type: "sessionFailed", failure: refused("client_secret_invalid", 401) });
    expect(machine.state.step).toBe("refused");
  });

  it("stops at a requirement that this version cannot ask for", () => {
    const requirements = [{ type: "kyc", blocks: "submission" as const }];
    expect(start(exampleSession({}, { requirements })).state.step).toBe("blocked");
    const approvalOnly = [{ type: "w9", blocks: "approval" as const }];
    expect(start(exampleSession({}, { requirements: approvalOnly })).state.step).toBe("form");
    expect(start(exampleSession({}, { paymentMethodTypes: ["moon"] })).state.step).toBe("blocked");
    expect(
      start(exampleSession({}, { requirements })).send({ type: "requirementsMet" }).state.step,
    ).toBe("loading");
  });
});

describe("the price", () => {
  const pricier = { ...exampleSession().breakdown, processingFees: 1, total: 53.48 };
  const quote = { breakdown: pricier };
  const prefix = { type: "card", card: { prefix: "42424242" } } as const;

  it("is requested for that kind of card, shown, and then paid", () => {
    const machine = start().send({ type: "quoteWanted", method: "card", request: prefix });
    expect(machine.effect("quote")).toMatchObject({ method: "card", request: prefix });
    expect(machine.state.breakdown?.total).toBe(52.48);
    machine.send({ type: "quoted", method: "card", ask: 1, quote });
    expect(machine.state.breakdown).toEqual(pricier);
    machine.send({ type: "submit" });
    expect(machine.effect("pay")).toMatchObject({ quote });
  });

  it("does not change what was agreed to when it arrives after Pay was pressed", () => {
    const machine = start().send({ type: "quoteWanted", method: "card", request: prefix });
    machine.send({ type: "submit" }).send({ type: "quoted", method: "card", ask: 1, quote });
    expect(machine.state.breakdown?.total).toBe(52.48);
    machine.send({ type: "attemptFailed", failure: lost });
    expect(machine.effect("pay")).toMatchObject({ quote: { breakdown: { total: 52.48 } } });
    machine.send({ type: "answered", payment: declined() });
    expect(machine.state.breakdown).toEqual(pricier);
  });

  it("is the last one requested, in whatever order responses arrive", () => {
    const machine = start()
      .send({ type: "quoteWanted", method: "card", request: prefix })
      .send({ type: "quoteWanted", method: "card", request: prefix })
      .send({ type: "quoted", method: "card", ask: 2, quote })
      .send({
        type: "quoted",
        method: "card",
        ask: 1,
        quote: { breakdown: { ...pricier, total: 99 } },
      });
    expect(machine.state.breakdown).toEqual(pricier);
  });

  it("is requested again for the same card with a new session", () => {
    const machine = start().send({ type: "quoteWanted", method: "card", request: prefix });
    machine.send({ type: "quoted", method: "card", ask: 1, quote });
    machine.send({ type: "secretReceived" }).send({ type: "submit" });
    machine.send({ type: "sessionLoaded", session: exampleSession() });
    expect(machine.effect("pay")).toBeUndefined();
    expect(machine.effect("quote")).toMatchObject({ request: prefix, ask: 2 });
    machine.send({ type: "quoted", method: "card", ask: 2, quote });
    expect(machine.effect("pay")).toMatchObject({ quote });
  });
});

describe("paying", () => {
  it("is one attempt, however often Pay is pressed", () => {
    const machine = paying();
    expect(machine.effect("pay")).toBeDefined();
    machine.send({ type: "submit" });
    expect(machine.effects).toEqual([]);
  });

  it("ends in success, reported once", () => {
    const machine = paying().send({ type: "answered", payment: paid });
    expect(machine.state.step).toBe("success");
    expect(machine.reported).toEqual(["success"]);
  });

  it("returns to the form with the decline reason, and tries again under a new key", () => {
    const machine = paying().send({ type: "answered", payment: declined() });
    expect(machine.state).toMatchObject({ step: "form", notice: { type: "declined" } });
    expect(machine.reported).toEqual(["failed"]);
    machine.send({ type: "submit" });
    expect(machine.effect("pay")?.attempt).toBe(2);
    expect(machine.state).toMatchObject({ step: "paying" });
    expect(machine.state).not.toHaveProperty("notice");
  });

  it("sends again under the same key when the response is lost, then looks up", () => {
    const machine = paying();
    for (let tries = 1; tries < 4; tries++) {
      machine.send({ type: "attemptFailed", failure: lost });
      expect(machine.effect("pay")).toMatchObject({ attempt: 1 });
    }
    machine.send({ type: "attemptFailed", failure: lost });
    expect(machine.effect("lookUp")).toMatchObject({ delayMs: 0 });
    expect(machine.state.step).toBe("paying");
  });

  it("takes the payment from the look-up in place of the lost response", () => {
    const machine = paying();
    for (let tries = 0; tries < 4; tries++) machine.send({ type: "attemptFailed", failure: lost });
    machine.send({ type: "statusAnswered", status: "success", payment: paid });
    expect(machine.state.step).toBe("success");
  });

  it("keeps the key while it is unknown whether the attempt arrived", () => {
    const machine = paying();
    for (let tries = 0; tries < 4; tries++) machine.send({ type: "attemptFailed", failure: lost });
    machine.send({ type: "statusAnswered", status: "no-payment", payment: null });
    expect(machine.state).toMatchObject({ step: "form", notice: { type: "notSent" }, attempt: 1 });
    machine.send({ type: "submit" });
    expect(machine.effect("pay")?.attempt).toBe(1);
  });

  it("waits with the same key while the service is still working on it", () => {
    const machine = paying().send({
      type: "attemptFailed",
      failure: refused("idempotency_key_in_use"),
    });
    expect(machine.effect("pay")).toMatchObject({ attempt: 1 });
    expect(machine.effect("pay")?.delayMs).toBeGreaterThan(0);
  });

  it("loads the new price when it has changed, and asks before it pays", () => {
    const machine = paying().send({ type: "attemptFailed", failure: refused("amount_changed") });
    expect(machine.effect("load")).toBeDefined();
    expect(machine.reported).toEqual(["failed"]);
    const breakdown = { ...exampleSession().breakdown, total: 53 };
    machine.send({ type: "sessionLoaded", session: exampleSession({}, { breakdown }) });
    expect(machine.state).toMatchObject({ step: "form", notice: { type: "amountChanged" } });
    expect(machine.effect("pay")).toBeUndefined();
    machine.send({ type: "submit" });
    expect(machine.effect("pay")).toMatchObject({
      quote: { breakdown: { total: 53 } },
      attempt: 2,
    });
  });

  it("puts the refusal of a card beside its field", () => {
    const machine = paying().send({
      type: "attemptFailed",
      failure: refused("card_cvc_invalid", 400),
    });
    expect(machine.state).toMatchObject({ step: "form", notice: null });
    expect(machine.effect("showRefusal")).toMatchObject({
      method: "card",
      field: "cvc",
      code: "card_cvc_invalid",
    });
    expect(machine.reported).toEqual(["failed"]);
  });

  it("looks up the other attempt when one is under way or has succeeded already", () => {
    for (const code of ["payment_in_progress", "payment_already_succeeded"]) {
      const machine = paying().send({ type: "attemptFailed", failure: refused(code) });
      expect(machine.effect("lookUp")).toBeDefined();
      machine.send({ type: "statusAnswered", status: "success", payment: paid });
      expect(machine.state.step).toBe("success");
    }
  });

  it("renews an expired intent and pays the new one when the price is the same", () => {
    const machine = paying().send({
      type: "attemptFailed",
      failure: refused("payment_intent_expired"),
    });
    expect(machine.state).toMatchObject({ step: "expired", renewing: true });
    machine.send({ type: "secretReceived" });
    machine.send({ type: "sessionLoaded", session: exampleSession({ paymentIntentId: "pi_2" }) });
    expect(machine.effect("pay")).toMatchObject({
      attempt: 2,
      quote: { breakdown: { total: 52.48 } },
    });
    machine.send({ type: "answered", payment: paid });
    expect(machine.reported).toEqual(["success"]);
  });

  it("shows an unknown refusal in the service’s words", () => {
    const machine = paying().send({
      type: "attemptFailed",
      failure: refused("moon_phase_wrong", 400),
    });
    expect(machine.state).toMatchObject({
      notice: {
        type: "refused",
        code: "moon_phase_wrong",
        message: "Refused: moon_phase_wrong",
      },
    });
  });
});

describe("3-D Secure", () => {
  it("runs the method, sends its result, then opens the challenge", () => {
    const machine = paying().send({ type: "answered", payment: waitsForMethod });
    expect(machine.effect("runMethod")).toBeDefined();
    machine.send({ type: "methodDone", completionIndicator: "N" });
    expect(machine.effect("continue")?.continuation).toEqual({
      after: "three_ds_method",
      completionIndicator: "N",
    });
    machine.send({ type: "answered", payment: waitsForChallenge });
    expect(machine.effect("openChallenge")).toBeDefined();
    machine.send({ type: "challengeEnded", outcome: "completed" });
    machine.send({ type: "answered", payment: paid });
    expect(machine.reported).toEqual(["success"]);
  });

  it("reports that the customer canceled, not that the card was declined", () => {
    const machine = paying().send({ type: "answered", payment: waitsForChallenge });
    machine.send({ type: "challengeEnded", outcome: "canceled" });
    machine.send({ type: "answered", payment: declined("authentication_canceled") });
    expect(machine.state).toMatchObject({ step: "form", notice: { type: "canceled" } });
    expect(machine.reported).toEqual(["canceled"]);
  });

  it("trusts the bank's yes even if the customer left", () => {
    const machine = paying().send({ type: "answered", payment: waitsForChallenge });
    machine.send({ type: "challengeEnded", outcome: "canceled" });
    machine.send({ type: "answered", payment: paid });
    expect(machine.reported).toEqual(["success"]);
  });

  it("sends the result again when it was lost, and never opens the challenge twice", () => {
    const machine = paying().send({ type: "answered", payment: waitsForChallenge });
    machine.send({ type: "challengeEnded", outcome: "completed" });
    for (let tries = 0; tries < 4; tries++) machine.send({ type: "attemptFailed", failure: lost });
    expect(machine.state.step).toBe("pending");
    machine.send({ type: "statusAnswered", status: "pending", payment: waitsForChallenge });
    expect(machine.effect("openChallenge")).toBeUndefined();
    expect(machine.effect("continue")).toBeDefined();
  });
});

describe("pending", () => {
  const pending = () => paying().send({ type: "answered", payment: examplePayment() });

  it("is reported once, and polled more and more slowly, at least two seconds apart", () => {
    const machine = pending();
    let last = 0;
    for (let polls = 0; polls < 12; polls++) {
      const delayMs = machine.effect("lookUp")?.delayMs ?? 0;
      expect(delayMs).toBeGreaterThan(2_000);
      expect(delayMs).toBeGreaterThanOrEqual(last);
      last = delayMs;
      machine.send({ type: "statusAnswered", status: "pending", payment: examplePayment() });
    }
    expect(machine.reported).toEqual(["pending"]);
  });

  it("ends as the payment ends", () => {
    const good = pending().send({ type: "statusAnswered", status: "success", payment: paid });
    expect(good.reported).toEqual(["pending", "success"]);
    const bad = pending().send({ type: "statusAnswered", status: "failed", payment: declined() });
    expect(bad.state).toMatchObject({ step: "form", notice: { type: "declined" } });
    expect(bad.reported).toEqual(["pending", "failed"]);
  });

  it("keeps polling when no response comes", () => {
    expect(pending().send({ type: "statusFailed", failure: lost }).effect("lookUp")).toBeDefined();
  });

  it("waits on statuses that do not exist yet", () => {
    const strange = examplePayment({ status: "on-the-moon", intentStatus: "lunar" });
    const machine = pending().send({ type: "statusAnswered", status: "lunar", payment: strange });
    expect(machine.state).toMatchObject({ step: "pending", status: "lunar", payment: strange });
  });
});

it("ignores late events after a success", () => {
  const machine = paying();
  const lateRun = machine.state.run;
  machine.send({ type: "answered", payment: paid });
  const final: PaymentState = machine.state;
  machine.send({ type: "answered", run: lateRun, payment: declined() });
  machine.send({ type: "statusAnswered", status: "failed", payment: declined() });
  machine.send({ type: "attemptFailed", failure: lost });
  machine.send({ type: "submit" });
  expect(machine.state).toBe(final);
});
