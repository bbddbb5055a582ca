/**
 * Previews of the console's section *Appearance*: `?show=<widget>&lang=` shows one widget with example data, in the look
 * that the section sends (contract/console/appearance-preview.ts). Staff can try it; it sends nothing.
 */
import "../../styles/tokens.css";
import "../../styles/base.css";
import "../../styles/controls.css";
import "../../styles/choice.css";
import "../../styles/step.css";
import "../../styles/preview.css";
import { render } from "preact";
import * as z from "zod/mini";
import { styleOfPage } from "#contract/appearance/appearance-css";
import { logoPath } from "#contract/appearance/logo";
import { type PreviewName, previewLook, previewNames } from "#contract/console/appearance-preview";
import { chooseLanguage, directionOf } from "#contract/languages";
import type { GalleryView } from "./gallery-entry.ts";
import { galleryTexts } from "./gallery-texts.ts";

export interface PreviewView extends GalleryView {
  readonly operator: { readonly name: string; readonly logo?: string };
}

/** Draws one widget into an empty element. */
export type DrawPreview = (place: HTMLElement, view: PreviewView) => unknown;

const loaders: Readonly<Record<PreviewName, () => Promise<{ draw: DrawPreview }>>> = {
  payment: () => import("./previews/payment-preview.ts"),
  disbursement: () => import("./previews/payout-preview.ts"),
  kyc: () => import("./previews/kyc-preview.ts"),
  challenge: () => import("./previews/challenge-preview.tsx"),
  refund: () => import("./previews/refund-preview.tsx"),
  w9: () => import("./previews/w9-preview.ts"),
};

const parameters = new URLSearchParams(location.search);
const name =
  previewNames.find((previewName) => previewName === parameters.get("show")) ?? "payment";
const lang = chooseLanguage(parameters.get("lang") ?? "");
const place = document.getElementById("preview") as HTMLElement;
document.documentElement.lang = lang;
document.documentElement.dir = directionOf(lang);
// These widgets fill their window.
if (["challenge", "refund", "w9"].includes(name)) place.dataset["alone"] = "";

const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [sheet];
addEventListener("message", (event) => {
  if (event.source !== parent || event.origin !== location.origin) return;
  const look = z.safeParse(previewLook, event.data);
  if (!look.success) return;
  const { appearance } = look.data;
  sheet.replaceSync(appearance ? styleOfPage(appearance, name).css : "");
  if (appearance?.logo === shownLogo) return;
  shownLogo = appearance?.logo;
  render(null, place);
  void draw(place, viewOf(shownLogo));
});

const sendHeight = () => {
  const heightPx = Math.ceil(document.body.getBoundingClientRect().height);
  parent.postMessage({ type: "height", heightPx }, location.origin);
};

const viewOf = (logo: string | undefined): PreviewView => ({
  texts: galleryTexts("payment", lang),
  language: lang,
  locale: lang,
  operator: { name: "Northwind Games", ...(logo ? { logo: logoPath(logo) } : {}) },
});
let shownLogo: string | undefined;
const { draw } = await loaders[name]();
await draw(place, viewOf(shownLogo));
new ResizeObserver(sendHeight).observe(document.body);
sendHeight();
