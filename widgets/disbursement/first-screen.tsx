import type { Language } from "#contract/languages";
import { textsOf } from "../i18n/texts-of.ts";
import { firstState } from "./machine/state.ts";
import { DisbursementView } from "./view/disbursement-view.tsx";

const nothing = () => undefined;

/** Returns the frame's title, for screen readers. */
export const disbursementTitle = (language: Language): string =>
  textsOf("disbursement", language).title;

/** The build writes this into the frame's HTML. The scripts hydrate exactly this tree. */
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
