import { request as ask, createServer } from "node:http";
import { devHeaders, devPage, isModulePath } from "./dev-pages.mjs";

/** How long requests wait for a program that restarts. */
const restartMs = 30_000;

/** The service's headers for the SDK, but without caching, so that each load gets the newest build. */
const sdkHeaders = {
  "access-control-allow-origin": "*",
  "cache-control": "no-store",
  "cross-origin-resource-policy": "cross-origin",
  "timing-allow-origin": "*",
};

/**
 * Serves a program's public port. Modules come from Vite's dev server. Pages come from the program, with modules from
 * the sources. The SDK, if given, comes from memory. Everything else is forwarded unchanged.
 *
 * @param {{
 *   port: number,
 *   innerPort: number,
 *   vite: () => import("vite").ViteDevServer,
 *   sdk?: { find: (url: string) => Promise<{ type: string, text: string }> | undefined },
 * }} options
 * @returns {import("node:http").Server} not listening yet
 */
export function createFrontServer({ port, innerPort, vite, sdk }) {
  const server = createServer((request, response) => {
    if (isModulePath(request.url ?? "")) {
      vite().middlewares(request, response, () => void response.writeHead(404).end());
      return;
    }
    const isRead = request.method === "GET" || request.method === "HEAD";
    const sdkFile = isRead ? sdk?.find(request.url ?? "") : undefined;
    if (sdkFile) {
      void sdkFile.then(({ type, text }) => {
        response.writeHead(200, { ...sdkHeaders, "content-type": `${type}; charset=utf-8` });
        response.end(text);
      });
      return;
    }
    forward(request, response).catch((error) => {
      if (!response.headersSent) response.writeHead(502, { "content-type": "text/plain" });
      response.end(`The program behind port ${port} does not answer: ${error.message}\n`);
    });
  });

  async function forward(request, response) {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const upstream = await sendWithRetry(request, body);
    const { statusCode = 502, headers } = upstream;
    const isPage = request.method === "GET" && /^text\/html/.test(headers["content-type"] ?? "");
    if (!isPage || request.url?.startsWith("/docs")) {
      response.writeHead(statusCode, headers);
      upstream.pipe(response);
      return;
    }
    let html = "";
    for await (const chunk of upstream.setEncoding("utf8")) html += chunk;
    const { prerenderPages } = await vite().ssrLoadModule("/widgets/prerender.tsx");
    response.writeHead(statusCode, devHeaders(headers));
    response.end(devPage(html, request.url ?? "", prerenderPages()));
  }

  async function sendWithRetry(request, body) {
    const deadline = Date.now() + restartMs;
    for (;;) {
      try {
        return await send(request, body);
      } catch (error) {
        if (error.code !== "ECONNREFUSED" || Date.now() > deadline) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  function send({ method, url, headers }, body) {
    return new Promise((resolve, reject) => {
      const { "if-none-match": _etag, ...sent } = headers;
      const outgoing = ask({
        host: "127.0.0.1",
        port: innerPort,
        method,
        path: url,
        // This server reads pages, so they must not be compressed.
        headers: { ...sent, "accept-encoding": "identity" },
      });
      outgoing.once("response", resolve).once("error", reject);
      outgoing.end(body);
    });
  }

  return server;
}
