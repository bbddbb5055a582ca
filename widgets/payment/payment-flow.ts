import { ChannelError } from "#contract/channel/channel-error";
import type { PaymentResult } from "#contract/channel/payment-messages";
import type { After } from "#contract/channel/port";
import type { BrowserInfo } from "#contract/client/browser-info";
import type {
  ChallengeAction,
  ClientPayment,
  RedirectAction,
  SubmitPayment,
  ThreeDSMethodAction,
} from "#contract/client/payments";
import type { Language } from "#contract/languages";
import type { Api } from "../client/api.ts";
import type { ApiFailure } from "../client/api-failure.ts";
import { loadError } from "../client/load-error.ts";
import type { ApiResult } from "../client/read-result.ts";
import { type RunningMachine, runMachine } from "../client/run-machine.ts";
import { reduce } from "./machine/reduce.ts";
import {
  type Continuation,
  firstState,
  type PaymentEffect,
  type PaymentEvent,
  type PaymentState,
} from "./machine/state.ts";
import type { MethodForms } from "./methods/method-forms.ts";
import type { MethodKey } from "./offered-methods.ts";
import type { PaymentPage } from "./page-channel.ts";
import { publicStep } from "./public-step.ts";
import type { RunningChallenge } from "./run-challenge.ts";

/** The flow's dependencies: everything that waits, calls or is random. */
export interface PaymentFlowOptions {
  readonly api: Api;
  readonly page: Pick<PaymentPage, "send" | "fetchClientSecretKey">;
  /** The session's first request, already under way. */
  readonly begunSession?: Promise<Response>;
  /** Random for each frame: the first part of every idempotency key. */
  readonly instanceId: string;
  readonly after: After;
  readonly language: Language;
  /** The forms with the typed data, by payment method. */
  readonly forms: MethodForms;
  readonly cardIsTyped: () => boolean;
  readonly readBrowser: () => BrowserInfo;
  readonly runMethod: (action: ThreeDSMethodAction) => Promise<"Y" | "N" | "U">;
  readonly runChallenge: (action: ChallengeAction) => RunningChallenge;
  /** Runs while the browser handles a press: only then may a window open. */
  readonly prepareRedirect: () => void;
  /** Sends the customer to their bank; in the meantime the flow polls the result. */
  readonly openRedirect: (action: RedirectAction) => void;
  /** See {@link MethodForm.refuse}; the fields may still be inert at this time. */
  readonly showRefusal: (method: MethodKey, field: string, code: string) => void;
}

export interface PaymentFlow extends RunningMachine<PaymentState, PaymentEvent> {
  /** Does nothing during a payment. */
  useSecret(clientSecretKey: string): void;
  /** The customer left the challenge's dialog. */
  cancelChallenge(): void;
  /** Submits the form, or joins a submission under way; see `pageCalls.confirm`. */
  confirm(): Promise<PaymentResult>;
}

/** In these steps a new secret would belong to another payment. */
const underWay = ["paying", "method", "challenge", "continuing", "redirect", "deposit", "pending"];
/** Steps in which the last result is valid until the next. */
const resultSteps = ["success", "pending", "redirect", "deposit"];

export function createPaymentFlow(options: PaymentFlowOptions): PaymentFlow {
  const { api, page, instanceId, after, forms } = options;
  let begunSession = options.begunSession;
  // A repeated attempt under the same key has the same body.
  let lastSent: { key: string; body: SubmitPayment } | null = null;
  let endLookUp = () => {};
  let result: PaymentResult | null = null;
  let challenge: RunningChallenge | null = null;
  // A repeated continuation keeps its key. A different one gets a new key, even of the same kind: a soft decline runs
  // 3-D Secure twice in one attempt.
  let continuations = 0;
  let lastContinuation: Continuation | null = null;
  let waiting: ((result: PaymentResult | Promise<PaymentResult>) => void)[] = [];

  const money = (run: number) => (result: ApiResult<ClientPayment>) =>
    send(
      result.ok
        ? { type: "answered", run, payment: result.value }
        : { type: "attemptFailed", run, failure: result.failure },
    );

  const carryOut = (effect: PaymentEffect): void => {
    switch (effect.type) {
      case "load": {
        const { run } = effect;
        const loading = api.session(begunSession);
        begunSession = undefined;
        void loading.then((result) =>
          send(
            result.ok
              ? {
                  type: "sessionLoaded",
                  run,
                  session: result.value,
                  cardIsTyped: options.cardIsTyped(),
                }
              : { type: "sessionFailed", run, failure: result.failure },
          ),
        );
        return;
      }
      case "quote": {
        const { method, ask, request } = effect;
        void api
          .quote(request)
          .then((result) =>
            send(
              result.ok
                ? { type: "quoted", method, ask, quote: result.value }
                : { type: "quoteFailed", method, ask, failure: result.failure },
            ),
          );
        return;
      }
      case "pay": {
        const { run, attempt, method, quote, delayMs } = effect;
        const key = `${instanceId}-${attempt}`;
        const form = forms.get(method);
        // Only a repeated attempt waits.
        const body: SubmitPayment | null =
          delayMs > 0 && lastSent?.key === key
            ? lastSent.body
            : form && {
                ...form.read(quote),
                ...(forms.saves(method) && { save: true }),
                total: quote.breakdown.total,
                browser: options.readBrowser(),
              };
        if (!body) {
          money(run)({ ok: false, failure: notReady });
          return;
        }
        lastSent = { key, body };
        later(delayMs, () => void api.pay(body, key).then(money(run)));
        return;
      }
      case "continue": {
        const { run, attempt, paymentId, continuation, delayMs } = effect;
        if (continuation !== lastContinuation) continuations += 1;
        lastContinuation = continuation;
        const key = `${instanceId}-${attempt}-${paymentId}-${continuations}`;
        // After a reload the payment continues without the security code.
        const cvc = forms.get(machine.state().method)?.cvc?.() ?? "";
        const body = { ...continuation, ...(/^\d{3,4}$/.test(cvc) && { cvc }) };
        later(delayMs, () => void api.continuePayment(paymentId, body, key).then(money(run)));
        return;
      }
      case "runMethod": {
        const { run, action } = effect;
        void options
          .runMethod(action)
          .then((completionIndicator) => send({ type: "methodDone", run, completionIndicator }));
        return;
      }
      case "openChallenge": {
        const { run, action } = effect;
        challenge = options.runChallenge(action);
        void challenge.outcome.then((type) =>
          send({ type: "challengeEnded", run, outcome: type === "done" ? "completed" : type }),
        );
        return;
      }
      case "lookUp": {
        const { run, delayMs } = effect;
        endLookUp();
        endLookUp = later(delayMs, () => void lookUp(run));
        return;
      }
      case "renewSecret":
        void renew(effect.run);
        return;
      case "prepareRedirect":
        options.prepareRedirect();
        return;
      case "openRedirect":
        options.openRedirect(effect.action);
        return;
      case "showRefusal":
        options.showRefusal(effect.method, effect.field, effect.code);
        return;
      case "refuseLoad":
        page.send({ type: "loaderror", error: loadError(effect.failure) });
        // After a lost answer a waiting submission keeps waiting: another try may help.
        if (effect.failure.kind === "refused") for (const settle of waiting) settle(confirm());
        return;
      case "finish":
        result = effect.result;
        lastSent = null;
        if (result.type === "success") forms.get(machine.state().method)?.clear();
        page.send({ type: "complete", result });
        for (const settle of waiting) settle(result);
        waiting = [];
    }
  };

  const later = (delayMs: number, run: () => void): (() => void) => {
    if (delayMs > 0) return after(delayMs, run);
    run();
    return () => {};
  };

  const lookUp = async (run: number): Promise<void> => {
    const result = await api.status();
    if (result.ok) return send({ type: "statusAnswered", run, ...result.value });
    const { failure } = result;
    // The request came too soon: ask later, unless something else was requested since.
    if (failure.status === 429) {
      if (run !== machine.state().run) return;
      endLookUp = after(failure.retryAfterMs ?? 2_100, () => void lookUp(run));
      return;
    }
    send({ type: "statusFailed", run, failure });
  };

  const renew = async (run: number): Promise<void> => {
    try {
      const clientSecretKey = await page.fetchClientSecretKey();
      // Unless the page has sent a newer one in the meantime.
      if (run === machine.state().run) useSecret(clientSecretKey);
    } catch {
      send({ type: "renewFailed", run });
    }
  };

  const useSecret = (clientSecretKey: string) => {
    if (underWay.includes(machine.state().step)) {
      page.send({ type: "trace", name: "message_dropped", reason: "payment_under_way" });
      return;
    }
    api.useSecret(clientSecretKey);
    begunSession = undefined;
    send({ type: "secretReceived" });
  };

  const machine = runMachine<PaymentState, PaymentEvent, PaymentEffect>(
    { ...firstState, language: options.language },
    reduce,
    carryOut,
    (next, before) => {
      const { status } = next;
      if (status !== before.status && status !== null) page.send({ type: "status", status });
      const step = publicStep(next);
      if (step !== publicStep(before)) page.send({ type: "step", step });
    },
  );
  const { send } = machine;

  const confirm = async (): Promise<PaymentResult> => {
    const state = machine.state();
    const isValid = result?.type === state.reported && resultSteps.includes(state.step);
    if (result && isValid) return result;
    const isRenewing = state.step === "expired" && state.renewing;
    const refusal = !isRenewing && refusals[state.step];
    if (refusal) throw new ChannelError(refusal);
    return new Promise((resolve) => {
      waiting.push(resolve);
      send({ type: "submit", byPage: true });
    });
  };

  return {
    ...machine,
    useSecret,
    cancelChallenge: () => challenge?.cancel(),
    confirm,
  };
}

const refusals: Partial<
  Record<PaymentState["step"], ConstructorParameters<typeof ChannelError>[0]>
> = {
  expired: {
    code: "payment_intent_expired",
    party: "integrator",
    message: "The payment intent expired.",
  },
  refused: {
    code: "session_refused",
    party: "integrator",
    message: "See the loaderror event.",
  },
  blocked: {
    code: "requirement_unmet",
    party: "customer",
    message: "A requirement is not met.",
  },
};

/** What a press of Pay reports while the chosen form is loading. */
const notReady: ApiFailure = {
  kind: "refused",
  code: "form_not_ready",
  message: "The form is loading.",
  status: 0,
};
