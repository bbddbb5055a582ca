export { type FoundByRails, type FoundKind, findThings, mostOfKind } from "./find-things.ts";
