import { vi } from "vitest";

type FakeResponse = unknown | ((body: unknown) => unknown);

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: unknown;
}

/** An error response for {@link fakeService}. */
export class Refusal {
  constructor(
    readonly status: number,
    readonly errorCode: string,
    readonly more: object = {},
  ) {}
}

/**
 * Replaces `fetch`. Keys are like `GET /session`, without `/console/api`; a key without a query matches any.
 * Other requests get 404. Returns the growing list of requests.
 */
export function fakeService(responses: Record<string, FakeResponse>): SentRequest[] {
  const requests: SentRequest[] = [];
  const respond = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const path = String(input).replace(/^.*\/console\/api/, "");
    const method = init.method ?? "GET";
    const isFile = init.body instanceof Blob;
    const body = init.body === undefined || isFile ? init.body : JSON.parse(String(init.body));
    requests.push({ method, path, headers: new Headers(init.headers), body });
    const found =
      responses[`${method} ${path}`] ??
      responses[`${method} ${path.split("?")[0]}`] ??
      new Refusal(404, "resource_not_found");
    const value = typeof found === "function" ? await found(body) : found;
    if (value instanceof Response) return value;
    if (value instanceof Blob) return new Response(value);
    if (value instanceof Refusal) {
      const { status, errorCode, more } = value;
      return Response.json({ message: errorCode, errorCode, ...more }, { status });
    }
    return Response.json(value);
  };
  vi.stubGlobal("fetch", respond);
  return requests;
}
