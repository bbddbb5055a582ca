/**
 * The payment frame's second script: takes over from boot.ts when the form can be used already.
 * Submitting, 3-D Secure, outcomes and all words are here.
 */
import "../../styles/tokens.css";
import "../../styles/base.css";
import "../../styles/controls.css";
import "../../styles/step.css";
import "../../styles/payment.css";
import { hydrate } from "preact";
import { ChannelError } from "../../contract/channel/channel-error.ts";
import { createApi } from "../client/api.ts";
import { readBrowserInfo } from "../client/browser-info.ts";
import { chooseLanguage } from "../i18n/languages.ts";
import { loadPersonalTexts } from "../i18n/load-personal-texts.ts";
import { loadTexts } from "../i18n/load-texts.ts";
import { createFormProblems } from "./form-problems.ts";
import type { PaymentHandoff } from "./handoff.ts";
import { PaymentApp } from "./payment-app.tsx";
import { createPaymentFlow } from "./payment-flow.ts";
import { runChallenge } from "./run-challenge.ts";
import { runMethod } from "./run-method.ts";

async function takeOver(handoff: PaymentHandoff) {
  const { root, page, fields, init, session, takeOver } = handoff;
  const language = chooseLanguage(document.documentElement.lang);
  const [texts, first] = await Promise.all([loadTexts(language), init]);
  const { locale, publishableKey, clientSecretKey } = first;
  let secret = clientSecretKey;
  const problems = createFormProblems(fields);
  const api = createApi({ publishableKey, clientSecretKey });
  const flow = createPaymentFlow({
    api: {
      ...api,
      useSecret(next) {
        secret = next;
        api.useSecret(next);
      },
    },
    page,
    begunSession: session,
    instanceId: crypto.randomUUID(),
    after(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    readCard: fields.read,
    readBrowser: () => readBrowserInfo(window),
    runMethod: (action) => runMethod(action, window),
    runChallenge: (action) =>
      runChallenge(action, { page, title: texts.challengeTitle, locale, nowMs: Date.now }),
    // The inputs are inert until the view has been drawn again.
    showProblems: (found) => void setTimeout(() => problems.show(found)),
  });

  const submit = () => {
    if (problems.check()) flow.send({ type: "submit" });
  };
  const loadOwed = async () => {
    const [{ OwedSteps }, { createStepsApi }, personalTexts] = await Promise.all([
      import("../steps/owed-steps.tsx"),
      import("../steps/steps-api.ts"),
      loadPersonalTexts(language),
      import("../../styles/personal.css"),
    ]);
    const stepsApi = createStepsApi({ publishableKey, clientSecretKey: secret });
    return { Steps: OwedSteps, texts: personalTexts, api: stepsApi };
  };
  hydrate(<PaymentApp {...{ flow, problems, texts, locale, loadOwed }} onSubmit={submit} />, root);
  const showLeft = fields.listener.left;
  let asked: string | null = null;
  fields.listener.left = (name) => {
    showLeft?.(name);
    const prefix = fields.prefix();
    if (name !== "number" || prefix === null || prefix === asked) return;
    asked = prefix;
    flow.send({ type: "prefixTyped", prefix });
  };
  flow.send({ type: "secretReceived" });

  takeOver({
    receive(message) {
      if (message.type === "challengeCanceled") flow.cancelChallenge();
      if (message.type === "update" && message.clientSecretKey !== undefined) {
        flow.useSecret(message.clientSecretKey);
      }
    },
    confirm() {
      const canSubmit = ["loading", "form", "unreachable"].includes(flow.state().step);
      if (canSubmit && !problems.check()) {
        throw new ChannelError({
          code: "incomplete",
          party: "customer",
          message: "The card form isn't complete; it shows what is missing.",
        });
      }
      return flow.confirm();
    },
  });
}

if (window.tesseraPayment) void takeOver(window.tesseraPayment);
