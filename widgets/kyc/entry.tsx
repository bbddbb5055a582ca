/**
 * The KYC widget on its own: in an operator's page as a frame of the SDK, or as a page of ours behind
 * the links of kyc-info (`/verify/…`), where `data-hosted` names what the link is for.
 */
import "../../styles/tokens.css";
import "../../styles/base.css";
import "../../styles/controls.css";
import "../../styles/step.css";
import "../../styles/kyc.css";
import { render } from "preact";
import {
  type KycPageMessage,
  type KycTables,
  kycPageMessages,
} from "#contract/channel/kyc-messages";
import { frameCalls } from "#contract/channel/messages";
import { openPageChannel } from "../client/channel.ts";
import { tellEscape, tellHeight } from "../client/frame-life.ts";
import { keepLoading } from "../client/keep-loading.ts";
import { reloadForLostScripts } from "../client/lost-scripts.ts";
import { scrollToHeadings } from "../client/scroll-to-headings.ts";
import { tellHeadings } from "../client/tell-headings.ts";
import { chooseLanguage } from "../i18n/languages.ts";
import { loadKycTexts } from "../i18n/load-kyc-texts.ts";
import { KycApp } from "./kyc-app.tsx";
import { type RunningKyc, startKyc } from "./start-kyc.tsx";
import { takeSecret } from "./take-secret.ts";
import type { KycPlace } from "./view/kyc-view.tsx";

const root = document.getElementById("widget") as HTMLElement;
const language = chooseLanguage(document.documentElement.lang);
const { hosted } = root.dataset;

reloadForLostScripts();
if (hosted === undefined) serveFrame();
else void showPage(hosted);

async function show(running: RunningKyc, place: KycPlace, locale: string) {
  const texts = await keepLoading(() => loadKycTexts(language));
  render(<KycApp running={running} texts={texts} locale={locale} place={place} />, root);
}

/** In an operator's page: waits for its secret. */
function serveFrame() {
  let running: RunningKyc | null = null;
  const page = openPageChannel<KycTables>({
    pageMessages: kycPageMessages,
    pageCalls: {},
    frameCalls,
    answers: {},
    onMessage: receive,
  });
  tellEscape(page);

  function receive(message: KycPageMessage) {
    if (message.type === "init") {
      const { clientSecretKey: clientSecret, publishableKey, locale, documentType } = message;
      running = startKyc({
        clientSecret,
        publishableKey,
        language,
        locale,
        place: "frame",
        documentType: documentType ?? null,
        tell: page.send,
        fetchClientSecret: page.fetchClientSecretKey,
      });
      tellHeight(root, page);
      tellHeadings(root, page);
      void show(running, "frame", locale);
    } else if (message.type === "update") {
      if (message.clientSecretKey !== undefined) running?.useSecret(message.clientSecretKey);
      const { documentType } = message;
      if (documentType !== undefined) running?.flow.send({ type: "documentAsked", documentType });
    } else {
      root.querySelector<HTMLElement>("h1, input, button")?.focus();
    }
  }
}

/** On a page of ours: the secret stands in the address, or it was there before a reload. */
async function showPage(link: string) {
  const clientSecret = takeSecret(window);
  // Another link opened in this tab changes nothing but what is behind the #.
  addEventListener("hashchange", () => location.reload());
  const place = link === "phone" ? "phone" : "link";
  const running = startKyc({
    clientSecret: clientSecret ?? "",
    publishableKey: null,
    language,
    place,
    locale: navigator.language,
    documentType: link === "phone" ? null : link,
    tell: () => undefined,
    fetchClientSecret: () => Promise.reject(new Error("nobody to ask")),
  });
  scrollToHeadings();
  await show(running, place, navigator.language);
}
