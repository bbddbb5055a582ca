import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Handler, Route } from "./router.ts";

const contentTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** Serves every file of `sandbox/public`, read once. */
export function publicFileRoutes(): Route[] {
  const folder = join(repositoryRoot(), "sandbox", "public");
  return readdirSync(folder).flatMap((name): Route[] => {
    const contentType = contentTypes[extname(name)];
    if (contentType === undefined) throw new Error(`sandbox/public/${name} has no content type.`);
    const body = readFileSync(join(folder, name), "utf8");
    const headers = {
      "content-type": contentType,
      "cache-control": "no-cache",
      "cross-origin-resource-policy": "cross-origin",
    };
    const handler: Handler = () => ({ kind: "response", status: 200, headers, body });
    const route: Route = [`GET /public/${name}`, handler];
    // Browsers request this icon on every page.
    return name === "icon.svg" ? [route, ["GET /favicon.ico", handler]] : [route];
  });
}

/** Finds the folder of package-lock.json, from the sources and from `dist/node`. */
export function repositoryRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package-lock.json"))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error("The sandbox must run inside its repository.");
    folder = parent;
  }
  return folder;
}
