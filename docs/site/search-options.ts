import type { Options } from "minisearch";

/** How the index is made; the browser reads it with the same options. */
export const searchOptions: Options = {
  fields: ["title", "page", "text"],
  storeFields: ["title", "page"],
  searchOptions: { boost: { title: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: "AND" },
};
