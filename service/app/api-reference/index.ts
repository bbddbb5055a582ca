export { addApiReference } from "./add-api-reference.ts";
