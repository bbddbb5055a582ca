import { once } from "node:events";
import { type AddressInfo, createConnection, type Socket } from "node:net";
import type { Readable } from "node:stream";
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addBodyTimes, readSlowly } from "./body-times.ts";
import { sendRefusal } from "./error-handlers.ts";
import { refuseConnection } from "./refuse-connection.ts";

/** The longest that tests wait for a limit to expire. */
const requestMs = 150;
let app: FastifyInstance;
const sockets: Socket[] = [];

beforeAll(async () => {
  app = Fastify({
    requestTimeout: 0,
    clientErrorHandler: (error, socket) => refuseConnection(error, socket, "req_test"),
  });
  addBodyTimes(app, requestMs);
  app.addContentTypeParser("text/csv", (_request: FastifyRequest, body: Readable, done) =>
    done(null, body),
  );
  app.setErrorHandler((error, request, reply) => sendRefusal(error as Error, request, reply));
  app.post("/slow", async (request) => {
    let bytes = 0;
    const times = { pauseMs: 60_000, bytesPerSecond: 1 };
    for await (const piece of readSlowly(request, request.body as Readable, times)) {
      bytes += piece.length;
    }
    return { bytes };
  });
  app.post("/stuck", async (request) => {
    const times = { pauseMs: 50, bytesPerSecond: 1 };
    for await (const _piece of readSlowly(request, request.body as Readable, times));
    return {};
  });
  app.post("/usual", async () => ({}));
  await app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await app.close();
});

/** Sends half of a request of 8 bytes. */
function begin(path: string, type = "text/csv"): Socket {
  const { port } = app.server.address() as AddressInfo;
  const socket = createConnection(port, "127.0.0.1");
  socket.on("error", () => undefined);
  sockets.push(socket);
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 8\r\n\r\n1234`,
  );
  return socket;
}
const firstLine = async (socket: Socket) =>
  String((await once(socket, "data"))[0]).split("\r\n", 1)[0];

test("a request that does not arrive gets 408", async () => {
  expect(await firstLine(begin("/usual", "application/json"))).toContain("408");
});

test("a route for files lets a slow sender finish", async () => {
  const socket = begin("/slow");
  await new Promise((resolve) => setTimeout(resolve, requestMs * 2));
  socket.write("5678");
  expect(await firstLine(socket)).toContain("200");
});

test("a sender that makes no progress gets 408 there, too", async () => {
  expect(await firstLine(begin("/stuck"))).toContain("408");
});
