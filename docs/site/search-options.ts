import type { Options } from "minisearch";

/** The build creates the index with these options, and the browser must read it with the same ones. */
export const searchOptions: Options = {
  fields: ["title", "page", "text"],
  storeFields: ["title", "page"],
  searchOptions: { boost: { title: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: "AND" },
};
