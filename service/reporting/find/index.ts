export { type FoundByRails, type FoundKind, findThings, maxOfKind } from "./find-things.ts";
