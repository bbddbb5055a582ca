/** What a handler answers. The body is written as it is. */
export interface Answer {
  kind: "answer";
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
}

/** No answer: the connection stays open until the other side gives up, or is dropped at once. */
export interface Silence {
  kind: "silence";
  dropped: boolean;
}

/** An answer as JSON. */
export function json(status: number, value: unknown): Answer {
  return {
    kind: "answer",
    status,
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" },
    body: JSON.stringify(value),
  };
}

/** An answer that ends a misunderstanding: `{ error: { code, message } }`. */
export function problem(status: number, code: string, message: string): Answer {
  return json(status, { error: { code, message } });
}

/** Never answers; the other side must have a deadline. */
export const silence: Silence = { kind: "silence", dropped: false };

/** Ends the connection without an answer. */
export const droppedConnection: Silence = { kind: "silence", dropped: true };
