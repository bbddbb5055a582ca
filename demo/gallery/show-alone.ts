import { render } from "preact";
import { styleOfPage } from "#contract/appearance/appearance-css";
import type { GalleryEntry } from "./gallery-entry.ts";
import { applyLookToLoadedTexts, galleryTexts } from "./gallery-texts.ts";
import { appearanceIn, type Look } from "./look.ts";

/**
 * Shows one entry as in its frame. The root's `data-drawn` has its id once everything is typed and pressed. A new hash
 * replaces the entry without loading the page again, because a test visits hundreds of entries.
 */
export function showAlone(
  entries: readonly GalleryEntry[],
  first: GalleryEntry,
  look: Look,
  place: HTMLElement,
): void {
  applyLookToLoadedTexts();
  const html = document.documentElement;
  html.lang = look.lang;
  html.dir = look.dir;
  html.style.colorScheme = look.mode;
  html.dataset["shown"] = "";
  html.style.fontSize = `${look.zoom}%`;
  // The Content-Security-Policy blocks `setAttribute("style", …)`, and no entry changes the root's style.
  const names = () => html.getAttributeNames().filter((name) => name !== "style");
  const own = names().map((name) => [name, html.getAttribute(name) ?? ""] as const);
  let shown = place;

  const draw = async (entry: GalleryEntry) => {
    for (const root of [shown, ...shown.children]) render(null, root);
    for (const name of names()) html.removeAttribute(name);
    for (const [name, value] of own) html.setAttribute(name, value);
    // Some entries replace the clipboard.
    Reflect.deleteProperty(navigator, "clipboard");
    const fresh = shown.cloneNode(false) as HTMLElement;
    shown.replaceWith(fresh);
    shown = fresh;
    const appearance = appearanceIn(look);
    if (appearance) {
      const sheet = new CSSStyleSheet();
      // A W-9 has the operator's mode, not its brand.
      sheet.replaceSync(styleOfPage(appearance, entry.id.startsWith("w9-") ? "w9" : "payment").css);
      document.adoptedStyleSheets = [sheet];
    }
    document.title = entry.title;
    const texts = galleryTexts("payment", look.lang);
    await entry.render(fresh, { texts, language: look.lang, locale: look.lang });
    if (fresh.isConnected) html.dataset["drawn"] = entry.id;
  };
  addEventListener("hashchange", () => {
    const entry = entries.find(({ id }) => `#${id}` === location.hash);
    if (entry) void draw(entry);
  });
  void draw(first);
}
