import { join } from "node:path";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Domain } from "../../platform/domain.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import { repositoryRoot } from "../../platform/repository-root.ts";
import { type BuiltFiles, readBuiltFiles, sendFile } from "../frames/index.ts";

/** Allows only our own files: nothing inline, no forms, no frames, no requests to other hosts. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  "frame-ancestors 'none'",
].join("; ");

const publicRoute = { config: { access: "public" as const }, schema: { hide: true } as never };

/**
 * Serves the documentation from memory: pages, their Markdown (`/docs/<page>.md`), assets, and the list of pages for
 * programs (`/docs/llms.txt`, `/llms.txt`). Without a built site, `/docs` redirects to the API reference at
 * `/docs/api`.
 */
export function createDocs(folder = join(repositoryRoot(), "dist")): Domain {
  const files = readBuiltFiles(join(folder, "docs"));
  return { register: (app) => registerDocs(app, files), jobs: [], commands: [] };
}

function registerDocs(app: HttpServer, files: BuiltFiles): void {
  const send = (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const file = files.get(path);
    if (!file) throw new ApiError("not_found");
    const isHashed = path.startsWith("assets/");
    reply
      .header("content-security-policy", policy)
      .header("x-content-type-options", "nosniff")
      .header("cross-origin-opener-policy", "same-origin")
      .header("cross-origin-resource-policy", "same-origin")
      .header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
    return sendFile(request, reply, file);
  };

  app.get("/docs", publicRoute, (request, reply) =>
    files.has("index.html") ? send(request, reply, "index.html") : reply.redirect("/docs/api"),
  );
  app.get<{ Params: { "*": string } }>("/docs/*", publicRoute, (request, reply) => {
    const path = request.params["*"].replace(/\/$/, "") || "index";
    return send(request, reply, /\.\w+$/.test(path) ? path : `${path}.html`);
  });
  app.get("/llms.txt", publicRoute, (request, reply) => send(request, reply, "llms.txt"));
}
