import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { problem, type SandboxResponse, type Silence } from "./response.ts";
import { createRouter, type Route } from "./router.ts";

const maxBodyBytes = 256 * 1024;

/** Receives a handler's exception, to log it. The caller gets a 500. */
export type FaultListener = (error: unknown, request: { method: string; path: string }) => void;

/**
 * Creates a `node:http` listener for routes. It reads bodies and sends 404, 405, 413 and 500 itself. The Date header
 * comes from `nowMs`, so that it agrees with the dates in the body.
 */
export function createHttpListener(
  routes: readonly Route[],
  nowMs: () => number,
  onFault: FaultListener,
): RequestListener {
  const find = createRouter(routes);
  return (request, response) => {
    const method = request.method ?? "GET";
    const url = new URL(request.url ?? "/", "http://sandbox.localhost");
    answer(request, method, url)
      .catch((error: unknown) => {
        // The client closed the connection: not the sandbox's fault.
        if (!request.destroyed) onFault(error, { method, path: url.pathname });
        return problem(500, "sandbox_fault", "The sandbox failed.");
      })
      .then((result) => send(response, result, new Date(nowMs()), method === "HEAD"))
      .catch(() => response.destroy());
  };

  async function answer(
    request: IncomingMessage,
    method: string,
    url: URL,
  ): Promise<SandboxResponse | Silence> {
    const match = find(method === "HEAD" ? "GET" : method, url.pathname);
    if (!match.found) {
      request.resume();
      if (match.allowedMethods.length === 0) {
        return problem(404, "not_found", `Nothing is at ${url.pathname}.`);
      }
      const refusal = problem(
        405,
        "method_not_allowed",
        `${url.pathname} does not support ${method}.`,
      );
      refusal.headers["allow"] = match.allowedMethods.join(", ");
      return refusal;
    }
    const body = await readBody(request);
    if (body === undefined) return problem(413, "too_large", "The body is over 256 KiB.");
    const headers = request.headers as Record<string, string | undefined>;
    return match.handler({ method, url, params: match.params, headers, body });
  }
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= maxBodyBytes) chunks.push(chunk);
  }
  return bytes > maxBodyBytes ? undefined : Buffer.concat(chunks).toString("utf8");
}

function send(
  response: ServerResponse,
  result: SandboxResponse | Silence,
  at: Date,
  headOnly: boolean,
): void {
  if (result.kind === "silence") {
    if (result.dropped) response.destroy();
    return;
  }
  response.writeHead(result.status, {
    date: at.toUTCString(),
    "x-content-type-options": "nosniff",
    "content-length": Buffer.byteLength(result.body),
    ...result.headers,
  });
  response.end(headOnly ? undefined : result.body);
}
