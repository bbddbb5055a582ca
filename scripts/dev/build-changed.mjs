/** Builds what changed, for `npm run dev`. A separate process, because a build blocks. */
import { fileURLToPath } from "node:url";
import { buildAll } from "../lib/build-all.mjs";

try {
  buildAll(fileURLToPath(new URL("../..", import.meta.url)));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
