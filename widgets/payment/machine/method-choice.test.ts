import { describe, expect, it } from "vitest";
import {
  declined,
  examplePayment,
  exampleSession,
  lost,
  paid,
  refused,
  waitsAtBank,
  waitsForDeposit,
} from "../examples.ts";
import { savedCard } from "../methods/saved/examples.ts";
import { paying, start } from "./testing/machine.ts";

describe("another payment method", () => {
  const pricier = { ...exampleSession().breakdown, processingFees: 1, total: 53.48 };
  const mandate = { version: "1", locale: "en" as const, text: "I agree." };
  const offered = exampleSession({}, { paymentMethodTypes: ["moon", "card", "bank"] });
  const bank = () => start(offered).send({ type: "methodChosen", method: "bank" });
  const priced = () =>
    bank().send({ type: "quoted", method: "bank", ask: 1, quote: { breakdown: pricier, mandate } });

  it("is the card at first; unknown types are skipped", () => {
    expect(start(offered).state).toMatchObject({ step: "form", method: "card" });
    const without = exampleSession({}, { paymentMethodTypes: ["moon", "bank"] });
    expect(start(without).state).toMatchObject({ step: "form", method: "bank" });
  });

  it("has no price until its own arrives, and cannot be paid before", () => {
    const machine = bank();
    expect(machine.effect("quote")?.request).toEqual({ type: "bank", locale: "en" });
    expect(machine.state.breakdown).toBeNull();
    machine.send({ type: "submit" });
    expect(machine.state).toMatchObject({ step: "form", submitWaits: false });
    expect(machine.effect("pay")).toBeUndefined();
  });

  it("is paid at its own price, with the mandate that was shown", () => {
    const machine = priced().send({ type: "submit" });
    expect(machine.effect("pay")).toMatchObject({
      method: "bank",
      quote: { breakdown: pricier, mandate },
    });
  });

  it("keeps its price while another is shown", () => {
    const machine = priced().send({ type: "methodChosen", method: "card" });
    expect(machine.state.breakdown?.total).toBe(52.48);
    expect(machine.effects).toEqual([]);
    machine.send({ type: "methodChosen", method: "bank" });
    expect(machine.state.breakdown?.total).toBe(53.48);
    expect(machine.effects).toEqual([]);
  });

  it("ignores a price that arrives for the previous method", () => {
    const machine = bank()
      .send({ type: "methodChosen", method: "card" })
      .send({ type: "quoted", method: "bank", ask: 1, quote: { breakdown: pricier } });
    expect(machine.state).toMatchObject({ method: "card", breakdown: { total: 52.48 } });
  });

  it("reports a missing price and requests it again", () => {
    const machine = bank().send({ type: "quoteFailed", method: "bank", ask: 1, failure: lost });
    expect(machine.state).toMatchObject({ step: "form", breakdown: null });
    machine.send({ type: "retry" });
    expect(machine.effect("quote")).toMatchObject({ method: "bank", ask: 2 });
  });

  it("submitted by the page waits for the price, and fails if there is none", () => {
    const paid = bank().send({ type: "submit", byPage: true });
    paid.send({ type: "quoted", method: "bank", ask: 1, quote: { breakdown: pricier } });
    expect(paid.effect("pay")).toMatchObject({ method: "bank" });
    const none = bank().send({ type: "submit", byPage: true });
    none.send({ type: "quoteFailed", method: "bank", ask: 1, failure: lost });
    expect(none.reported).toEqual(["failed"]);
    expect(none.state).toMatchObject({ step: "form", notice: { type: "notSent" } });
  });

  it("cannot be chosen while a payment is on its way", () => {
    const machine = start(offered).send({ type: "submit" });
    machine.send({ type: "methodChosen", method: "bank" });
    expect(machine.state).toMatchObject({ step: "paying", method: "card" });
  });

  it("chosen before the session loads stays chosen, even when it loads again", () => {
    const machine = start(null).send({ type: "methodChosen", method: "bank" });
    machine.send({ type: "sessionLoaded", session: offered });
    expect(machine.state.method).toBe("bank");
    expect(machine.effect("quote")?.request).toEqual({ type: "bank", locale: "en" });
    machine.send({ type: "secretReceived" });
    machine.send({ type: "sessionLoaded", session: offered });
    expect(machine.state.method).toBe("bank");
    machine.send({ type: "secretReceived" });
    machine.send({ type: "sessionLoaded", session: exampleSession() });
    expect(machine.state.method).toBe("card");
  });

  it("asks before it pays a price that has changed", () => {
    const machine = priced().send({ type: "submit" });
    machine.send({ type: "attemptFailed", failure: refused("amount_changed") });
    machine.send({ type: "sessionLoaded", session: offered });
    const ask = machine.effect("quote")?.ask ?? 0;
    machine.send({
      type: "quoted",
      method: "bank",
      ask,
      quote: { breakdown: { ...pricier, total: 54 } },
    });
    expect(machine.state).toMatchObject({
      notice: { type: "amountChanged" },
      breakdown: { total: 54 },
    });
    expect(machine.effect("pay")).toBeUndefined();
  });

  it("is not paid at a price that came with a requirement, which the customer has not seen", () => {
    const machine = start(exampleSession()).send({ type: "submit" });
    machine.send({ type: "attemptFailed", failure: refused("payment_intent_expired") });
    machine.send({ type: "secretReceived" });
    const { breakdown } = exampleSession();
    const other = exampleSession({}, { breakdown: { ...breakdown, total: breakdown.total + 10 } });
    const requirements = [{ type: "data", blocks: "submission" as const }];
    machine.send({ type: "sessionLoaded", session: { ...other, requirements } });
    expect(machine.state.step).toBe("blocked");
    machine.send({ type: "requirementsMet" });
    machine.send({ type: "sessionLoaded", session: other });
    expect(machine.effect("pay")).toBeUndefined();
    expect(machine.state).toMatchObject({ step: "form", notice: { type: "amountChanged" } });
  });

  it("is shown again with its decline if it was under way before a reload", () => {
    const payment = examplePayment({ type: "bank" });
    const paymentMethodTypes = ["card", "bank"];
    const machine = start(exampleSession({ status: "pending" }, { paymentMethodTypes, payment }));
    machine.send({
      type: "statusAnswered",
      status: "failed",
      payment: { ...declined("insufficient_funds"), type: "bank" },
    });
    expect(machine.state).toMatchObject({ step: "form", method: "bank", breakdown: null });
    expect(machine.effect("quote")).toMatchObject({ method: "bank" });
    // The session's price belonged to the payment, so the card's is requested too.
    machine.send({ type: "methodChosen", method: "card" });
    expect(machine.state.breakdown).toBeNull();
    expect(machine.effect("quote")).toMatchObject({ method: "card", request: { type: "card" } });
  });
});

describe("steps outside the frame", () => {
  it("open the bank's page once and poll the outcome", () => {
    const machine = paying().send({ type: "answered", payment: waitsAtBank });
    expect(machine.state.step).toBe("redirect");
    expect(machine.effect("openRedirect")).toBeDefined();
    expect(machine.reported).toEqual([]);
    machine.send({ type: "statusAnswered", status: "pending", payment: waitsAtBank });
    expect(machine.effect("openRedirect")).toBeUndefined();
    expect(machine.effect("lookUp")?.delayMs).toBeGreaterThan(2_000);
    machine.send({ type: "statusAnswered", status: "success", payment: paid });
    expect(machine.reported).toEqual(["success"]);
  });

  it("do not open the bank's page automatically after a reload, only on request", () => {
    const machine = start(exampleSession({ status: "pending" }, { payment: waitsAtBank }));
    expect(machine.state.step).toBe("redirect");
    expect(machine.effect("openRedirect")).toBeUndefined();
    machine.send({ type: "redirectWanted" });
    // The known address may be used up: the bank's page waits for a new one.
    expect(machine.effect("prepareRedirect")).toBeDefined();
    expect(machine.effect("openRedirect")).toBeUndefined();
    expect(machine.effect("lookUp")?.delayMs).toBe(0);
    machine.send({ type: "statusAnswered", status: "pending", payment: waitsAtBank });
    expect(machine.effect("openRedirect")).toBeDefined();
    machine.send({ type: "statusAnswered", status: "pending", payment: waitsAtBank });
    expect(machine.effect("openRedirect")).toBeUndefined();
  });

  it("keep the method chosen when the customer comes back from a refusal at the bank", () => {
    const payment = { ...declined("bank_access_denied"), type: "pay_by_bank" };
    const paymentMethodTypes = ["card", "pay_by_bank"];
    const machine = start(exampleSession({ status: "failed" }, { paymentMethodTypes, payment }));
    expect(machine.state).toMatchObject({ step: "form", method: "pay_by_bank" });
  });

  it("allow another attempt after a cancellation at the bank", () => {
    const machine = paying().send({ type: "answered", payment: waitsAtBank });
    machine.send({ type: "redirectCanceled" });
    expect(machine.effect("continue")?.continuation).toEqual({
      after: "redirect",
      outcome: "canceled",
    });
    machine.send({ type: "answered", payment: declined("bank_canceled") });
    expect(machine.state).toMatchObject({ step: "form", notice: { type: "canceled" }, attempt: 2 });
    expect(machine.reported).toEqual(["canceled"]);
  });

  it("keep the bank's page closed after a late cancellation, even if it was requested before", () => {
    const machine = paying().send({ type: "answered", payment: waitsAtBank });
    machine.send({ type: "redirectWanted" }).send({ type: "redirectCanceled" });
    machine.send({ type: "answered", payment: waitsAtBank });
    expect(machine.state.step).toBe("redirect");
    expect(machine.effect("openRedirect")).toBeUndefined();
  });

  it("continue the payment after a late cancellation, and the bank's outcome decides", () => {
    const machine = paying().send({ type: "answered", payment: waitsAtBank });
    machine.send({ type: "redirectCanceled" });
    machine.send({ type: "answered", payment: examplePayment() });
    expect(machine.state.step).toBe("pending");
    machine.send({
      type: "statusAnswered",
      status: "failed",
      payment: declined("bank_insufficient_funds"),
    });
    expect(machine.state).toMatchObject({ notice: { type: "declined" } });
  });

  it("report the payment as pending once the bank works on it", () => {
    const machine = paying().send({ type: "answered", payment: waitsAtBank });
    machine.send({ type: "statusAnswered", status: "pending", payment: examplePayment() });
    expect(machine.state.step).toBe("pending");
    expect(machine.reported).toEqual(["pending"]);
  });

  it("report a crypto payment to the page only when the money was seen", () => {
    const machine = paying().send({ type: "answered", payment: waitsForDeposit("waiting") });
    expect(machine.state.step).toBe("deposit");
    expect(machine.reported).toEqual([]);
    for (const state of ["underpaid", "detected", "confirming"]) {
      machine.send({ type: "statusAnswered", status: "pending", payment: waitsForDeposit(state) });
      expect(machine.state.payment).toEqual(waitsForDeposit(state));
      expect(machine.effect("lookUp")?.delayMs).toBeLessThanOrEqual(4_000);
    }
    expect(machine.reported).toEqual(["pending"]);
    machine.send({ type: "statusAnswered", status: "success", payment: paid });
    expect(machine.reported).toEqual(["pending", "success"]);
  });

  it("poll at once when the customer looks", () => {
    const machine = paying().send({ type: "answered", payment: waitsForDeposit("waiting") });
    machine.send({ type: "woken" });
    expect(machine.effect("lookUp")?.delayMs).toBe(0);
    machine.send({ type: "statusFailed", failure: lost });
    expect(machine.state.step).toBe("deposit");
    expect(machine.effect("lookUp")?.delayMs).toBeGreaterThan(2_000);
  });
});

describe("a saved method that is removed", () => {
  const one = savedCard({ paymentMethodId: "pm_other" });
  const both = exampleSession({}, { savedPaymentMethods: [savedCard(), one] });

  it("leaves the list; the first method replaces it, with its price", () => {
    const machine = start(both);
    expect(machine.state.method).toBe("saved-pm_visa");
    machine.send({ type: "savedRemoved" });
    const session = exampleSession({}, { savedPaymentMethods: [one] });
    machine.send({ type: "sessionLoaded", session });
    expect(machine.state).toMatchObject({ step: "form", method: "saved-pm_other" });
    expect(machine.effect("quote")).toMatchObject({ method: "saved-pm_other" });
  });

  it("in another tab leaves the list when it is refused; one more press charges no other saved method", () => {
    const machine = start(both);
    const { breakdown } = both;
    machine.send({ type: "quoted", method: "saved-pm_visa", ask: 1, quote: { breakdown } });
    machine.send({ type: "submit" });
    expect(machine.effect("pay")).toMatchObject({ method: "saved-pm_visa" });
    machine.send({ type: "attemptFailed", failure: refused("payment_method_not_found") });
    expect(machine.effect("load")).toBeDefined();
    const session = exampleSession({}, { savedPaymentMethods: [one] });
    machine.send({ type: "sessionLoaded", session });
    expect(machine.state).toMatchObject({
      step: "form",
      method: "card",
      notice: { type: "refused", code: "payment_method_not_found" },
    });
    machine.send({ type: "methodChosen", method: "saved-pm_other" });
    const { ask = 0 } = machine.effect("quote") ?? {};
    machine.send({ type: "quoted", method: "saved-pm_other", ask, quote: { breakdown } });
    machine.send({ type: "submit" });
    expect(machine.effect("pay")).toMatchObject({ method: "saved-pm_other" });
  });

  it("a press while the list loads again does not pay with another method", () => {
    const machine = start(both);
    const { breakdown } = both;
    machine.send({ type: "quoted", method: "saved-pm_visa", ask: 1, quote: { breakdown } });
    machine.send({ type: "submit" });
    machine.send({ type: "attemptFailed", failure: refused("payment_method_not_found") });
    machine.send({ type: "submit" });
    expect(machine.state).toMatchObject({ step: "loading", submitWaits: true });
    const session = exampleSession({}, { savedPaymentMethods: [one] });
    machine.send({ type: "sessionLoaded", session });
    expect(machine.effect("pay")).toBeUndefined();
    expect(machine.state).toMatchObject({
      step: "form",
      method: "card",
      submitWaits: false,
      notice: { type: "refused", code: "payment_method_not_found" },
    });
    expect(machine.reported).toEqual(["failed", "failed"]);
  });

  it("in another tab has no price; trying again takes it from the list", () => {
    const machine = start(both);
    const gone = refused("payment_method_not_found");
    machine.send({ type: "quoteFailed", method: "saved-pm_visa", ask: 1, failure: gone });
    expect(machine.effects).toEqual([]);
    machine.send({ type: "retry" });
    expect(machine.effects).toMatchObject([{ type: "load" }]);
    const session = exampleSession({}, { savedPaymentMethods: [one] });
    machine.send({ type: "sessionLoaded", session });
    expect(machine.state).toMatchObject({
      step: "form",
      method: "card",
      notice: { type: "refused", code: "payment_method_not_found" },
    });
    expect(machine.reported).toEqual([]);
  });

  it("here is replaced by one at a different price, without a notice and without a result", () => {
    const machine = start(both);
    const { breakdown } = both;
    machine.send({ type: "quoted", method: "saved-pm_visa", ask: 1, quote: { breakdown } });
    machine.send({ type: "savedRemoved" });
    const session = exampleSession({}, { savedPaymentMethods: [one] });
    machine.send({ type: "sessionLoaded", session });
    const { ask = 0 } = machine.effect("quote") ?? {};
    machine.send({
      type: "quoted",
      method: "saved-pm_other",
      ask,
      quote: { breakdown: { ...breakdown, total: 53.48 } },
    });
    expect(machine.state).toMatchObject({ method: "saved-pm_other", notice: null });
    expect(machine.reported).toEqual([]);
  });

  it("here is not replaced in a press by the page that waited for its price", () => {
    const machine = start(both)
      .send({ type: "submit", byPage: true })
      .send({ type: "savedRemoved" });
    const session = exampleSession({}, { savedPaymentMethods: [one] });
    machine.send({ type: "sessionLoaded", session });
    expect(machine.state).toMatchObject({ step: "form", method: "card", submitWaits: false });
    expect(machine.reported).toEqual(["failed"]);
  });

  it("is not replaced by another in a press that waited for a new secret", () => {
    const machine = start(both);
    const { breakdown } = both;
    machine.send({ type: "quoted", method: "saved-pm_visa", ask: 1, quote: { breakdown } });
    machine.send({ type: "submit" });
    machine.send({ type: "attemptFailed", failure: refused("payment_intent_expired") });
    machine.send({ type: "secretReceived" });
    machine.send({ type: "sessionLoaded", session: exampleSession() });
    expect(machine.effect("pay")).toBeUndefined();
    expect(machine.state).toMatchObject({
      step: "form",
      method: "card",
      notice: { type: "unavailable" },
    });
    expect(machine.reported).toEqual(["failed"]);
  });

  it("stays in a press that waited for a new secret, even if another was saved in the meantime", () => {
    const machine = start(exampleSession({}, { savedPaymentMethods: [savedCard()] }));
    const { breakdown } = both;
    machine.send({ type: "quoted", method: "saved-pm_visa", ask: 1, quote: { breakdown } });
    machine.send({ type: "submit" });
    machine.send({ type: "attemptFailed", failure: refused("payment_intent_expired") });
    machine.send({ type: "secretReceived" });
    const session = exampleSession({}, { savedPaymentMethods: [one, savedCard()] });
    machine.send({ type: "sessionLoaded", session });
    const { ask = 0 } = machine.effect("quote") ?? {};
    machine.send({ type: "quoted", method: "saved-pm_visa", ask, quote: { breakdown } });
    expect(machine.effect("pay")).toMatchObject({ method: "saved-pm_visa" });
  });

  it("changes nothing that is under way", () => {
    const machine = start(both).send({ type: "methodChosen", method: "card" });
    machine.send({ type: "submit" }).send({ type: "savedRemoved" });
    expect(machine.state).toMatchObject({ step: "paying", method: "card" });
    expect(machine.effects).toEqual([]);
  });
});
