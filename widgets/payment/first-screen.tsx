import type { Language } from "#contract/languages";
import { textsOf } from "../i18n/texts-of.ts";
import { firstState } from "./machine/state.ts";
import { PaymentView } from "./view/payment-view.tsx";

const nothing = () => undefined;

/** The document's title, which names the frame for screen readers. */
export const title = (language: Language): string => textsOf("payment", language).title;

/** The build writes this into the frame's HTML. The scripts hydrate exactly this tree. */
export const firstScreen = (language: Language, texts = textsOf("payment", language)) => (
  <PaymentView
    state={firstState}
    problems={{}}
    texts={texts}
    locale={language}
    online
    announcement=""
    later={null}
    onSubmit={nothing}
    onRetry={nothing}
  />
);
