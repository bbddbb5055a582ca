import { join } from "node:path";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Domain } from "../../platform/domain.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import { repositoryRoot } from "../../platform/repository-root.ts";
import { type BuiltFiles, readBuiltFiles } from "./built-files.ts";
import { sendFile } from "./send-file.ts";

/**
 * Policy of the console's page: our own files and API only, nothing inline, no framing, and no form
 * that the browser could submit itself. Pictures of documents are blobs.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' blob: data:",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Browser features that the console never uses. Copying text is the only one that it needs. */
const permissions = ["camera", "microphone", "geolocation", "payment", "usb", "midi"]
  .map((feature) => `${feature}=()`)
  .join(", ");

const publicRoute = { config: { access: "public" as const }, schema: { hide: true } as never };

/**
 * Serves the operator's console from memory. `GET /console` and every path below it return the
 * app's page, which routes by path itself; `GET /console/assets/*` returns its assets, by hashed
 * name. Nothing below `/console/api` is served here. 404 if the console was not built.
 */
export function createConsolePage(folder = join(repositoryRoot(), "dist")): Domain {
  const files = readBuiltFiles(join(folder, "console"));
  return { register: (app) => registerConsolePage(app, files), jobs: [], commands: [] };
}

function registerConsolePage(app: HttpServer, files: BuiltFiles): void {
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    const page = files.get("index.html");
    if (!page) throw new ApiError("not_found");
    reply
      .header("content-security-policy", policy)
      .header("permissions-policy", permissions)
      .header("x-frame-options", "DENY")
      .header("cross-origin-opener-policy", "same-origin")
      .header("cross-origin-resource-policy", "same-origin")
      .header("cache-control", "no-cache");
    return sendFile(request, reply, page);
  };

  app.get("/console", publicRoute, sendPage);
  app.get<{ Params: { "*": string } }>("/console/*", publicRoute, (request, reply) => {
    const path = request.params["*"];
    if (/^api(\/|$)/.test(path)) throw new ApiError("not_found");
    if (!path.startsWith("assets/")) return sendPage(request, reply);
    const file = files.get(path);
    if (!file) throw new ApiError("not_found");
    reply
      .header("cache-control", "public, max-age=31536000, immutable")
      .header("cross-origin-resource-policy", "same-origin");
    return sendFile(request, reply, file);
  });
}
