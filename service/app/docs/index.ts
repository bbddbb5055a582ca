/** The documentation's site, which `docs/` is built into. */
export { createDocs } from "./create-docs.ts";
