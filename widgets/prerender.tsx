/** The frames' first screens, run once by the build (scripts/vite/write-frame-pages.ts). */
import { renderToString } from "preact-render-to-string";
import { directionOf, type Language, languages } from "#contract/languages";
import challengePage from "./challenge/index.html?raw";
import { disbursementFirstScreen, disbursementTitle } from "./disbursement/first-screen.tsx";
import { BrandSprite } from "./fields/brand-marks.tsx";
import { textsOf } from "./i18n/texts-of.ts";
import { kycFirstScreen, kycTitle } from "./kyc/first-screen.tsx";
import { firstScreen, title } from "./payment/first-screen.tsx";
import { LatePage } from "./ui/late-page.tsx";
import { LostPart } from "./ui/lost-part.tsx";
import { Step } from "./ui/step.tsx";
import { W9Loading } from "./w9/end-screens.tsx";

/** A page as write-frame-pages.ts accepts it. */
export interface PrerenderedPage {
  readonly name: string;
  readonly locale: string;
  readonly dir: "ltr" | "rtl";
  /** The module that the page runs. */
  readonly entry: string;
  /** An inline script that loads `entry` when the first screen is usable. */
  readonly boot?: string;
  /** `entry` loads with the page: its first screen has nothing to type into. */
  readonly eager?: boolean;
  /** Modules that `entry` imports. */
  readonly preloads: readonly string[];
  readonly title: string;
  readonly body: string;
}

/** The identity verification in a frame, and as our own pages: `hosted` is the kind of link. */
const kycPages: readonly { name: string; hosted?: string }[] = [
  { name: "kyc" },
  { name: "verify-drivers-license", hosted: "drivers_license" },
  { name: "verify-passport", hosted: "passport" },
  { name: "verify-phone", hosted: "phone" },
];

/** All pages in all languages. */
export function prerenderPages(): PrerenderedPage[] {
  return languages.flatMap((language) =>
    pagesIn(language).map((page) => ({ ...page, dir: directionOf(language) })),
  );
}

function pagesIn(language: Language): Omit<PrerenderedPage, "dir">[] {
  const { lostPart, unreachable } = textsOf("payment-outcome", language);
  const payout = textsOf("disbursement", language).unreachable;
  const identity = textsOf("kyc", language).unreachable;
  const { late } = textsOf("late-page", language);
  return [
    {
      name: "payment",
      locale: language,
      entry: "widgets/payment/entry.tsx",
      boot: "payment",
      preloads: [`widgets/i18n/${language}/payment.ts`],
      title: title(language),
      body: `<div id="widget">${renderToString(firstScreen(language))}</div>${renderToString(<BrandSprite />)}${lost("payment", lostPart, unreachable.retry)}`,
    },
    ...kycPages.map(({ name, hosted }) => ({
      name,
      locale: language,
      entry: "widgets/kyc/entry.tsx",
      ...(hosted === undefined && { boot: "kyc", eager: true }),
      preloads: [`widgets/i18n/${language}/kyc.ts`],
      title: kycTitle(language),
      body: `${renderToString(
        <div id="widget" data-hosted={hosted} class={hosted && "kyc-page"}>
          {kycFirstScreen(language)}
          {hosted && <LatePage late={late} />}
        </div>,
      )}${hosted === undefined ? lost("kyc", identity.title, identity.retry) : ""}`,
    })),
    {
      name: "disbursement",
      locale: language,
      entry: "widgets/disbursement/entry.tsx",
      boot: "disbursement",
      eager: true,
      preloads: [`widgets/i18n/${language}/disbursement.ts`],
      title: disbursementTitle(language),
      body: `<div id="widget">${renderToString(disbursementFirstScreen(language))}</div>${lost("payout", payout.title, payout.retry)}`,
    },
    {
      name: "challenge",
      locale: language,
      entry: "widgets/challenge/entry.ts",
      preloads: [`widgets/i18n/${language}/challenge.ts`],
      title: textsOf("challenge", language).title,
      body: between(challengePage, "<body>", "<script")
        .replace("{title}", textsOf("challenge", language).title)
        .replace("{cancel}", textsOf("challenge", language).cancel),
    },
    {
      name: "w9",
      locale: language,
      entry: "widgets/w9/entry.tsx",
      preloads: [`widgets/i18n/${language}/w9.ts`, `widgets/i18n/${language}/personal.ts`],
      title: textsOf("w9", language).pageTitle,
      body: `<div id="widget">${renderToString(
        <>
          <W9Loading texts={textsOf("w9", language)} />
          <LatePage late={late} />
        </>,
      )}</div>`,
    },
    {
      name: "refund",
      locale: language,
      entry: "widgets/refund/entry.tsx",
      preloads: [`widgets/i18n/${language}/refund.ts`, `widgets/i18n/${language}/payout-method.ts`],
      title: textsOf("refund", language).pageTitle,
      body: `<div id="widget">${renderToString(
        <main class="refund">
          <Step
            testId="refund-loading"
            tone="neutral"
            icon={null}
            title={textsOf("refund", language).loading}
            lines={[]}
          />
          <LatePage late={late} />
        </main>,
      )}</div>`,
    },
  ];
}

/** Shown when a script does not load; see client/load-main.ts. */
function lost(card: string, title: string, retry: string): string {
  return renderToString(
    <template id="lost">
      <LostPart card={card} title={title} retry={retry} />
    </template>,
  );
}

function between(text: string, start: string, end: string): string {
  return text.slice(text.indexOf(start) + start.length, text.indexOf(end)).trim();
}
