import { basename } from "node:path";
import type { Plugin } from "vite";

/**
 * Moves an HTML input to the top of its output folder: `demo/gallery/index.html` becomes `dist/gallery/index.html`, not
 * `dist/gallery/demo/gallery/index.html`. Its relative URLs lose the `../` steps.
 */
export function flatHtml(): Plugin {
  return {
    name: "tessera:flat-html",
    enforce: "post",
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "asset" || !file.fileName.endsWith(".html")) continue;
        const depth = file.fileName.split("/").length - 1;
        const steps = "../".repeat(depth);
        if (depth > 0) file.source = String(file.source).replaceAll(`"${steps}`, '"./');
        file.fileName = basename(file.fileName);
      }
    },
  };
}
