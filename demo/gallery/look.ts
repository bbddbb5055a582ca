/** Display options; part of every link. */
export interface Look {
  readonly lang: "en" | "es";
  readonly dir: "ltr" | "rtl";
  /** Percent of the default text size. */
  readonly zoom: 100 | 200;
}

/** Reads the options from a query; unknown values become the default. */
export function readLook(parameters: URLSearchParams): Look {
  return {
    lang: parameters.get("lang") === "es" ? "es" : "en",
    dir: parameters.get("dir") === "rtl" ? "rtl" : "ltr",
    zoom: parameters.get("zoom") === "200" ? 200 : 100,
  };
}

/** Returns the query of a link to an entry in the list (`entry`) or alone (`show`). */
export function linkTo(kind: "entry" | "show", id: string, { lang, dir, zoom }: Look): string {
  return `?${new URLSearchParams({ [kind]: id, lang, dir, zoom: String(zoom) })}`;
}
