import { Agent, request } from "node:http";

/** One call of the API, ready to be sent. */
export interface Call {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** What a burst came to. */
export interface Burst {
  done: number;
  seconds: number;
  /** Milliseconds, one for each call. */
  latenciesMs: number[];
}

/**
 * Keeps `width` calls in flight over kept-open connections until the time is up or the calls have
 * run out. Plain node:http: the client shares the machine with what it measures.
 *
 * @param next makes the next call; undefined ends the burst
 * @throws when an answer is not 2xx
 */
export async function burst(
  serviceUrl: string,
  width: number,
  durationMs: number,
  next: () => Call | undefined,
): Promise<Burst> {
  const agent = new Agent({ keepAlive: true, maxSockets: width });
  const latenciesMs: number[] = [];
  const startedAt = performance.now();
  const worker = async () => {
    while (performance.now() - startedAt < durationMs) {
      const call = next();
      if (!call) return;
      const sentAt = performance.now();
      await send(agent, serviceUrl, call);
      latenciesMs.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  const seconds = (performance.now() - startedAt) / 1000;
  agent.destroy();
  return { done: latenciesMs.length, seconds, latenciesMs };
}

function send(agent: Agent, serviceUrl: string, call: Call): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${serviceUrl}${call.path}`,
      { agent, method: call.method, headers: call.headers },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk) => chunks.push(chunk));
        answer.on("end", () => {
          if (answer.statusCode && answer.statusCode < 300) resolve();
          else {
            const text = Buffer.concat(chunks).toString();
            reject(new Error(`${call.method} ${call.path}: ${answer.statusCode} ${text}`));
          }
        });
        answer.on("error", reject);
      },
    );
    outgoing.on("error", reject);
    outgoing.end(call.body);
  });
}
