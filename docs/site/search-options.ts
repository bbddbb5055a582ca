import type { Options } from "minisearch";

/** The browser reads the index with the options with which it is made. */
export const searchOptions: Options = {
  fields: ["title", "page", "text"],
  storeFields: ["title", "page"],
  searchOptions: { boost: { title: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: "AND" },
};
