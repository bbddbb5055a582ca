import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createDeliverySender, type DeliverySenderOptions } from "./send-delivery.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function receiver(listener: RequestListener): Promise<{ url: string; server: Server }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, server };
}

async function send(
  url: string,
  options: Partial<DeliverySenderOptions> = {},
  signal = new AbortController().signal,
) {
  const sender = createDeliverySender({ publicOnly: false, ...options });
  closing.push(() => sender.close());
  const headers = { "content-type": "application/json", "webhook-id": "evt_1" };
  return sender.send({ url, headers, body: '{"a":1}' }, signal, () => 0);
}

test("posts the body and headers, and reports the response", async () => {
  let seen = "";
  const { url } = await receiver(async (request, response) => {
    for await (const chunk of request) seen += chunk;
    seen += ` ${request.method} ${request.headers["webhook-id"]}`;
    response.end("thanks");
  });
  expect(await send(url)).toEqual({
    kind: "answered",
    statusCode: 200,
    body: "thanks",
    retryAfterMs: undefined,
  });
  expect(seen).toBe('{"a":1} POST evt_1');
});

test("stores the first 2 KiB of a long response and reads no more", async () => {
  const { url } = await receiver((_request, response) => {
    response.writeHead(500, { "retry-after": "7" });
    response.write("x".repeat(2047));
    response.write("\0yz");
    response.write("n".repeat(1_000_000));
  });
  const result = await send(url);
  expect(result).toMatchObject({ kind: "answered", statusCode: 500, retryAfterMs: 7_000 });
  expect(result).toHaveProperty("body", "x".repeat(2047));
});

test("does not follow a redirect", async () => {
  let requestCount = 0;
  const { url } = await receiver((_request, response) => {
    requestCount += 1;
    response.writeHead(302, { location: "/elsewhere" }).end();
  });
  expect(await send(url)).toMatchObject({ kind: "answered", statusCode: 302 });
  expect(requestCount).toBe(1);
});

test("gives up at the deadline, before or during the response", async () => {
  const { url } = await receiver((request, response) => {
    if (request.url === "/hook?half") response.write("half of it");
  });
  const late = { kind: "failed", failure: "deadline" };
  expect(await send(url, { deadlineMs: 200 })).toEqual(late);
  expect(await send(`${url}?half`, { deadlineMs: 200 })).toEqual(late);
});

test("does not count as a try if we cancel it", async () => {
  const stop = new AbortController();
  const { url } = await receiver(() => stop.abort());
  expect(await send(url, {}, stop.signal)).toEqual({ kind: "canceled" });
});

test("distinguishes an unreachable endpoint from a broken connection", async () => {
  const { url, server } = await receiver((request) => request.socket.destroy());
  expect(await send(url)).toEqual({ kind: "failed", failure: "broken" });
  await new Promise((resolve) => server.close(resolve));
  expect(await send(url)).toEqual({ kind: "failed", failure: "unreachable" });
});

test("in production connects only to public addresses over https", async () => {
  const resolve = async () => [{ address: "127.0.0.1", family: 4 }];
  const strict = { publicOnly: true, resolve };
  const refused = { kind: "failed", failure: "address_refused" };
  expect(await send("https://rebound.example/hook", strict)).toEqual(refused);
  expect(await send("https://127.0.0.1/hook", strict)).toEqual(refused);
  expect(await send("https://[::ffff:10.0.0.1]/hook", strict)).toEqual(refused);
  expect(await send("http://shop.example/hook", strict)).toEqual({
    kind: "failed",
    failure: "url_refused",
  });
});
