/** Counts requests and their responses' bytes from the events of the DevTools protocol's `Network` domain. */
import type { ProtocolObject } from "../../e2e/stack/devtools-browser.ts";

/** The requests so far. A frame's document is reported in its own session and in the page's, but counts once. */
export interface Traffic {
  receive(method: string, params: ProtocolObject): void;
  /** Requests to one origin, and the bytes of their responses. */
  with(origin: string): { requests: number; bytes: number };
}

export function createTraffic(): Traffic {
  const urls = new Map<string, string>();
  const bytes = new Map<string, number>();
  return {
    receive(method, params) {
      const id = String(params["requestId"]);
      if (method === "Network.requestWillBeSent") {
        urls.set(id, (params["request"] as { url: string }).url);
      } else if (method === "Network.loadingFinished") {
        bytes.set(id, Number(params["encodedDataLength"]));
      }
    },
    with(origin) {
      const ids = [...urls].flatMap(([id, url]) => (url.startsWith(`${origin}/`) ? [id] : []));
      return {
        requests: ids.length,
        bytes: ids.reduce((sum, id) => sum + (bytes.get(id) ?? 0), 0),
      };
    },
  };
}
