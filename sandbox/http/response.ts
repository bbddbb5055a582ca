/** A handler's response. The body is sent unchanged. */
export interface SandboxResponse {
  kind: "response";
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
}

/** No response: the connection stays open until the other side gives up, or is dropped at once. */
export interface Silence {
  kind: "silence";
  dropped: boolean;
}

export function json(status: number, value: unknown): SandboxResponse {
  return {
    kind: "response",
    status,
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" },
    body: JSON.stringify(value),
  };
}

/** Builds an error response: `{ error: { code, message } }`. */
export function problem(status: number, code: string, message: string): SandboxResponse {
  return json(status, { error: { code, message } });
}

/** The sandbox never responds, so the other side needs a timeout. */
export const silence: Silence = { kind: "silence", dropped: false };

export const droppedConnection: Silence = { kind: "silence", dropped: true };
