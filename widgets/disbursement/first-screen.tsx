/** What the build writes into the frame's HTML: the widget before anything is known. */
import { disbursementTexts as en } from "../i18n/disbursement-en.ts";
import { disbursementTexts as es } from "../i18n/disbursement-es.ts";
import type { DisbursementTexts } from "../i18n/disbursement-texts.ts";
import type { Language } from "../i18n/languages.ts";
import { firstState } from "./machine/state.ts";
import { DisbursementView } from "./view/disbursement-view.tsx";

const all: Readonly<Record<Language, DisbursementTexts>> = { en, es };
const nothing = () => undefined;

/** Title of the document, which names the frame for screen readers. */
export const disbursementTitle = (language: Language): string => all[language].title;

/** The first screen. The scripts hydrate exactly this tree. */
export const disbursementFirstScreen = (language: Language) => (
  <DisbursementView
    state={firstState}
    texts={all[language]}
    locale={language}
    online
    onRetry={nothing}
    onChange={nothing}
    onConfirm={nothing}
  />
);
