import { element } from "./dom.ts";

/** The widgets' languages. The shop itself is in English. */
const tags = ["en", "es", "fr-CA", "zh-Hans", "ar"];

/** Chooses the widgets' language: the page reloads with `?locale=`. */
export function languageChoice(locale: string | undefined): HTMLElement {
  const options = ["", ...tags].map((tag) =>
    element(
      "option",
      { value: tag, selected: tag === (locale ?? ""), lang: tag || undefined },
      nameOf(tag),
    ),
  );
  const choose = (event: Event) => {
    const query = new URLSearchParams(location.search);
    const { value } = event.currentTarget as HTMLSelectElement;
    if (value) query.set("locale", value);
    else query.delete("locale");
    location.search = query.toString();
  };
  return element(
    "label",
    { class: "language" },
    "Payment language ",
    element("select", { onchange: choose }, ...options),
  );
}

/** A path with the chosen language. */
export const inLanguage = (path: string, locale: string | undefined): string =>
  locale === undefined ? path : `${path}?locale=${encodeURIComponent(locale)}`;

/** A language's name in that language. */
function nameOf(tag: string): string {
  if (tag === "") return "Like the browser";
  return new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
}
