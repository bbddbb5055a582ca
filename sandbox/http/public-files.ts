import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Handler, Route } from "./router.ts";

const files = {
  "bank.css": "text/css; charset=utf-8",
  "issuer.css": "text/css; charset=utf-8",
  "submit-form.js": "text/javascript; charset=utf-8",
  "start-page.css": "text/css; charset=utf-8",
  "start-page.js": "text/javascript; charset=utf-8",
  "icon.svg": "image/svg+xml",
} as const;

/** The scripts and sheets of the sandbox's pages, read once from `sandbox/public`. */
export function publicFileRoutes(): Route[] {
  const folder = join(repositoryRoot(), "sandbox", "public");
  return Object.entries(files).flatMap(([name, contentType]): Route[] => {
    const body = readFileSync(join(folder, name), "utf8");
    const headers = {
      "content-type": contentType,
      "cache-control": "no-cache",
      "cross-origin-resource-policy": "cross-origin",
    };
    const handler: Handler = () => ({ kind: "answer", status: 200, headers, body });
    const route: Route = [`GET /public/${name}`, handler];
    // Browsers ask for the icon unbidden on every page.
    return name === "icon.svg" ? [route, ["GET /favicon.ico", handler]] : [route];
  });
}

/** The folder of package.json above this file, in the sources and in `dist/node` alike. */
export function repositoryRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error("The sandbox was started outside its repository.");
    folder = parent;
  }
  return folder;
}
