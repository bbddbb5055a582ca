/**
 * The gallery: every widget in every state, without a server. `?show=<id>` shows one state alone, as in its frame.
 * `?changes` shows what changed since the last release. Otherwise the page shows the list and the chosen entry.
 * Every link keeps the look (look.ts) and the search.
 */
import "../../styles/tokens.css";
import "../../styles/base.css";
import "../../styles/controls.css";
import "../../styles/choice.css";
import "../../styles/step.css";
import "../../styles/payment.css";
import "../../styles/kyc.css";
import "../../styles/personal.css";
import "../../styles/disbursement.css";
import "../../styles/payout-methods.css";
import "../../styles/payment-methods.css";
import "../../styles/crypto-payment.css";
import "../../styles/saved-methods.css";
import "../../styles/w9.css";
import "./gallery.css";
import { render } from "preact";
import { styleOfPage } from "#contract/appearance/appearance-css";
import { ChangesPage } from "./changes-page.tsx";
import { entries } from "./entries.ts";
import { GalleryPage } from "./gallery-page.tsx";
import { changeLoadedTextsAsAsked, galleryTexts } from "./gallery-texts.ts";
import { appearanceIn, readLook } from "./look.ts";

const parameters = new URLSearchParams(location.search);
const look = readLook(parameters);
const search = parameters.get("search") ?? "";
const place = document.getElementById("gallery") as HTMLElement;
const shown = entries.find(({ id }) => id === parameters.get("show"));

if (shown) {
  changeLoadedTextsAsAsked();
  const html = document.documentElement;
  html.lang = look.lang;
  html.dir = look.dir;
  html.style.colorScheme = look.mode;
  html.dataset["shown"] = "";
  html.style.fontSize = `${look.zoom}%`;
  const appearance = appearanceIn(look);
  if (appearance) {
    const sheet = new CSSStyleSheet();
    // A W-9 has the operator's mode, not its brand.
    sheet.replaceSync(styleOfPage(appearance, shown.id.startsWith("w9-") ? "w9" : "payment").css);
    document.adoptedStyleSheets = [sheet];
  }
  document.title = shown.title;
  const texts = galleryTexts("payment", look.lang);
  const view = { texts, language: look.lang, locale: look.lang };
  void Promise.resolve(shown.render(place, view)).then(() => {
    html.dataset["drawn"] = "";
  });
} else {
  const isChanges = parameters.has("changes");
  const chosen = entries.find(({ id }) => id === parameters.get("entry")) ?? entries[0] ?? null;
  render(
    <GalleryPage entries={entries} chosen={isChanges ? null : chosen} look={look} search={search}>
      <ChangesPage look={look} />
    </GalleryPage>,
    place,
  );
}
