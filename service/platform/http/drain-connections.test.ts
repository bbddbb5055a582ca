import { once } from "node:events";
import { type AddressInfo, createConnection } from "node:net";
import { Readable } from "node:stream";
import Fastify from "fastify";
import { afterEach, expect, test, vi } from "vitest";
import { addDraining } from "./drain-connections.ts";

afterEach(() => {
  vi.useRealTimers();
});

function* endless() {
  for (;;) yield "x".repeat(64 * 1024);
}

test("a client that stops reading an export does not keep the server from stopping", async () => {
  const app = Fastify();
  addDraining(app);
  app.get("/", (_request, reply) => reply.send(Readable.from(endless(), { objectMode: false })));
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const socket = createConnection(port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  await once(socket, "data");
  socket.pause();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  let isClosed = false;
  const closing = app.close().then(() => {
    isClosed = true;
  });
  await vi.waitUntil(() => !app.server.listening);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(isClosed).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  await closing;
  socket.destroy();
});
