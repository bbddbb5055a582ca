import type { SandboxResponse, Silence } from "./response.ts";

/** A fully read request, not parsed. */
export interface Exchange {
  method: string;
  url: URL;
  /** Decoded path parameters, by the name after the colon. */
  params: Record<string, string>;
  headers: Record<string, string | undefined>;
  body: string;
}

export type Handler = (
  exchange: Exchange,
) => Promise<SandboxResponse | Silence> | SandboxResponse | Silence;

/** A route such as `["POST /charges/:chargeId", handler]`. The first match handles the request. */
export type Route = readonly [pattern: `${string} /${string}`, handler: Handler];

/** The matching route, or the methods that the path supports. */
export type Match =
  | { found: true; handler: Handler; params: Record<string, string> }
  | { found: false; allowedMethods: string[] };

/** Compiles routes once, for many look-ups. */
export function createRouter(routes: readonly Route[]): (method: string, path: string) => Match {
  const compiled = routes.map(([pattern, handler]) => {
    const [method = "", path = ""] = pattern.split(" ");
    return { method, segments: path.split("/"), handler };
  });
  return (method, path) => {
    const segments = path.split("/");
    const allowedMethods: string[] = [];
    for (const route of compiled) {
      const params = matchSegments(route.segments, segments);
      if (!params) continue;
      if (route.method === method) return { found: true, handler: route.handler, params };
      allowedMethods.push(route.method);
    }
    return { found: false, allowedMethods };
  };
}

function matchSegments(
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const segment = segments[index] ?? "";
    if (expected.startsWith(":")) {
      try {
        params[expected.slice(1)] = decodeURIComponent(segment);
      } catch {
        return undefined;
      }
    } else if (expected !== segment) {
      return undefined;
    }
  }
  return params;
}
