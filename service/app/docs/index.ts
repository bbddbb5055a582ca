/** Serves the documentation site, which is built from `docs/`. */
export { createDocs } from "./create-docs.ts";
