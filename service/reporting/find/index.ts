export { type FoundKind, findThings, mostOfKind } from "./find-things.ts";
