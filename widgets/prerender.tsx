/** The frames' first screens, run once by the build (scripts/vite/write-frame-pages.ts). */
import { renderToString } from "preact-render-to-string";
import challengePage from "./challenge/index.html?raw";
import { challengeTexts } from "./challenge/texts.ts";
import { disbursementFirstScreen, disbursementTitle } from "./disbursement/first-screen.tsx";
import { BrandSprite } from "./fields/brand-marks.tsx";
import { languages } from "./i18n/languages.ts";
import { refundTexts as refundEnglish } from "./i18n/refund-en.ts";
import { refundTexts as refundSpanish } from "./i18n/refund-es.ts";
import { w9Texts as w9English } from "./i18n/w9-en.ts";
import { w9Texts as w9Spanish } from "./i18n/w9-es.ts";
import { kycFirstScreen, kycTitle } from "./kyc/first-screen.tsx";
import { firstScreen, title } from "./payment/first-screen.tsx";
import { Step } from "./ui/step.tsx";
import { W9Loading } from "./w9/end-screens.tsx";

/** One page in one language, as write-frame-pages.ts accepts it. */
export interface PrerenderedPage {
  readonly name: string;
  readonly locale: string;
  /** The module that the page runs. */
  readonly entry: string;
  /** A script inside the page that loads `entry` when the first screen is usable. */
  readonly boot?: string;
  /** Modules that `entry` imports. */
  readonly preloads: readonly string[];
  readonly title: string;
  readonly body: string;
}

/** The KYC widget in a frame, and as our own pages: `hosted` is the kind of link. */
const kycPages: readonly { name: string; hosted?: string }[] = [
  { name: "kyc" },
  { name: "verify-drivers-license", hosted: "drivers_license" },
  { name: "verify-passport", hosted: "passport" },
  { name: "verify-phone", hosted: "phone" },
];

/** All pages in all languages. */
export function prerenderPages(): PrerenderedPage[] {
  return languages.flatMap((language): PrerenderedPage[] => [
    {
      name: "payment",
      locale: language,
      entry: "widgets/payment/entry.tsx",
      boot: "payment",
      preloads: [`widgets/i18n/${language}.ts`],
      title: title(language),
      body: `<div id="widget">${renderToString(firstScreen(language))}</div>${renderToString(<BrandSprite />)}`,
    },
    ...kycPages.map(
      ({ name, hosted }): PrerenderedPage => ({
        name,
        locale: language,
        entry: "widgets/kyc/entry.tsx",
        preloads: [`widgets/i18n/kyc-${language}.ts`],
        title: kycTitle(language),
        body: renderToString(
          <div id="widget" data-hosted={hosted} class={hosted && "kyc-page"}>
            {kycFirstScreen(language)}
          </div>,
        ),
      }),
    ),
    {
      name: "disbursement",
      locale: language,
      entry: "widgets/disbursement/entry.tsx",
      preloads: [`widgets/i18n/disbursement-${language}.ts`],
      title: disbursementTitle(language),
      body: `<div id="widget">${renderToString(disbursementFirstScreen(language))}</div>`,
    },
    {
      name: "challenge",
      locale: language,
      entry: "widgets/challenge/entry.ts",
      preloads: [],
      title: challengeTexts(language).title,
      body: between(challengePage, "<body>", "<script")
        .replace("{title}", challengeTexts(language).title)
        .replace("{cancel}", challengeTexts(language).cancel),
    },
    {
      name: "w9",
      locale: language,
      entry: "widgets/w9/entry.tsx",
      preloads: [`widgets/i18n/w9-${language}.ts`, `widgets/i18n/personal-${language}.ts`],
      title: w9TextsOf[language].pageTitle,
      body: `<div id="widget">${renderToString(<W9Loading texts={w9TextsOf[language]} />)}</div>`,
    },
    {
      name: "refund",
      locale: language,
      entry: "widgets/refund/entry.tsx",
      preloads: [`widgets/i18n/refund-${language}.ts`, `widgets/i18n/payout-method-${language}.ts`],
      title: refundTextsOf[language].pageTitle,
      body: `<div id="widget">${renderToString(
        <main class="refund">
          <Step
            testId="refund-loading"
            tone="neutral"
            icon={null}
            title={refundTextsOf[language].loading}
            lines={[]}
          />
        </main>,
      )}</div>`,
    },
  ]);
}

const refundTextsOf = { en: refundEnglish, es: refundSpanish };

/** Both languages at once: only the build runs this, no browser. */
const w9TextsOf = { en: w9English, es: w9Spanish };

function between(text: string, start: string, end: string): string {
  return text.slice(text.indexOf(start) + start.length, text.indexOf(end)).trim();
}
