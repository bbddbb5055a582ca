/** What the build writes into the frame's HTML: the widget before anything is known. */
import type { Language } from "#contract/languages";
import { textsOf } from "../i18n/texts-of.ts";
import { firstState } from "./machine/state.ts";
import { DisbursementView } from "./view/disbursement-view.tsx";

const nothing = () => undefined;

/** Title of the document, which names the frame for screen readers. */
export const disbursementTitle = (language: Language): string =>
  textsOf("disbursement", language).title;

/** The first screen. The scripts hydrate exactly this tree. */
export const disbursementFirstScreen = (language: Language) => (
  <DisbursementView
    state={firstState}
    texts={textsOf("disbursement", language)}
    locale={language}
    online
    onRetry={nothing}
    onChange={nothing}
    onConfirm={nothing}
  />
);
