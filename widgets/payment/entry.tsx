/**
 * The payment frame's second script: takes over from boot.ts when the form can be used already.
 * Submitting, 3-D Secure, outcomes and all words are here.
 */
import "../../styles/tokens.css";
import "../../styles/base.css";
import "../../styles/controls.css";
import "../../styles/choice.css";
import "../../styles/payment.css";
import { hydrate } from "preact";
import { ChannelError } from "#contract/channel/channel-error";
import { createApi } from "../client/api.ts";
import { readBrowserInfo } from "../client/browser-info.ts";
import { reloadForLostScripts } from "../client/lost-scripts.ts";
import { chooseLanguage } from "../i18n/languages.ts";
import { loadTexts } from "../i18n/load-texts.ts";
import type { BankWindow } from "./bank-window.ts";
import type { PaymentHandoff } from "./handoff.ts";
import { createCardForm } from "./methods/card-form.ts";
import type { MethodFormView } from "./methods/method-form.ts";
import { createMethodForms } from "./methods/method-forms.ts";
import { knownTypes, type MethodKey } from "./offered.ts";
import { PaymentApp } from "./payment-app.tsx";
import { createPaymentFlow } from "./payment-flow.ts";

async function takeOver(handoff: PaymentHandoff) {
  reloadForLostScripts();
  const { root, page, fields, init, session, takeOver } = handoff;
  const language = chooseLanguage(document.documentElement.lang);
  const [texts, first] = await Promise.all([loadTexts(language), init]);
  const { locale, publishableKey, clientSecretKey } = first;
  let secret = clientSecretKey;
  const loadLater = async () =>
    (await import("./later-part.ts")).loadLaterPart(language, { root, page, flow, forms, fields });
  let bankWindow: BankWindow | undefined;
  let formLoader: ((method: MethodKey) => Promise<MethodFormView>) | undefined;
  const forms = createMethodForms();
  const card = createCardForm(fields, forms.mended);
  forms.set("card", card);
  const api = createApi({ publishableKey, clientSecretKey });
  // The service's time: a device's own may be years off.
  let offsetMs = 0;
  const nowMs = () => Date.now() + offsetMs;
  const flow = createPaymentFlow({
    api: {
      ...api,
      async session(begun) {
        const answer = await api.session(begun);
        if (answer.ok) {
          offsetMs = Date.parse(answer.value.serverTime) - Date.now();
          fields.judgeBy(nowMs);
        }
        return answer;
      },
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
    language,
    forms,
    cardIsTyped: () => !fields.state().empty,
    readBrowser: () => readBrowserInfo(window),
    runMethod: (action) =>
      loadLater().then(
        (later) => later.runMethod(action, window),
        () => "U",
      ),
    runChallenge(action) {
      const world = { page, title: texts.challengeTitle, locale, nowMs };
      const running = loadLater().then((later) => later.runChallenge(action, world));
      return {
        // What can't be shown can't be confirmed: as if the customer had left it.
        outcome: running.then(({ outcome }) => outcome).catch(() => "canceled"),
        cancel: () => void running.then(({ cancel }) => cancel()).catch(() => undefined),
      };
    },
    prepareRedirect: () => bankWindow?.prepare(),
    openRedirect(action) {
      // The bank's page speaks the language of this one.
      const url = `${action.url}&locale=${language}`;
      const open = () => bankWindow?.open({ ...action, url });
      if (bankWindow) open();
      else void loadForm("pay_by_bank").then(open, () => undefined);
    },
    // The inputs are inert until the view has been drawn again.
    showRefusal: (method, field, code) =>
      void setTimeout(() => forms.get(method)?.refuse(field, code)),
  });

  const submit = () => {
    if (forms.check(flow.state().method)) flow.send({ type: "submit" });
  };
  const loadForm = async (method: MethodKey) => {
    const later = await loadLater();
    bankWindow ??= later.createBankWindow(first, page, window, flow);
    formLoader ??= later.createFormLoader({ language, bankWindow, nowMs });
    return formLoader(method);
  };
  // Chosen before anything listened.
  const chosen = root.querySelector<HTMLInputElement>(".choice-radio:checked")?.value;
  hydrate(
    <PaymentApp
      flow={flow}
      forms={forms}
      card={card}
      texts={texts}
      locale={locale}
      loadForm={loadForm}
      loadLater={loadLater}
      nowMs={nowMs}
      credentials={() => ({ publishableKey, clientSecretKey: secret })}
      onSubmit={submit}
    />,
    root,
  );
  const early = knownTypes.find((type) => type === chosen);
  if (early && early !== "card") flow.send({ type: "methodChosen", method: early });
  const showLeft = fields.listener.left;
  let asked: string | null = null;
  // As soon as the digits tell the card's kind; when the field is left, for digits of before.
  fields.listener.typed = (name) => {
    const prefix = fields.prefix();
    if (name !== "number" || prefix === null || prefix === asked) return;
    asked = prefix;
    const request = { type: "card", card: { prefix } } as const;
    // After the key's own work, so that its digit is not drawn later than the others.
    setTimeout(() => flow.send({ type: "quoteWanted", method: "card", request }));
  };
  fields.listener.left = (name) => {
    showLeft?.(name);
    fields.listener.typed?.(name);
  };
  const isForm = () => ["loading", "form", "unreachable"].includes(flow.state().step);
  // What the page knows of the form is that of the chosen way; where an outcome stands there is none.
  let told = "";
  const tellStanding = () => {
    if (!isForm()) return;
    const { method } = flow.state();
    const { complete, empty } = forms.standing(method);
    const brand = method === "card" ? fields.state().brand : null;
    const next = JSON.stringify([complete, empty, brand]);
    if (next !== told) page.send({ type: "change", complete, empty, brand });
    told = next;
  };
  told = JSON.stringify(Object.values(fields.state()));
  fields.listener.stateChanged = tellStanding;
  flow.subscribe(tellStanding);
  forms.subscribe(tellStanding);
  flow.send({ type: "secretReceived" });
  // Digits that stood there before anything listened.
  fields.listener.typed("number");

  takeOver({
    receive(message) {
      const { method } = flow.state();
      // The first script looks after the card's.
      if (message.type === "focus" && method !== "card") forms.get(method)?.focus();
      if (message.type === "challengeCanceled") flow.cancelChallenge();
      if (message.type === "update" && message.clientSecretKey !== undefined) {
        flow.useSecret(message.clientSecretKey);
      }
    },
    confirm() {
      if (isForm() && !forms.check(flow.state().method)) {
        throw new ChannelError({
          code: "incomplete",
          party: "customer",
          message: "The form is incomplete.",
        });
      }
      return flow.confirm();
    },
  });
}

if (window.tesseraPayment) void takeOver(window.tesseraPayment);
