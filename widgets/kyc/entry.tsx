/**
 * The KYC widget: a frame of the SDK in a host page, or our own page behind the links of kyc-info (`/verify/…`). On
 * that page `data-hosted` names the kind of link.
 */
import "../../styles/tokens.css";
import "../../styles/base.css";
import "../../styles/controls.css";
import "../../styles/step.css";
import "../../styles/kyc.css";
import "../../styles/late-page.css";
import { render } from "preact";
import type { KycPageMessage, KycTables } from "#contract/channel/kyc-messages";
import type { Language } from "#contract/languages";
import type { BootedFrame } from "../client/boot-frame.ts";
import { keepLoading } from "../client/keep-loading.ts";
import { reloadForLostScripts } from "../client/lost-scripts.ts";
import { followLinks, readLinkSecret } from "../client/read-link-secret.ts";
import { reportHeadings } from "../client/report-headings.ts";
import { scrollToHeadings } from "../client/scroll-to-headings.ts";
import { smoothHeights } from "../client/smooth-heights.ts";
import type { KycTexts } from "../i18n/kyc-texts.ts";
import { loadKycTexts } from "../i18n/load-kyc-texts.ts";
import { readerLocale } from "../i18n/reader-locale.ts";
import { ignoreHeldEnter } from "../ui/held-enter.ts";
import { KycApp } from "./kyc-app.tsx";
import { type RunningKyc, startKyc } from "./start-kyc.tsx";
import type { KycPlace } from "./view/kyc-view.tsx";

const root = document.getElementById("widget") as HTMLElement;
const language = document.documentElement.lang as Language;
const { hosted } = root.dataset;

reloadForLostScripts();
ignoreHeldEnter();
if (hosted !== undefined) void showPage(hosted);
else if (window.tesseraFrame) void serveFrame(window.tesseraFrame as BootedFrame<KycTables>);

/** `need` retries until the load succeeds, and tells the customer in the meantime if it can. */
async function show(
  running: RunningKyc,
  place: KycPlace,
  locale: string,
  need: (load: () => Promise<KycTexts>) => Promise<KycTexts> = keepLoading,
) {
  const texts = await need(() => loadKycTexts(language));
  render(<KycApp running={running} texts={texts} locale={locale} place={place} />, root);
}

/** Runs in a host page: takes over from boot.ts when the page has sent its secret. */
async function serveFrame({ page, init, session, need, takeOver }: BootedFrame<KycTables>) {
  const { clientSecretKey, publishableKey, documentType, locale: wanted } = await init;
  const locale = readerLocale(wanted, language);
  const running = startKyc({
    clientSecret: clientSecretKey,
    publishableKey,
    language,
    locale,
    place: "frame",
    documentType: documentType ?? null,
    begunSession: session,
    report: page.send,
    fetchClientSecret: page.fetchClientSecretKey,
  });
  reportHeadings(root, page);
  smoothHeights(root);
  takeOver((message: KycPageMessage) => {
    if (message.type === "update") {
      if (message.clientSecretKey !== undefined) running.useSecret(message.clientSecretKey);
      const { documentType } = message;
      if (documentType !== undefined) running.flow.send({ type: "documentAsked", documentType });
    } else {
      root.querySelector<HTMLElement>("h1, input, button")?.focus();
    }
  });
  await show(running, "frame", locale, need);
}

/** Runs on our own page: the secret is in the address, or was there before a reload. */
async function showPage(link: string) {
  const clientSecret = readLinkSecret(window);
  followLinks(window, clientSecret);
  const place = link === "phone" ? "phone" : "link";
  const locale = readerLocale(navigator.language, language);
  const running = startKyc({
    clientSecret: clientSecret ?? "",
    publishableKey: null,
    language,
    place,
    locale,
    documentType: link === "phone" ? null : link,
    report: () => undefined,
    fetchClientSecret: () => Promise.reject(new Error("nobody to ask")),
  });
  scrollToHeadings();
  smoothHeights(root);
  await show(running, place, locale);
}
