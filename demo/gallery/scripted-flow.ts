import type { ClientSession } from "#contract/client/session";
import { reduce } from "../../widgets/payment/machine/reduce.ts";
import {
  firstState,
  type PaymentEffect,
  type PaymentEvent,
  type PaymentState,
} from "../../widgets/payment/machine/state.ts";
import type { PaymentFlow } from "../../widgets/payment/payment-flow.ts";
import { exampleSession } from "./example-payment.ts";
import { exampleQuote } from "./example-quotes.ts";

/** The widget's state machine with examples instead of a service. */
export interface ScriptedFlow extends PaymentFlow {
  show(state: PaymentState): void;
}

/**
 * Answers sessions and prices, so that methods can be selected. Payments and status calls get no response, so the state
 * stays visible. `erased`: ids of removed methods.
 */
export function scriptedFlow(erased: ReadonlySet<string>): ScriptedFlow {
  let state: PaymentState = firstState;
  const listeners = new Set<() => void>();
  const show = (next: PaymentState) => {
    state = next;
    for (const listener of [...listeners]) listener();
  };
  const sessionNow = (): ClientSession => {
    const session = state.session ?? exampleSession;
    const savedPaymentMethods = session.savedPaymentMethods.filter(
      ({ paymentMethodId }) => !erased.has(paymentMethodId),
    );
    return { ...session, savedPaymentMethods, requirements: [] };
  };
  const answer = (effect: PaymentEffect): void => {
    if (effect.type === "load") {
      send({ type: "sessionLoaded", run: effect.run, session: sessionNow() });
    }
    if (effect.type === "quote") {
      const { method, ask, request } = effect;
      const quote = exampleQuote(request, sessionNow(), state.language);
      send({ type: "quoted", method, ask, quote });
    }
  };
  const send = (event: PaymentEvent) => {
    const [next, effects] = reduce(state, event);
    show(next);
    for (const effect of effects) queueMicrotask(() => answer(effect));
  };
  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    send,
    show,
    useSecret: () => undefined,
    cancelChallenge: () => undefined,
    confirm: () => Promise.reject(new Error("nothing is paid in the gallery")),
  };
}
