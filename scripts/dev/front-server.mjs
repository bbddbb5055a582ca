import { request as ask, createServer } from "node:http";
import { devHeaders, devPage, isModulePath } from "./dev-pages.mjs";

/** A program restarts in seconds: requests wait for it instead of failing. */
const awayMs = 30_000;

/**
 * Stands before a program on the port that browsers know. Modules come from Vite's dev server, pages are the
 * program's with their modules from the sources, and everything else is passed on as it is.
 *
 * @param {{ port: number, innerPort: number, vite: () => import("vite").ViteDevServer }} options
 * @returns {import("node:http").Server} not listening yet
 */
export function createFrontServer({ port, innerPort, vite }) {
  const server = createServer((request, response) => {
    if (isModulePath(request.url ?? "")) {
      vite().middlewares(request, response, () => void response.writeHead(404).end());
      return;
    }
    pass(request, response).catch((error) => {
      if (!response.headersSent) response.writeHead(502, { "content-type": "text/plain" });
      response.end(`Nothing answers behind port ${port}: ${error.message}\n`);
    });
  });

  async function pass(request, response) {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const answer = await untilBack(request, body);
    const { statusCode = 502, headers } = answer;
    const isPage = request.method === "GET" && /^text\/html/.test(headers["content-type"] ?? "");
    if (!isPage || request.url?.startsWith("/docs")) {
      response.writeHead(statusCode, headers);
      answer.pipe(response);
      return;
    }
    let html = "";
    for await (const chunk of answer.setEncoding("utf8")) html += chunk;
    const { prerenderPages } = await vite().ssrLoadModule("/widgets/prerender.tsx");
    response.writeHead(statusCode, devHeaders(headers));
    response.end(devPage(html, request.url ?? "", prerenderPages()));
  }

  async function untilBack(request, body) {
    const deadline = Date.now() + awayMs;
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
        // Pages are read here, so they must not be compressed.
        headers: { ...sent, "accept-encoding": "identity" },
      });
      outgoing.once("response", resolve).once("error", reject);
      outgoing.end(body);
    });
  }

  return server;
}
