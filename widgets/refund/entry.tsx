/** The page behind a refund's link, where the customer says where the money goes. The secret follows the `#`. */
import "../../styles/tokens.css";
import "../../styles/base.css";
import "../../styles/controls.css";
import "../../styles/choice.css";
import "../../styles/personal.css";
import "../../styles/step.css";
import "../../styles/grouped.css";
import "../../styles/bank-account.css";
import "../../styles/payout-methods.css";
import "../../styles/refund.css";
import "../../styles/late-page.css";
import { render } from "preact";
import type { Language } from "#contract/languages";
import { keepLoading } from "../client/keep-loading.ts";
import { reloadForLostScripts } from "../client/lost-scripts.ts";
import { followLinks, readLinkSecret } from "../client/read-link-secret.ts";
import { scrollToHeadings } from "../client/scroll-to-headings.ts";
import { smoothHeights } from "../client/smooth-heights.ts";
import { loadPayoutMethodTexts } from "../i18n/load-payout-method-texts.ts";
import { loadRefundTexts } from "../i18n/load-refund-texts.ts";
import { readerLocale } from "../i18n/reader-locale.ts";
import { ignoreHeldEnter } from "../ui/held-enter.ts";
import { createRefundApi } from "./refund-api.ts";
import { RefundApp } from "./refund-app.tsx";

const root = document.getElementById("widget") as HTMLElement;
const language = document.documentElement.lang as Language;

async function show() {
  const secret = readLinkSecret(window);
  followLinks(window, secret);
  const [texts, methods] = await keepLoading(() =>
    Promise.all([loadRefundTexts(language), loadPayoutMethodTexts(language)]),
  );
  scrollToHeadings();
  smoothHeights(root);
  // Do not hydrate the build's HTML.
  root.replaceChildren();
  render(
    <main class="refund">
      <RefundApp
        api={createRefundApi({ clientSecret: secret ?? "" })}
        texts={texts}
        methods={methods}
        locale={readerLocale(navigator.language, language)}
      />
    </main>,
    root,
  );
}

reloadForLostScripts();
ignoreHeldEnter();
void show();
