/** How entries are looked at; part of every link. */
export interface Look {
  readonly lang: "en" | "es";
  readonly dir: "ltr" | "rtl";
  /** Per cent of the usual text size. */
  readonly zoom: 100 | 200;
}

/** Reads it from a query; what is not known is as usual. */
export function readLook(parameters: URLSearchParams): Look {
  return {
    lang: parameters.get("lang") === "es" ? "es" : "en",
    dir: parameters.get("dir") === "rtl" ? "rtl" : "ltr",
    zoom: parameters.get("zoom") === "200" ? 200 : 100,
  };
}

/** The query of a link: an entry in the list (`entry`) or alone (`show`). */
export function linkTo(kind: "entry" | "show", id: string, { lang, dir, zoom }: Look): string {
  return `?${new URLSearchParams({ [kind]: id, lang, dir, zoom: String(zoom) })}`;
}
