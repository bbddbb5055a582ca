/** The flow against a scripted service. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Quote } from "#contract/client/session";
import {
  declined,
  examplePayment,
  exampleSession,
  lost,
  paid,
  refused,
  waitsAtBank,
  waitsForChallenge,
  waitsForMethod,
} from "./examples.ts";
import { fail, formOf, ok, openScriptedFlow, type ScriptedFlow } from "./testing/scripted-flow.ts";

let run: ScriptedFlow;
beforeEach(() => {
  run = openScriptedFlow();
});

describe("confirm", () => {
  it("resolves with the success, and so does every later call", async () => {
    run.script.pay = [ok(paid)];
    await run.started();
    const [first, second] = await Promise.all([run.flow.confirm(), run.flow.confirm()]);
    expect(first).toMatchObject({ type: "success", paymentId: paid.paymentId, status: "success" });
    expect(second).toEqual(first);
    expect(await run.flow.confirm()).toEqual(first);
    expect(run.keys("pay")).toEqual(["frame-1-1"]);
    expect(run.messagesOf("complete")).toHaveLength(1);
  });

  it("resolves with a decline, and tries again under another key", async () => {
    run.script.pay = [ok(declined()), ok(paid)];
    await run.started();
    expect(await run.flow.confirm()).toMatchObject({
      type: "failed",
      messages: [{ code: "card_declined" }],
    });
    expect(await run.flow.confirm()).toMatchObject({ type: "success" });
    expect(run.keys("pay")).toEqual(["frame-1-1", "frame-1-2"]);
  });

  it("waits for the session when called early", async () => {
    run.script.pay = [ok(paid)];
    run.flow.send({ type: "secretReceived" });
    const confirmed = run.flow.confirm();
    expect(await confirmed).toMatchObject({ type: "success" });
  });

  it("rejects when the service refuses the session that it waits for", async () => {
    run.script.session = [fail(lost), fail(refused("location_not_allowed", 403))];
    await run.started();
    await expect(run.flow.confirm()).rejects.toMatchObject({ code: "session_refused" });
    expect(run.flow.state().step).toBe("refused");
  });

  it("rejects when there is nothing to confirm", async () => {
    run.script.session = [fail(refused("client_secret_invalid", 401))];
    await run.started();
    await expect(run.flow.confirm()).rejects.toMatchObject({ code: "session_refused" });
    expect(run.messagesOf("loaderror")).toMatchObject([
      { error: { code: "client_secret_invalid", party: "integrator" } },
    ]);
  });
});

describe("a lost response", () => {
  it("is requested again under the same key: one charge", async () => {
    run.script.pay = [fail(lost), fail(lost), ok(paid)];
    await run.started();
    const confirmed = run.flow.confirm();
    for (let tries = 0; tries < 2; tries++) {
      await run.settle();
      run.pass(10_000);
    }
    expect(await confirmed).toMatchObject({ type: "success" });
    expect(new Set(run.keys("pay"))).toEqual(new Set(["frame-1-1"]));
  });

  it("is looked up when sending again does not help", async () => {
    run.script.pay = Array.from({ length: 4 }, () => fail(lost));
    run.script.status = [ok({ status: "success", payment: paid })];
    await run.started();
    const confirmed = run.flow.confirm();
    for (let tries = 0; tries < 4; tries++) {
      await run.settle();
      run.pass(10_000);
    }
    expect(await confirmed).toMatchObject({ type: "success" });
    expect(run.keys("pay")).toHaveLength(4);
  });
});

describe("a pending payment", () => {
  it("resolves at once, is polled no faster than the service responds, and reported until it ends", async () => {
    run.script.pay = [ok(examplePayment())];
    run.script.status = [
      fail({ ...lost, status: 429, retryAfterMs: 2_000 }),
      ok({ status: "pending", payment: examplePayment() }),
      ok({ status: "success", payment: paid }),
    ];
    await run.started();
    expect(await run.flow.confirm()).toMatchObject({ type: "pending" });
    run.pass(2_000);
    await run.settle();
    expect(run.keys("status")).toHaveLength(0);
    for (let polls = 0; polls < 3; polls++) {
      run.pass(10_000);
      await run.settle();
    }
    expect(
      run.messagesOf("complete").map((message) => "result" in message && message.result.type),
    ).toEqual(["pending", "success"]);
    expect(
      run.messagesOf("status").map((message) => "status" in message && message.status),
    ).toEqual(["no-payment", "pending", "success"]);
  });

  it("is still polled if an earlier request is refused as too soon after a later one", async () => {
    run.script.pay = [ok(examplePayment())];
    const tooSoon = fail({ ...lost, status: 429, retryAfterMs: 2_000 });
    let refuseFirst: (result: typeof tooSoon) => void = () => undefined;
    const first = new Promise<typeof tooSoon>((resolve) => {
      refuseFirst = resolve;
    });
    const success = ok({ status: "success", payment: paid });
    run.script.status = [
      first as never,
      ok({ status: "pending", payment: examplePayment() }),
      success,
      success,
    ];
    await run.started();
    await run.flow.confirm();
    run.pass(10_000);
    await run.settle();
    // The customer looks again before the first request ends.
    run.flow.send({ type: "woken" });
    await run.settle();
    refuseFirst(tooSoon);
    await run.settle();
    run.pass(10_000);
    await run.settle();
    expect(run.flow.state().step).toBe("success");
  });
});

describe("3-D Secure", () => {
  it("sends the code again with each step, each under its own key", async () => {
    run.script.pay = [ok(waitsForMethod)];
    run.script.continuePayment = [ok(waitsForChallenge), ok(paid)];
    await run.started();
    const confirmed = run.flow.confirm();
    await run.settle();
    run.challengeEnds("done");
    expect(await confirmed).toMatchObject({ type: "success" });
    expect(run.calls.filter(({ call }) => call === "continue").map(({ body }) => body)).toEqual([
      { after: "three_ds_method", completionIndicator: "Y", cvc: "123" },
      { after: "challenge", outcome: "completed", cvc: "123" },
    ]);
    expect(new Set(run.keys("continue")).size).toBe(2);
    expect(run.messagesOf("step").map((message) => "step" in message && message.step)).toEqual([
      "processing",
      "challenge",
      "processing",
      "result",
    ]);
  });

  it("continues without the code after a reload", async () => {
    run.cvc = "";
    run.script.session = [
      ok(exampleSession({ status: "pending" }, { payment: waitsForChallenge })),
    ];
    run.script.continuePayment = [ok(paid)];
    await run.started();
    run.challengeEnds("done");
    await run.settle();
    expect(run.calls.at(-1)?.body).toEqual({ after: "challenge", outcome: "completed" });
    expect(run.flow.state().step).toBe("success");
  });

  it("ends as canceled when the customer leaves the dialog", async () => {
    run.script.pay = [ok(waitsForChallenge)];
    run.script.continuePayment = [ok(declined("authentication_canceled"))];
    await run.started();
    const confirmed = run.flow.confirm();
    await run.settle();
    run.flow.cancelChallenge();
    expect(await confirmed).toMatchObject({ type: "canceled" });
  });
});

describe("an expired intent", () => {
  it("is renewed by the page, and the submit continues", async () => {
    run.script.pay = [fail(refused("payment_intent_expired")), ok(paid)];
    run.script.session.push(ok(exampleSession({ paymentIntentId: "pi_2" })));
    run.secrets = ["pi_2_secret_2"];
    await run.started();
    expect(await run.flow.confirm()).toMatchObject({ type: "success", paymentIntentId: "pi_2" });
    expect(run.calls.map(({ call }) => call)).toEqual(["pay", "use pi_2_secret_2", "pay"]);
    expect(run.keys("pay").filter(Boolean)).toEqual(["frame-1-1", "frame-1-2"]);
  });

  it("is not renewed by a secret that arrives after a newer one", async () => {
    let arrive: (secret: string) => void = () => {};
    run.script.session.unshift(ok(exampleSession({ status: "expired" })));
    run.secrets = [
      new Promise((resolve) => {
        arrive = resolve;
      }),
    ];
    run.script.pay = [ok(paid)];
    await run.started();
    run.flow.useSecret("pi_2_secret_page");
    await run.settle();
    expect(await run.flow.confirm()).toMatchObject({ type: "success" });
    arrive("pi_2_secret_late");
    await run.settle();
    expect(run.calls.map(({ call }) => call)).toEqual(["use pi_2_secret_page", "pay"]);
    expect(run.flow.state().step).toBe("success");
  });

  it("stays expired if the page has no new one", async () => {
    run.script.session = [ok(exampleSession({ status: "expired" }))];
    run.secrets = [new Error("none")];
    await run.started();
    expect(run.flow.state()).toMatchObject({ step: "expired", renewing: false });
    expect(run.messagesOf("complete")).toMatchObject([{ result: { type: "expired" } }]);
    await expect(run.flow.confirm()).rejects.toMatchObject({ code: "payment_intent_expired" });
  });
});

describe("a bank account", () => {
  const bankAccount = {
    routingNumber: "021000021",
    accountNumber: "000123456789",
    accountType: "checking" as const,
    holderName: "Ada Lovelace",
  };
  const mandate = { version: "2026-11", locale: "en" as const };
  const breakdown = { ...exampleSession().breakdown, total: 51 };
  const quote: Quote = { breakdown, mandate: { ...mandate, text: "I authorize it." } };

  beforeEach(() => {
    run.script.session = [ok(exampleSession({}, { paymentMethodTypes: ["card", "bank"] }))];
    run.script.quote = [ok(quote)];
    run.forms.set("bank", formOf(run, "bank", { type: "bank", bankAccount, mandate }));
  });

  it("is sent with the mandate and the total that were shown, and repeated unchanged", async () => {
    run.script.pay = [fail(lost), ok(paid)];
    await run.started();
    run.flow.send({ type: "methodChosen", method: "bank" });
    await run.settle();
    const confirmed = run.flow.confirm();
    await run.settle();
    run.pass(10_000);
    expect(await confirmed).toMatchObject({ type: "success" });
    const bodies = run.calls.filter(({ call }) => call === "pay").map(({ body }) => body);
    expect(bodies[0]).toMatchObject({ type: "bank", bankAccount, mandate, total: 51 });
    expect(bodies[1]).toBe(bodies[0]);
    expect(new Set(run.keys("pay")).size).toBe(1);
    expect(run.quoted).toEqual([{ type: "bank", locale: "en" }]);
  });

  it("is forgotten after payment, and kept after a decline", async () => {
    run.script.pay = [ok(declined()), ok(paid)];
    await run.started();
    run.flow.send({ type: "methodChosen", method: "bank" });
    await run.settle();
    await run.flow.confirm();
    expect(run.cleared).toEqual([]);
    await run.flow.confirm();
    expect(run.cleared).toEqual(["bank"]);
  });

  it("is refused, not lost, while its form is still loading", async () => {
    run.forms.set("bank", null);
    await run.started();
    run.flow.send({ type: "methodChosen", method: "bank" });
    await run.settle();
    expect(await run.flow.confirm()).toMatchObject({
      type: "failed",
      messages: [{ code: "form_not_ready" }],
    });
    expect(run.keys("pay")).toEqual([]);
  });
});

it("opens the bank’s page and polls the result", async () => {
  run.script.pay = [ok(waitsAtBank)];
  run.script.status = [ok({ status: "success", payment: paid })];
  await run.started();
  const confirmed = run.flow.confirm();
  await run.settle();
  expect(run.opened).toEqual(["https://pay.example/v1/redirects/r_1"]);
  run.pass(5_000);
  expect(await confirmed).toMatchObject({ type: "success" });
});

it("opens the bank’s page again at a new address, in a window opened by the click", async () => {
  run.script.pay = [ok(waitsAtBank)];
  run.script.status = [ok({ status: "pending", payment: waitsAtBank })];
  await run.started();
  void run.flow.confirm();
  await run.settle();
  run.opened.splice(0);
  run.flow.send({ type: "redirectWanted" });
  expect(run.opened).toEqual(["prepared"]);
  run.pass(0);
  await run.settle();
  expect(run.opened).toEqual(["prepared", "https://pay.example/v1/redirects/r_1"]);
});

it("accepts no other secret during a payment", async () => {
  run.script.pay = [ok(examplePayment())];
  await run.started();
  await run.flow.confirm();
  run.flow.useSecret("pi_2_secret_2");
  expect(run.calls.map(({ call }) => call)).toEqual(["pay"]);
  expect(run.messagesOf("trace")).toMatchObject([{ reason: "payment_under_way" }]);
});

it("saves a card only with consent, even when it is sent again", async () => {
  run.script.pay = [ok(declined()), fail(lost), ok(paid)];
  await run.started();
  await run.flow.confirm();
  run.forms.keep("card", true);
  const second = run.flow.confirm();
  await run.settle();
  run.pass(10_000);
  await second;
  const saves = run.calls.filter(({ call }) => call === "pay").map(({ body }) => body);
  expect(saves.map((body) => (body as { save?: boolean }).save)).toEqual([undefined, true, true]);
});
