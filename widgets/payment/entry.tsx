/**
 * The payment frame's second script: submitting, 3-D Secure, outcomes and texts. Takes over from boot.ts when the form
 * already works.
 */
import "../../styles/tokens.css";
import "../../styles/base.css";
import "../../styles/controls.css";
import "../../styles/choice.css";
import "../../styles/payment.css";
import { hydrate } from "preact";
import { ChannelError } from "#contract/channel/channel-error";
import type { Language } from "#contract/languages";
import { createApi } from "../client/api.ts";
import { readBrowserInfo } from "../client/browser-info.ts";
import { reloadForLostScripts } from "../client/lost-scripts.ts";
import { until } from "../client/run-machine.ts";
import { loadTexts } from "../i18n/load-texts.ts";
import type { BankWindow } from "./bank-window.ts";
import type { BootResult } from "./boot-result.ts";
import type { LaterPart } from "./later-part.ts";
import { createCardForm } from "./methods/card-form.ts";
import type { MethodFormView } from "./methods/method-form.ts";
import { createMethodForms } from "./methods/method-forms.ts";
import { knownTypes, type MethodKey } from "./offered-methods.ts";
import { missesLater, PaymentApp } from "./payment-app.tsx";
import { createPaymentFlow } from "./payment-flow.ts";

async function takeOver(handoff: BootResult) {
  reloadForLostScripts();
  const { root, page, fields, init, session, need, takeOver } = handoff;
  const language = document.documentElement.lang as Language;
  const [texts, first] = await Promise.all([need(() => loadTexts(language)), init]);
  const { locale, publishableKey, clientSecretKey } = first;
  let later: Promise<LaterPart> | undefined;
  const loadLater = () => {
    later ??= need(
      async () =>
        (await import("./later-part.ts")).loadLaterPart(language, {
          root,
          page,
          flow,
          forms,
          fields,
        }),
      () => missesLater(flow.state()),
    );
    return later;
  };
  const credentials = { publishableKey, clientSecretKey };
  let bankWindow: BankWindow | undefined;
  let formLoader: ((method: MethodKey) => Promise<MethodFormView>) | undefined;
  const forms = createMethodForms();
  const card = createCardForm(fields, forms.mended);
  forms.set("card", card);
  const api = createApi(credentials);
  // The service's time: a device's clock may be years off.
  let offsetMs = 0;
  const nowMs = () => Date.now() + offsetMs;
  const flow = createPaymentFlow({
    api: {
      ...api,
      async session(begun) {
        const result = await api.session(begun);
        if (result.ok) {
          offsetMs = Date.parse(result.value.serverTime) - Date.now();
          fields.setClock(nowMs);
        }
        return result;
      },
      useSecret(next) {
        credentials.clientSecretKey = next;
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
    runMethod: async (action) => (await loadLater()).runMethod(action, window),
    runChallenge(action) {
      const world = { page, api, title: texts.challengeTitle, locale, nowMs };
      const running = loadLater().then((later) => later.runChallenge(action, world));
      return {
        // A challenge that cannot be shown cannot be confirmed, so it counts as canceled.
        outcome: running.then(({ outcome }) => outcome).catch(() => "canceled"),
        cancel: () => void running.then(({ cancel }) => cancel()).catch(() => undefined),
      };
    },
    prepareRedirect: () => bankWindow?.prepare(),
    openRedirect(action) {
      // The bank's page uses this page's language.
      const url = `${action.url}&locale=${language}`;
      const open = () => bankWindow?.open({ ...action, url });
      if (bankWindow) open();
      else void loadForm("pay_by_bank").then(open, () => undefined);
    },
    // The inputs are inert until the next render.
    showRefusal: (method, field, code) =>
      void setTimeout(() => forms.get(method)?.refuse(field, code)),
  });

  const submit = () => {
    if (forms.check(flow.state().method)) flow.send({ type: "submit" });
  };
  const loadForm = async (method: MethodKey) => {
    const later = await loadLater();
    bankWindow ??= later.createBankWindow(first, page, window, flow);
    formLoader ??= later.createFormLoader({ language, bankWindow, nowMs, credentials });
    return formLoader(method);
  };
  // The method that the customer chose before this script listened.
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
      credentials={() => credentials}
      onSubmit={submit}
    />,
    root,
  );
  const early = knownTypes.find((type) => type === chosen);
  if (early && early !== "card") flow.send({ type: "methodChosen", method: early });
  const showLeft = fields.listener.left;
  let quotedPrefix: string | null = null;
  // Asks for a price when the digits show the card's kind, and when the customer leaves the field, for earlier digits.
  fields.listener.typed = (name) => {
    const prefix = fields.prefix();
    if (name !== "number" || prefix === null || prefix === quotedPrefix) return;
    quotedPrefix = prefix;
    const request = { type: "card", card: { prefix } } as const;
    // Runs after the key's own handlers, so that its digit appears without delay.
    setTimeout(() => flow.send({ type: "quoteWanted", method: "card", request }));
  };
  fields.listener.left = (name) => {
    showLeft?.(name);
    fields.listener.typed?.(name);
  };
  const isForm = () => ["loading", "form", "unreachable"].includes(flow.state().step);
  // The page sees the state of the chosen method's form; an outcome has no form.
  let lastReported = "";
  const reportForm = () => {
    if (!isForm()) return;
    const { method } = flow.state();
    const { complete, empty } = forms.completeness(method);
    const brand = method === "card" ? fields.state().brand : null;
    const next = JSON.stringify([complete, empty, brand]);
    if (next !== lastReported) page.send({ type: "change", complete, empty, brand });
    lastReported = next;
  };
  lastReported = JSON.stringify(Object.values(fields.state()));
  fields.listener.stateChanged = reportForm;
  flow.subscribe(reportForm);
  forms.subscribe(reportForm);
  flow.send({ type: "secretReceived" });
  // Handles digits typed before this script listened.
  fields.listener.typed("number");

  takeOver({
    receive(message) {
      const { method } = flow.state();
      // The first script handles the card's.
      if (message.type === "focus" && method !== "card") forms.get(method)?.focus();
      if (message.type === "challengeCanceled") flow.cancelChallenge();
      if (message.type === "update" && message.clientSecretKey !== undefined) {
        flow.useSecret(message.clientSecretKey);
      }
    },
    async confirm() {
      // Only the session says what is left to fill in: the payment may be made already, or a saved card chosen.
      await until(flow, ({ step }) => step !== "loading");
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
