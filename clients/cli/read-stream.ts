/**
 * Reads one of the service's streams for as long as the command runs.
 *
 * - It yields every message once. After a lost connection it continues after the newest `id` (`Last-Event-ID`), and
 *   skips the messages after that id that it has already yielded.
 * - The caller sets the pace: the next bytes are read when it asks for the next message.
 * - Waits are bounded: a connection that is silent for more than three keep-alive comments is dropped, pauses grow to
 *   ten seconds, and the reader gives up after {@link maxFailures} failures in a row, about ten minutes.
 */
import { CommandProblem, pause, plain } from "./terminal.ts";

export interface StreamMessage {
  readonly event: string;
  readonly data: string;
}

export interface StreamOptions {
  readonly serviceUrl: string;
  readonly secretKey: string;
  /** Path and query. */
  readonly path: string;
  readonly signal: AbortSignal;
  /** Called when the connection is lost and when it is back. */
  readonly onChange: (state: "connected" | "lost") => void;
  readonly times?: Partial<StreamTimes>;
}

interface StreamTimes {
  connectMs: number;
  silenceMs: number;
  firstPauseMs: number;
  longestPauseMs: number;
}

const defaultTimes: StreamTimes = {
  connectMs: 15_000,
  silenceMs: 35_000,
  firstPauseMs: 250,
  longestPauseMs: 10_000,
};

/** Failures in a row before the reader gives up. */
export const maxFailures = 60;
/** The longest message that is read. A message is an event's body. */
const maxMessageCharacters = 16 * 1024 * 1024;

/** Yields the stream's messages. Throws {@link CommandProblem} when the service refuses. */
export async function* readStream(options: StreamOptions): AsyncGenerator<StreamMessage> {
  const times = { ...defaultTimes, ...options.times };
  const { signal } = options;
  let lastId: string | undefined;
  /** Messages since the newest id, and those of the lost connection that can come again. */
  let sinceId = new Set<string>();
  let repeated = new Set<string>();
  let failures = 0;
  let isLost = false;
  while (!signal.aborted) {
    const connection = new AbortController();
    const end = () => connection.abort();
    signal.addEventListener("abort", end, { once: true });
    try {
      const response = await connect(options, lastId, connection, times.connectMs);
      for await (const block of blocksOf(response, connection, times.silenceMs)) {
        const { event, id, data } = parseBlock(block);
        failures = 0;
        if (event === "ready") {
          if (isLost || lastId === undefined) options.onChange("connected");
          isLost = false;
        }
        const message = event === "ready" ? undefined : data;
        const isNew = message !== undefined && !repeated.delete(message);
        if (message !== undefined) sinceId.add(message);
        if (id !== undefined) {
          lastId = id;
          if (event !== "ready") sinceId = new Set();
        }
        if (isNew) yield { event: event ?? "message", data: message };
      }
      // The service ends every connection after a few minutes, and when it stops.
      await pause(times.firstPauseMs, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof CommandProblem) throw error;
      const waitMs = error instanceof Refused ? error.retryAfterMs : 0;
      failures += 1;
      const neverConnected = lastId === undefined && failures === 1 && !(error instanceof Refused);
      if (neverConnected || failures >= maxFailures) {
        throw new CommandProblem(`The service at ${options.serviceUrl} cannot be reached.`);
      }
      if (!isLost) options.onChange("lost");
      isLost = true;
      const grown = Math.min(
        times.longestPauseMs,
        times.firstPauseMs * 2 ** Math.min(failures, 12),
      );
      await pause(Math.max(waitMs, grown / 2 + (Math.random() * grown) / 2), signal);
    } finally {
      signal.removeEventListener("abort", end);
      connection.abort();
      repeated = sinceId;
      sinceId = new Set();
    }
  }
}

/** A refusal that can be temporary. */
class Refused extends Error {
  readonly retryAfterMs: number;
  constructor(response: Response) {
    super(`HTTP ${response.status}`);
    this.retryAfterMs = Math.min(60, Number(response.headers.get("retry-after")) || 0) * 1_000;
  }
}

async function connect(
  { serviceUrl, secretKey, path }: StreamOptions,
  lastId: string | undefined,
  connection: AbortController,
  connectMs: number,
): Promise<Response> {
  const timeout = setTimeout(() => connection.abort(), connectMs);
  try {
    const response = await fetch(`${serviceUrl}${path}`, {
      headers: {
        accept: "text/event-stream",
        authorization: `Bearer ${secretKey}`,
        ...(lastId === undefined ? {} : { "last-event-id": lastId }),
      },
      redirect: "manual",
      signal: connection.signal,
    });
    const type = response.headers.get("content-type") ?? "";
    if (response.status === 200 && type.startsWith("text/event-stream")) return response;
    const isTransient = response.status >= 500 || (response.status === 429 && lastId !== undefined);
    if (isTransient) {
      await response.body?.cancel();
      throw new Refused(response);
    }
    throw new CommandProblem(await refusalText(response));
  } finally {
    clearTimeout(timeout);
  }
}

export async function refusalText(response: Response): Promise<string> {
  const { status } = response;
  const text = await response.text().catch(() => "");
  try {
    const { message, errorCode, requestId } = JSON.parse(text.slice(0, 100_000));
    if (typeof message === "string") {
      return plain(`${message} (${status} ${errorCode ?? ""}, ${requestId ?? "no request id"})`);
    }
  } catch {
    // This is not the service's response.
  }
  return status === 404
    ? "The service does not know this address. It exists only in the sandbox."
    : `The service answered with HTTP ${status}, which is not expected here.`;
}

async function* blocksOf(
  response: Response,
  connection: AbortController,
  silenceMs: number,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  let text = "";
  let last = "";
  try {
    for (;;) {
      const timeout = setTimeout(() => connection.abort(), silenceMs);
      const { done, value } = await reader.read().finally(() => clearTimeout(timeout));
      if (done) return;
      const piece = decoder.decode(value, { stream: true });
      text += piece;
      // Searches for the end of a long message once, not again with each piece.
      const hasEnd = (last + piece).includes("\n\n");
      last = piece.slice(-1) || last;
      for (let end = hasEnd ? text.indexOf("\n\n") : -1; end >= 0; end = text.indexOf("\n\n")) {
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        yield block;
      }
      if (text.length > maxMessageCharacters) {
        throw new CommandProblem("The service sent a message that is too large.");
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function parseBlock(block: string): { event?: string; id?: string; data?: string } {
  const message: { event?: string; id?: string; data?: string } = {};
  for (const line of block.split("\n")) {
    const [, field, value = ""] = /^(event|id|data): ?(.*)$/.exec(line) ?? [];
    if (field === "data")
      message.data = message.data === undefined ? value : `${message.data}\n${value}`;
    else if (field === "event") message.event = value;
    else if (field === "id") message.id = value;
  }
  return message;
}
