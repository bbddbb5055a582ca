export { createSanctions } from "./create-sanctions.ts";
