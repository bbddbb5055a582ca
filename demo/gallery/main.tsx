/**
 * The gallery: every widget in every state, without a server. `?show=<id>` shows one state alone,
 * as in its frame. Otherwise the page shows the list and the chosen entry at two widths. Every link
 * keeps `lang`, `dir`, `zoom` and `pseudo`.
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
import { entries } from "./entries.ts";
import { GalleryPage } from "./gallery-page.tsx";
import { galleryTexts } from "./gallery-texts.ts";
import { readLook } from "./look.ts";

const parameters = new URLSearchParams(location.search);
const look = readLook(parameters);
const place = document.getElementById("gallery") as HTMLElement;
const shown = entries.find(({ id }) => id === parameters.get("show"));

if (shown) {
  const html = document.documentElement;
  html.lang = look.lang;
  html.dir = look.dir;
  html.dataset["shown"] = "";
  html.style.fontSize = `${look.zoom}%`;
  document.title = shown.title;
  const texts = galleryTexts("payment", look.lang);
  const view = { texts, language: look.lang, locale: look.lang };
  void Promise.resolve(shown.render(place, view)).then(() => {
    html.dataset["drawn"] = "";
  });
} else {
  const chosen = entries.find(({ id }) => id === parameters.get("entry")) ?? entries[0];
  if (chosen) render(<GalleryPage entries={entries} chosen={chosen} look={look} />, place);
}
