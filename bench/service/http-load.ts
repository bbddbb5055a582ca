import { Agent, request } from "node:http";

/** One call of the API, ready to be sent. */
export interface Call {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: object;
}

/** Sends a call over a kept-open connection; throws when the answer is not 2xx. */
export type Send = <T>(call: Call) => Promise<T>;

/** What a burst came to. */
export interface Burst {
  done: number;
  seconds: number;
  /** Milliseconds, one for each turn. */
  latenciesMs: number[];
}

/**
 * Takes turns, `width` at a time, until the time is up or so many have been taken. Plain node:http:
 * the client shares the machine with what it measures.
 *
 * @param turn one thing that a client does, by one call or several
 * @throws what a turn throws
 */
export async function burst(
  serviceUrl: string,
  {
    width,
    durationMs,
    turns = Number.POSITIVE_INFINITY,
  }: { width: number; durationMs: number; turns?: number },
  turn: (send: Send) => Promise<unknown>,
): Promise<Burst> {
  const agent = new Agent({ keepAlive: true, maxSockets: width });
  const send: Send = (call) => sendCall(agent, serviceUrl, call);
  const latenciesMs: number[] = [];
  const startedAt = performance.now();
  let begun = 0;
  const worker = async () => {
    while (performance.now() - startedAt < durationMs && begun++ < turns) {
      const sentAt = performance.now();
      await turn(send);
      latenciesMs.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  const seconds = (performance.now() - startedAt) / 1000;
  agent.destroy();
  return { done: latenciesMs.length, seconds, latenciesMs };
}

function sendCall<T>(agent: Agent, serviceUrl: string, call: Call): Promise<T> {
  return new Promise((resolve, reject) => {
    const body = call.body === undefined ? undefined : JSON.stringify(call.body);
    const headers = body ? { ...call.headers, "Content-Type": "application/json" } : call.headers;
    const outgoing = request(
      `${serviceUrl}${call.path}`,
      { agent, method: call.method, headers },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk) => chunks.push(chunk));
        answer.on("end", () => {
          const text = Buffer.concat(chunks).toString();
          if (answer.statusCode && answer.statusCode < 300) resolve(JSON.parse(text) as T);
          else reject(new Error(`${call.method} ${call.path}: ${answer.statusCode} ${text}`));
        });
        answer.on("error", reject);
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
