import { join } from "node:path";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Domain } from "../../platform/domain.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import { repositoryRoot } from "../../platform/repository-root.ts";
import { type BuiltFiles, readBuiltFiles } from "./built-files.ts";
import { sendFile } from "./send-file.ts";

/**
 * Allows only our files and API: nothing inline, no framing, no form that the browser submits. Pictures of documents
 * are blobs.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' blob: data:",
  // Previews of widgets.
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Previews show example data and reach no network. Only the console can frame them. */
const previewPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");

/** The console only needs to copy text. */
const permissions = ["camera", "microphone", "geolocation", "payment", "usb", "midi"]
  .map((feature) => `${feature}=()`)
  .join(", ");

const publicRoute = { config: { access: "public" as const }, schema: { hide: true } as never };

/**
 * Serves the console from memory: the app's page for `/console` and every path below it (it routes by path), assets by
 * hashed name, and the widgets' previews. Nothing below `/console/api`. 404 if the console was not built.
 */
export function createConsolePage(folder = join(repositoryRoot(), "dist")): Domain {
  const files = readBuiltFiles(join(folder, "console"));
  const previews = readBuiltFiles(join(folder, "preview"));
  return { register: (app) => registerConsolePage(app, files, previews), jobs: [], commands: [] };
}

function registerConsolePage(app: HttpServer, files: BuiltFiles, previews: BuiltFiles): void {
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

  const sendPreview = (request: FastifyRequest, reply: FastifyReply) => {
    const page = previews.get("preview.html");
    if (!page) throw new ApiError("not_found");
    reply
      .header("content-security-policy", previewPolicy)
      .header("permissions-policy", permissions)
      .header("x-frame-options", "SAMEORIGIN")
      .header("cross-origin-resource-policy", "same-origin")
      .header("cache-control", "no-cache");
    return sendFile(request, reply, page);
  };

  app.get("/console", publicRoute, sendPage);
  app.get<{ Params: { "*": string } }>("/console/*", publicRoute, (request, reply) => {
    const path = request.params["*"];
    if (/^api(\/|$)/.test(path)) throw new ApiError("not_found");
    if (path === "preview/") return sendPreview(request, reply);
    const isPreview = path.startsWith("preview/assets/");
    if (!isPreview && !path.startsWith("assets/")) return sendPage(request, reply);
    const file = isPreview ? previews.get(path.slice("preview/".length)) : files.get(path);
    if (!file) throw new ApiError("not_found");
    reply
      .header("cache-control", "public, max-age=31536000, immutable")
      .header("cross-origin-resource-policy", "same-origin");
    return sendFile(request, reply, file);
  });
}
