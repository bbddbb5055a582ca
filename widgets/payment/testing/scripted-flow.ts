import type { PaymentFrameMessage } from "#contract/channel/payment-messages";
import { createFakeAfter } from "#contract/channel/testing/fake-ports";
import type { ContinuePayment, SubmitPayment } from "#contract/client/payments";
import type { Quote, QuoteRequest } from "#contract/client/session";
import type { Api } from "../../client/api.ts";
import type { ApiResult } from "../../client/read-result.ts";
import { exampleSession, type lost, type paid } from "../examples.ts";
import type { MethodForm, MethodSubmission } from "../methods/method-form.ts";
import { createMethodForms, type MethodForms } from "../methods/method-forms.ts";
import { createPaymentFlow, type PaymentFlow } from "../payment-flow.ts";

/** The service's responses, one list for each call. */
interface Script {
  session: ApiResult<ReturnType<typeof exampleSession>>[];
  quote: ApiResult<Quote>[];
  pay: ApiResult<typeof paid>[];
  continuePayment: ApiResult<typeof paid>[];
  status: ApiResult<{ status: string; payment: typeof paid | null }>[];
}

type Outcome = "done" | "canceled" | "timed_out";

/** A payment flow, what it is given, and what it did. */
export interface ScriptedFlow {
  flow: PaymentFlow;
  script: Script;
  forms: MethodForms;
  /** The code in the card's form. */
  cvc: string;
  /** What the page returns when it is asked for a new client secret. */
  secrets: (string | Error | Promise<string>)[];
  calls: { call: string; key?: string; body?: SubmitPayment | ContinuePayment }[];
  cleared: string[];
  opened: string[];
  quoted: QuoteRequest[];
  challengeEnds(outcome: Outcome): void;
  /** Moves the timers' clock. */
  pass(ms: number): void;
  settle(): Promise<void>;
  started(): Promise<void>;
  /** The idempotency keys of these calls. */
  keys(call: string): (string | undefined)[];
  messagesOf(type: string): PaymentFrameMessage[];
}

export const ok = <T>(value: T): ApiResult<T> => ({ ok: true, value });
export const fail = (failure: typeof lost): ApiResult<never> => ({ ok: false, failure });

/** A filled-in form. */
export const formOf = (
  run: ScriptedFlow,
  key: string,
  submission: MethodSubmission,
): MethodForm => ({
  check: () => 0,
  read: () => submission,
  refuse: () => undefined,
  focus: () => undefined,
  clear: () => run.cleared.push(key),
  cvc: () => run.cvc,
});

/** Opens a flow whose session allows cards, with a filled-in card. */
export function openScriptedFlow(): ScriptedFlow {
  const clock = createFakeAfter();
  const reported: PaymentFrameMessage[] = [];
  const script: Script = {
    session: [ok(exampleSession())],
    quote: [],
    pay: [],
    continuePayment: [],
    status: [],
  };
  const next = async <K extends keyof Script>(name: K): Promise<Script[K][number]> => {
    const answer = script[name].shift();
    if (!answer) throw new Error(`the script has no answer to ${name}`);
    return answer;
  };
  const api: Api = {
    useSecret: (secret) => run.calls.push({ call: `use ${secret}` }),
    session: () => next("session"),
    quote(request) {
      run.quoted.push(request);
      return next("quote");
    },
    pay(body, key) {
      run.calls.push({ call: "pay", key, body });
      return next("pay");
    },
    continuePayment(_paymentId, body, key) {
      run.calls.push({ call: "continue", key, body });
      return next("continuePayment");
    },
    status() {
      run.calls.push({ call: "status" });
      return next("status");
    },
  };
  const forms = createMethodForms();
  const flow = createPaymentFlow({
    api,
    page: {
      send: (message) => reported.push(message),
      async fetchClientSecretKey() {
        const secret = run.secrets.shift();
        if (secret instanceof Error || secret === undefined) throw secret;
        return secret;
      },
    },
    instanceId: "frame-1",
    after: clock.after,
    language: "en",
    forms,
    cardIsTyped: () => true,
    prepareRedirect: () => run.opened.push("prepared"),
    openRedirect: ({ url }) => run.opened.push(url),
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
      const outcome = new Promise<Outcome>((resolve) => {
        run.challengeEnds = resolve;
      });
      return { outcome, cancel: () => run.challengeEnds("canceled") };
    },
    showRefusal: () => undefined,
  });
  const settle = async () => {
    for (let turns = 0; turns < 20; turns++) await Promise.resolve();
  };
  const run: ScriptedFlow = {
    flow,
    script,
    forms,
    cvc: "123",
    secrets: [],
    calls: [],
    cleared: [],
    opened: [],
    quoted: [],
    challengeEnds: () => {
      throw new Error("no challenge is running");
    },
    pass: clock.pass,
    settle,
    async started() {
      flow.send({ type: "secretReceived" });
      await settle();
    },
    keys: (call) => run.calls.filter((each) => each.call === call).map(({ key }) => key),
    messagesOf: (type) => reported.filter((message) => message.type === type),
  };
  const card = { number: "4242424242424242", expiryMonth: 12, expiryYear: 2034, cvc: "123" };
  forms.set("card", formOf(run, "card", { type: "card", card }));
  return run;
}
