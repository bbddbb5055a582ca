export { createDocs } from "./create-docs.ts";
