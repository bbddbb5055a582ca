/** The flow against a scripted service. Long, because every test needs that script. */
import { beforeEach, describe, expect, it } from "vitest";
import type { PaymentFrameMessage } from "#contract/channel/payment-messages";
import { createFakeAfter } from "#contract/channel/testing/fake-ports";
import type { ContinuePayment, SubmitPayment } from "#contract/client/payments";
import type { Quote, QuoteRequest } from "#contract/client/session";
import type { Api } from "../client/api.ts";
import type { ApiAnswer } from "../client/read-answer.ts";
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
import type { MethodForm, MethodSubmission } from "./methods/method-form.ts";
import { createMethodForms, type MethodForms } from "./methods/method-forms.ts";
import { createPaymentFlow, type PaymentFlow } from "./payment-flow.ts";

/** The service's answers, one list for each call. */
interface Script {
  session: ApiAnswer<ReturnType<typeof exampleSession>>[];
  quote: ApiAnswer<Quote>[];
  pay: ApiAnswer<typeof paid>[];
  continuePayment: ApiAnswer<typeof paid>[];
  status: ApiAnswer<{ status: string; payment: typeof paid | null }>[];
}

const ok = <T>(value: T): ApiAnswer<T> => ({ ok: true, value });
const fail = (failure: typeof lost): ApiAnswer<never> => ({ ok: false, failure });

let script: Script;
let reported: PaymentFrameMessage[];
let calls: { call: string; key?: string; body?: SubmitPayment | ContinuePayment }[];
let clock: ReturnType<typeof createFakeAfter>;
let cvc: string;
let challengeEnds: (outcome: "done" | "canceled" | "timed_out") => void;
let secrets: (string | Error)[];
let flow: PaymentFlow;
let forms: MethodForms;
let cleared: string[];
let opened: string[];
let quoted: QuoteRequest[];

const formOf = (key: string, submission: MethodSubmission): MethodForm => ({
  check: () => 0,
  read: () => submission,
  refuse: () => undefined,
  focus: () => undefined,
  clear: () => cleared.push(key),
  cvc: () => cvc,
});

const settle = async () => {
  for (let turns = 0; turns < 20; turns++) await Promise.resolve();
};

function createFlow(): PaymentFlow {
  const next = async <K extends keyof Script>(name: K): Promise<Script[K][number]> => {
    const answer = script[name].shift();
    if (!answer) throw new Error(`nobody expected ${name}`);
    return answer;
  };
  const api: Api = {
    useSecret: (secret) => calls.push({ call: `use ${secret}` }),
    session: () => next("session"),
    quote(request) {
      quoted.push(request);
      return next("quote");
    },
    pay(body, key) {
      calls.push({ call: "pay", key, body });
      return next("pay");
    },
    continuePayment(_paymentId, body, key) {
      calls.push({ call: "continue", key, body });
      return next("continuePayment");
    },
    status() {
      calls.push({ call: "status" });
      return next("status");
    },
  };
  return createPaymentFlow({
    api,
    page: {
      send: (message) => reported.push(message),
      async fetchClientSecretKey() {
        const secret = secrets.shift();
        if (secret instanceof Error || secret === undefined) throw secret;
        return secret;
      },
    },
    instanceId: "frame-1",
    after: clock.after,
    language: "en",
    forms,
    cardIsTyped: () => true,
    prepareRedirect: () => opened.push("prepared"),
    openRedirect: ({ url }) => opened.push(url),
    readBrowser: () => ({
      javaEnabled: false,
      language: "en",
      colorDepth: 24,
      screenHeightPx: 800,
      screenWidthPx: 400,
      timeZoneOffsetMinutes: 0,
      userAgent: "test",
    }),
    runMethod: async () => "Y",
    runChallenge() {
      const outcome = new Promise<"done" | "canceled" | "timed_out">((resolve) => {
        challengeEnds = resolve;
      });
      return { outcome, cancel: () => challengeEnds("canceled") };
    },
    showRefusal: () => undefined,
  });
}

const keys = (call: string) => calls.filter((each) => each.call === call).map(({ key }) => key);
const messagesOf = (type: string) => reported.filter((message) => message.type === type);

async function started() {
  flow.send({ type: "secretReceived" });
  await settle();
}

beforeEach(() => {
  script = { session: [ok(exampleSession())], quote: [], pay: [], continuePayment: [], status: [] };
  cleared = [];
  opened = [];
  quoted = [];
  forms = createMethodForms();
  const card = { number: "4242424242424242", expiryMonth: 12, expiryYear: 2034, cvc: "123" };
  forms.set("card", formOf("card", { type: "card", card }));
  reported = [];
  calls = [];
  secrets = [];
  cvc = "123";
  clock = createFakeAfter();
  flow = createFlow();
});

describe("confirm", () => {
  it("resolves with the success, and so does every later call", async () => {
    script.pay = [ok(paid)];
    await started();
    const [first, second] = await Promise.all([flow.confirm(), flow.confirm()]);
    expect(first).toMatchObject({ type: "success", paymentId: paid.paymentId, status: "success" });
    expect(second).toEqual(first);
    expect(await flow.confirm()).toEqual(first);
    expect(keys("pay")).toEqual(["frame-1-1"]);
    expect(messagesOf("complete")).toHaveLength(1);
  });

  it("resolves with a decline, and tries again under another key", async () => {
    script.pay = [ok(declined()), ok(paid)];
    await started();
    expect(await flow.confirm()).toMatchObject({
      type: "failed",
      messages: [{ code: "card_declined" }],
    });
    expect(await flow.confirm()).toMatchObject({ type: "success" });
    expect(keys("pay")).toEqual(["frame-1-1", "frame-1-2"]);
  });

  it("waits for the session when called early", async () => {
    script.pay = [ok(paid)];
    flow.send({ type: "secretReceived" });
    const confirmed = flow.confirm();
    expect(await confirmed).toMatchObject({ type: "success" });
  });

  it("rejects when there is nothing to confirm", async () => {
    script.session = [fail(refused("client_secret_invalid", 401))];
    await started();
    await expect(flow.confirm()).rejects.toMatchObject({ code: "session_refused" });
    expect(messagesOf("loaderror")).toMatchObject([
      { error: { code: "client_secret_invalid", party: "integrator" } },
    ]);
  });
});

describe("a lost answer", () => {
  it("is requested again under the same key: one charge", async () => {
    script.pay = [fail(lost), fail(lost), ok(paid)];
    await started();
    const confirmed = flow.confirm();
    for (let tries = 0; tries < 2; tries++) {
      await settle();
      clock.pass(10_000);
    }
    expect(await confirmed).toMatchObject({ type: "success" });
    expect(new Set(keys("pay"))).toEqual(new Set(["frame-1-1"]));
  });

  it("is looked up when sending again does not help", async () => {
    script.pay = Array.from({ length: 4 }, () => fail(lost));
    script.status = [ok({ status: "success", payment: paid })];
    await started();
    const confirmed = flow.confirm();
    for (let tries = 0; tries < 4; tries++) {
      await settle();
      clock.pass(10_000);
    }
    expect(await confirmed).toMatchObject({ type: "success" });
    expect(keys("pay")).toHaveLength(4);
  });
});

describe("a pending payment", () => {
  it("resolves at once, is polled no faster than the service answers, and reported until it ends", async () => {
    script.pay = [ok(examplePayment())];
    script.status = [
      fail({ ...refused("polling_too_fast", 429), retryAfterMs: 2_000 }),
      ok({ status: "pending", payment: examplePayment() }),
      ok({ status: "success", payment: paid }),
    ];
    await started();
    expect(await flow.confirm()).toMatchObject({ type: "pending" });
    clock.pass(2_000);
    await settle();
    expect(keys("status")).toHaveLength(0);
    for (let polls = 0; polls < 3; polls++) {
      clock.pass(10_000);
      await settle();
    }
    expect(
      messagesOf("complete").map((message) => "result" in message && message.result.type),
    ).toEqual(["pending", "success"]);
    expect(messagesOf("status").map((message) => "status" in message && message.status)).toEqual([
      "no-payment",
      "pending",
      "success",
    ]);
  });
});

describe("3-D Secure", () => {
  it("sends the code again with each step, each under its own key", async () => {
    script.pay = [ok(waitsForMethod)];
    script.continuePayment = [ok(waitsForChallenge), ok(paid)];
    await started();
    const confirmed = flow.confirm();
    await settle();
    challengeEnds("done");
    expect(await confirmed).toMatchObject({ type: "success" });
    expect(calls.filter(({ call }) => call === "continue").map(({ body }) => body)).toEqual([
      { after: "three_ds_method", completionIndicator: "Y", cvc: "123" },
      { after: "challenge", outcome: "completed", cvc: "123" },
    ]);
    expect(new Set(keys("continue")).size).toBe(2);
    expect(messagesOf("step").map((message) => "step" in message && message.step)).toEqual([
      "processing",
      "challenge",
      "processing",
      "result",
    ]);
  });

  it("continues without the code after a reload", async () => {
    cvc = "";
    script.session = [ok(exampleSession({ status: "pending" }, { payment: waitsForChallenge }))];
    script.continuePayment = [ok(paid)];
    await started();
    challengeEnds("done");
    await settle();
    expect(calls.at(-1)?.body).toEqual({ after: "challenge", outcome: "completed" });
    expect(flow.state().step).toBe("success");
  });

  it("ends as canceled when the customer leaves the dialog", async () => {
    script.pay = [ok(waitsForChallenge)];
    script.continuePayment = [ok(declined("authentication_canceled"))];
    await started();
    const confirmed = flow.confirm();
    await settle();
    flow.cancelChallenge();
    expect(await confirmed).toMatchObject({ type: "canceled" });
  });
});

describe("an expired intent", () => {
  it("is renewed by the page, and the submit continues", async () => {
    script.pay = [fail(refused("payment_intent_expired")), ok(paid)];
    script.session.push(ok(exampleSession({ paymentIntentId: "pi_2" })));
    secrets = ["pi_2_secret_2"];
    await started();
    expect(await flow.confirm()).toMatchObject({ type: "success", paymentIntentId: "pi_2" });
    expect(calls.map(({ call }) => call)).toEqual(["pay", "use pi_2_secret_2", "pay"]);
    expect(keys("pay").filter(Boolean)).toEqual(["frame-1-1", "frame-1-2"]);
  });

  it("stays expired if the page has no new one", async () => {
    script.session = [ok(exampleSession({ status: "expired" }))];
    secrets = [new Error("none")];
    await started();
    expect(flow.state()).toMatchObject({ step: "expired", renewing: false });
    expect(messagesOf("complete")).toMatchObject([{ result: { type: "expired" } }]);
    await expect(flow.confirm()).rejects.toMatchObject({ code: "payment_intent_expired" });
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
    script.session = [ok(exampleSession({}, { paymentMethodTypes: ["card", "bank"] }))];
    script.quote = [ok(quote)];
    forms.set("bank", formOf("bank", { type: "bank", bankAccount, mandate }));
  });

  it("is sent with the mandate and the total that were shown, and repeated unchanged", async () => {
    script.pay = [fail(lost), ok(paid)];
    await started();
    flow.send({ type: "methodChosen", method: "bank" });
    await settle();
    const confirmed = flow.confirm();
    await settle();
    clock.pass(10_000);
    expect(await confirmed).toMatchObject({ type: "success" });
    const bodies = calls.filter(({ call }) => call === "pay").map(({ body }) => body);
    expect(bodies[0]).toMatchObject({ type: "bank", bankAccount, mandate, total: 51 });
    expect(bodies[1]).toBe(bodies[0]);
    expect(new Set(keys("pay")).size).toBe(1);
    expect(quoted).toEqual([{ type: "bank", locale: "en" }]);
  });

  it("is forgotten after payment, and kept after a decline", async () => {
    script.pay = [ok(declined()), ok(paid)];
    await started();
    flow.send({ type: "methodChosen", method: "bank" });
    await settle();
    await flow.confirm();
    expect(cleared).toEqual([]);
    await flow.confirm();
    expect(cleared).toEqual(["bank"]);
  });

  it("with a form that is still loading is refused, not lost", async () => {
    forms.set("bank", null);
    await started();
    flow.send({ type: "methodChosen", method: "bank" });
    await settle();
    expect(await flow.confirm()).toMatchObject({
      type: "failed",
      messages: [{ code: "form_not_ready" }],
    });
    expect(keys("pay")).toEqual([]);
  });
});

it("opens the bank’s page and polls the result", async () => {
  script.pay = [ok(waitsAtBank)];
  script.status = [ok({ status: "success", payment: paid })];
  await started();
  const confirmed = flow.confirm();
  await settle();
  expect(opened).toEqual(["https://pay.example/v1/redirects/r_1"]);
  clock.pass(5_000);
  expect(await confirmed).toMatchObject({ type: "success" });
});

it("opens the bank’s page again at a new address, in a window opened by the click", async () => {
  script.pay = [ok(waitsAtBank)];
  script.status = [ok({ status: "pending", payment: waitsAtBank })];
  await started();
  void flow.confirm();
  await settle();
  opened.splice(0);
  flow.send({ type: "redirectWanted" });
  expect(opened).toEqual(["prepared"]);
  clock.pass(0);
  await settle();
  expect(opened).toEqual(["prepared", "https://pay.example/v1/redirects/r_1"]);
});

it("accepts no other secret during a payment", async () => {
  script.pay = [ok(examplePayment())];
  await started();
  await flow.confirm();
  flow.useSecret("pi_2_secret_2");
  expect(calls.map(({ call }) => call)).toEqual(["pay"]);
  expect(messagesOf("trace")).toMatchObject([{ reason: "payment_under_way" }]);
});

it("saves a card only with consent, even when it is sent again", async () => {
  script.pay = [ok(declined()), fail(lost), ok(paid)];
  await started();
  await flow.confirm();
  forms.keep("card", true);
  const second = flow.confirm();
  await settle();
  clock.pass(10_000);
  await second;
  const saves = calls.filter(({ call }) => call === "pay").map(({ body }) => body);
  expect(saves.map((body) => (body as { save?: boolean }).save)).toEqual([undefined, true, true]);
});
