/** What the build writes into the frame's HTML: the form before anything is known. */
import { texts as en } from "../i18n/en.ts";
import { texts as es } from "../i18n/es.ts";
import type { Language } from "../i18n/languages.ts";
import type { Texts } from "../i18n/texts.ts";
import { firstState } from "./machine/state.ts";
import { PaymentView } from "./view/payment-view.tsx";

const all: Readonly<Record<Language, Texts>> = { en, es };
const nothing = () => undefined;

/** Title of the document, which names the frame for screen readers. */
export const title = (language: Language): string => all[language].title;

/** The first screen. The scripts hydrate exactly this tree. */
export const firstScreen = (language: Language) => (
  <PaymentView
    state={firstState}
    problems={{}}
    texts={all[language]}
    locale={language}
    online
    announcement=""
    later={null}
    onSubmit={nothing}
    onRetry={nothing}
  />
);
