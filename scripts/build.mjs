/** `npm run build`: installs missing packages, then builds everything into `dist`. */
import { fileURLToPath } from "node:url";
import { buildAll } from "./lib/build-all.mjs";
import { installPackages } from "./lib/install-packages.mjs";
import { requireNode } from "./lib/require-node.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
try {
  requireNode(root);
  installPackages(root);
  buildAll(root, { always: true });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
