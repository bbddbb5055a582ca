import { afterEach, expect, test } from "vitest";
import { maxFailures, readStream, type StreamMessage } from "./read-stream.ts";
import { begin, createStreamServer, message, type StreamServer } from "./testing/stream-server.ts";

let server: StreamServer;
let leave = new AbortController();
afterEach(async () => {
  leave.abort();
  leave = new AbortController();
  await server.close();
});

const quick = { connectMs: 20_000, silenceMs: 20_000, firstPauseMs: 1, longestPauseMs: 2 };

function read(times: object = {}, onChange: (state: string) => void = () => undefined) {
  return readStream({
    serviceUrl: server.url,
    secretKey: "sk_sandbox_0123456789",
    path: "/v1/sandbox/events",
    signal: leave.signal,
    onChange,
    times: { ...quick, ...times },
  });
}

async function take(stream: AsyncIterable<StreamMessage>, count: number): Promise<string[]> {
  const taken: string[] = [];
  for await (const { data } of stream) {
    taken.push(data);
    if (taken.length === count) break;
  }
  return taken;
}

test("continues after the newest id, and skips what arrived before the connection was lost", async () => {
  server = await createStreamServer((response, number) => {
    const stream = begin(response);
    if (number === 1) {
      stream.write(message("ready", "{}", "1."));
      stream.write(message("payment", "a", "2.a") + message("payment", "b"));
      // The connection breaks in the middle of a message.
      stream.write("event: payment\ndata: c");
      setTimeout(() => response.destroy(), 20);
      return;
    }
    stream.write(message("ready", "{}", "2.a"));
    stream.write(
      message("payment", "b") + message("payment", "c", "3.c") + message("x", "b", "4."),
    );
  });
  const states: string[] = [];
  // The last `b` is a new message with the same text, so it must not be skipped.
  expect(
    await take(
      read({}, (state) => states.push(state)),
      4,
    ),
  ).toEqual(["a", "b", "c", "b"]);
  expect(server.requests.map(({ headers }) => headers["last-event-id"])).toEqual([
    undefined,
    "2.a",
  ]);
  expect(states).toEqual(["connected", "lost", "connected"]);
});

test("yields whole messages wherever the stream is cut, even inside a character", async () => {
  const bytes = Buffer.from(message("ready", "{}", "1.") + message("payment", "Grüße ☕", "2."));
  server = await createStreamServer((response) => {
    const stream = begin(response);
    let sent = 0;
    const next = () => {
      if (sent >= bytes.length) return;
      stream.write(bytes.subarray(sent, sent + 3));
      sent += 3;
      setImmediate(next);
    };
    next();
  });
  expect(await take(read(), 1)).toEqual(["Grüße ☕"]);
});

test("connects again after the service restarts, refuses for a while, or goes silent", async () => {
  server = await createStreamServer((response, number) => {
    if (number === 1) {
      begin(response).end(message("ready", "{}", "1."));
      return;
    }
    if (number === 2) return void response.writeHead(503).end();
    if (number === 3) return void response.writeHead(429, { "retry-after": "0" }).end();
    if (number === 4) {
      begin(response).write(message("ready", "{}", "1."));
      return;
    }
    begin(response).write(message("ready", "{}", "1.") + message("payment", "a", "2."));
  });
  expect(await take(read({ silenceMs: 300 }), 1)).toEqual(["a"]);
  expect(server.requests.length).toBe(5);
});

test.each([
  [
    401,
    { errorCode: "api_key_invalid", message: "Unknown key.", requestId: "req_1" },
    /Unknown key/,
  ],
  [429, { errorCode: "too_many_streams", message: "Four are open." }, /Four are open/],
  [404, {}, /only in the sandbox/],
  [302, {}, /HTTP 302/],
  [200, { not: "a stream" }, /HTTP 200/],
])("fails at once when the first response is %i", async (status, body, text) => {
  server = await createStreamServer((response) => {
    response.writeHead(status, { location: "https://elsewhere.example/" });
    response.end(JSON.stringify(body));
  });
  await expect(take(read(), 1)).rejects.toThrow(text);
  expect(server.requests.length).toBe(1);
});

test("fails at once if nothing listens at the start, and later only after many failures", async () => {
  server = await createStreamServer((response, number) => {
    if (number > 1) return void response.destroy();
    begin(response).end(message("ready", "{}", "1."));
  });
  await expect(take(read(), 1)).rejects.toThrow(/cannot be reached/);
  expect(server.requests.length).toBe(maxFailures + 1);
  await server.close();
  await expect(take(read(), 1)).rejects.toThrow(/cannot be reached/);
  server = await createStreamServer(() => undefined);
});

test("refuses a message that is too large", async () => {
  server = await createStreamServer((response) => {
    const stream = begin(response);
    stream.write(message("ready", "{}", "1."));
    const piece = "x".repeat(1024 * 1024);
    const fill = () => {
      while (!response.destroyed && stream.write(piece));
      if (!response.destroyed) stream.once("drain", fill);
    };
    fill();
  });
  await expect(take(read(), 1)).rejects.toThrow(/too large/);
});

test("ends on Ctrl-C, even between two connections", async () => {
  server = await createStreamServer((response) => {
    begin(response).write(message("ready", "{}", "1."));
  });
  const stream = read({}, () => leave.abort());
  expect(await take(stream, 1)).toEqual([]);
});

test("reads no more than its caller asks for", async () => {
  let written = 0;
  server = await createStreamServer((response) => {
    const stream = begin(response);
    stream.write(message("ready", "{}", "1."));
    const piece = message("payment", "x".repeat(100_000), "2.");
    const fill = () => {
      for (; written < 60_000_000; written += piece.length) if (!stream.write(piece)) break;
      if (written < 60_000_000) stream.once("drain", fill);
    };
    fill();
  });
  const stream = read();
  await stream.next();
  let before = -1;
  while (before !== written) {
    before = written;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  expect(written).toBeLessThan(60_000_000);
});
