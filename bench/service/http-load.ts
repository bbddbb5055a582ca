import { connect, type Socket } from "node:net";

export interface Call {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: object;
}

/** Sends a call over a persistent connection; throws unless the response is 2xx. */
export type Send = <T>(call: Call) => Promise<T>;

export interface Burst {
  done: number;
  seconds: number;
  /** One entry for each turn. */
  latenciesMs: number[];
}

/**
 * Repeats `turn`, `inFlight` at a time, until `durationMs` is over or `turns` have started. The client shares the
 * machine with the service, so it does little: one socket per concurrent turn, and only the HTTP/1.1 features of our
 * servers.
 * @param turn one action of a client, with one or several calls
 * @throws the first error of a turn
 */
export async function burst(
  serviceUrl: string,
  {
    inFlight,
    durationMs,
    turns = Number.POSITIVE_INFINITY,
  }: { inFlight: number; durationMs: number; turns?: number },
  turn: (send: Send) => Promise<unknown>,
): Promise<Burst> {
  const latenciesMs: number[] = [];
  const startedAt = performance.now();
  let started = 0;
  const worker = async () => {
    const connection = openConnection(serviceUrl);
    try {
      while (performance.now() - startedAt < durationMs && started++ < turns) {
        const sentAt = performance.now();
        await turn(connection.send);
        latenciesMs.push(performance.now() - sentAt);
      }
    } finally {
      connection.close();
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  const seconds = (performance.now() - startedAt) / 1000;
  return { done: latenciesMs.length, seconds, latenciesMs };
}

/** Opens one connection for one call at a time. */
export function openConnection(serviceUrl: string): { send: Send; close(): void } {
  const { hostname, port, host } = new URL(serviceUrl);
  const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true });
  let received: Buffer = Buffer.alloc(0);
  let waiting: { resolve(response: LoadResponse): void; reject(error: Error): void } | undefined;
  const fail = (error: Error) => waiting?.reject(error);
  socket.on("error", fail);
  socket.on("close", () => fail(new Error("The connection was closed.")));
  socket.on("data", (chunk) => {
    received = received.length > 0 ? Buffer.concat([received, chunk]) : chunk;
    const response = readResponse(received);
    if (!response) return;
    received = Buffer.alloc(0);
    waiting?.resolve(response);
  });
  return {
    async send<T>({ method, path, headers, body }: Call): Promise<T> {
      const text = body === undefined ? "" : JSON.stringify(body);
      let head = `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n`;
      for (const [name, value] of Object.entries(headers)) head += `${name}: ${value}\r\n`;
      if (body !== undefined) {
        head += `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`;
      }
      const response = await new Promise<LoadResponse>((resolve, reject) => {
        if (socket.destroyed) return reject(new Error("The connection was closed."));
        waiting = { resolve, reject };
        socket.write(`${head}\r\n${text}`);
      });
      waiting = undefined;
      if (response.statusCode < 300) return JSON.parse(response.text) as T;
      throw new Error(`${method} ${path}: ${response.statusCode} ${response.text}`);
    },
    close: () => socket.destroy(),
  };
}

interface LoadResponse {
  statusCode: number;
  text: string;
}

/** Parses a complete response, or returns `undefined`. Our servers send the length of every body. */
function readResponse(bytes: Buffer): LoadResponse | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const head = bytes.toString("latin1", 0, end);
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? Number.NaN);
  if (Number.isNaN(length)) throw new Error(`A response without a length: ${head}`);
  if (bytes.length < end + 4 + length) return undefined;
  return { statusCode: Number(head.slice(9, 12)), text: bytes.toString("utf8", end + 4) };
}
