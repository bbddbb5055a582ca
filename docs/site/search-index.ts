import MiniSearch from "minisearch";
import { type Page, urlOf } from "./page.ts";
import { slugOf } from "./render-markdown.ts";
import { searchOptions } from "./search-options.ts";

/** The index of all pages, one entry for each heading, as the browser loads it. */
export function searchIndex(pages: readonly Page[]): string {
  const index = new MiniSearch(searchOptions);
  index.addAll(pages.flatMap(partsOf));
  return JSON.stringify(index);
}

/** A page's text under each of its headings of the second and third level. */
function partsOf(page: Page): { id: string; page: string; title: string; text: string }[] {
  const parts = page.markdown.split(/^(?=#{1,3} )/m);
  return parts
    .flatMap((part) => {
      const heading = /^(#{1,3}) (.+)\n/.exec(part);
      if (!heading) return [];
      const [line, marks = "", title = ""] = heading;
      const anchor = marks.length === 1 ? "" : `#${slugOf(title.replace(/[`*]/g, ""))}`;
      const text = part.slice(line.length).replace(/[`*|#>[\]()]/g, " ");
      return [
        {
          id: urlOf(page.path) + anchor,
          page: page.title,
          title: title.replace(/[`*]/g, ""),
          text,
        },
      ];
    })
    .filter(({ id }, index, all) => all.findIndex((other) => other.id === id) === index);
}
