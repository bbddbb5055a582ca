import { signBody } from "../server/webhooks.ts";
import { CommandProblem, plain, withDeadline } from "./terminal.ts";

/** The deadline of a delivery, the same as in the service. */
export const deadlineMs = 10_000;
/** How much of a response is read: as much as the service stores. */
const maxResponseBytes = 2_048;

/** An endpoint's response, or why there is none. */
export interface Outcome {
  readonly status: number | undefined;
  readonly tookMs: number;
  readonly problem: string | undefined;
  /** The beginning of a non-2xx response. */
  readonly responseText: string;
}

/** The address of `--forward-to`. `3000` and `localhost:3000/hooks` mean http on this machine. */
export function readTarget(text: string): string {
  const full = /^\d{1,5}(\/|$)/.test(text)
    ? `http://localhost:${text}`
    : /^https?:\/\//.test(text)
      ? text
      : `http://${text}`;
  const url = URL.canParse(full) ? new URL(full) : undefined;
  const isOther = /^\w+:\/\//.test(text) && !/^https?:/.test(text);
  if (url === undefined || isOther || `${url.username}${url.password}` !== "") {
    throw new CommandProblem(
      "--forward-to needs an address such as http://localhost:3000/webhooks.",
    );
  }
  return url.href;
}

/**
 * Sends a body as the service does: the same headers, signed with this command's secret, ten seconds, no redirects.
 * Never throws.
 */
export async function forwardDelivery(
  target: string,
  { eventId, body, secret }: { eventId: string; body: string; secret: string },
  { signal, limitMs = deadlineMs }: { signal: AbortSignal; limitMs?: number },
): Promise<Outcome> {
  const startedMs = performance.now();
  const took = () => Math.round(performance.now() - startedMs);
  try {
    const headers = {
      "content-type": "application/json; charset=utf-8",
      "user-agent": "Tessera-Webhooks/1",
      ...(await signBody({ eventId, body, secret, nowMs: Date.now() })),
    };
    return await withDeadline(signal, limitMs, async (limit) => {
      const init = { method: "POST", headers, body, redirect: "manual", signal: limit } as const;
      const response = await fetch(target, init);
      const isDelivered = response.status >= 200 && response.status < 300;
      const responseText = await beginningOf(response, isDelivered ? 0 : maxResponseBytes);
      return { status: response.status, tookMs: took(), problem: undefined, responseText };
    });
  } catch (error) {
    const problem = problemOf(error, limitMs);
    return { status: undefined, tookMs: took(), problem, responseText: "" };
  }
}

async function beginningOf(response: Response, bytes: number): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  try {
    for await (const piece of response.body ?? []) {
      text += decoder.decode(piece, { stream: true });
      if (text.length >= bytes) break;
    }
  } catch {
    // The status has arrived, and only it counts.
  }
  return plain(text.slice(0, bytes));
}

function problemOf(error: unknown, limitMs: number): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  if (name === "TimeoutError") return `no answer within ${limitMs / 1_000} s`;
  const code = cause?.code ?? "";
  if (code === "ECONNREFUSED") return "nothing is listening at this address";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "the host name is unknown";
  return plain(`no connection${code ? ` (${code})` : ""}`);
}
