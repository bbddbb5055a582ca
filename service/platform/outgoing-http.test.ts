import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Agent } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createOutgoingHttp } from "./outgoing-http.ts";

const http = createOutgoingHttp();
let server: Server;
let url: string;
let connections = 0;
const requested: string[] = [];

beforeAll(async () => {
  const answers: Record<string, (response: ServerResponse) => void> = {
    "/ok": (response) => response.writeHead(201, { "x-answer": "yes" }).end("made"),
    "/error": (response) => response.writeHead(500).end("broken"),
    "/elsewhere": (response) => response.writeHead(302, { location: "/ok" }).end(),
    "/silent": () => undefined,
    "/held": () => undefined,
    "/after": (response) => response.end("after"),
    "/half": (response) => response.writeHead(200).write("half"),
    "/long": (response) => response.end("x".repeat(5000)),
    "/hang-up": (response) => response.destroy(),
  };
  server = createServer((request, response) => {
    request.resume();
    requested.push(request.url ?? "");
    request.on("end", () => answers[request.url ?? ""]?.(response));
  });
  server.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await http.close();
  server.closeAllConnections();
  server.close();
});

const get = (path: string, deadlineMs = 30_000) =>
  http.call({ method: "GET", url: url + path, deadlineMs, maxBytes: 1000 });

test("returns every status, and follows no redirect", async () => {
  expect(await get("/ok")).toMatchObject({ statusCode: 201, text: "made" });
  expect((await get("/ok")).headers["x-answer"]).toBe("yes");
  expect(await get("/error")).toMatchObject({ statusCode: 500, text: "broken" });
  expect((await get("/elsewhere")).statusCode).toBe(302);
});

test("connections are reused", async () => {
  await get("/ok");
  const before = connections;
  for (let count = 0; count < 5; count += 1) await get("/ok");
  expect(connections).toBe(before);
});

test.each(["/silent", "/half"])(
  "%s fails at the deadline with an unknown outcome",
  async (path) => {
    await expect(get(path, 200)).rejects.toMatchObject({ code: "deadline", sent: "unknown" });
  },
);

test("a call whose connection breaks has an unknown outcome", async () => {
  await expect(get("/hang-up")).rejects.toMatchObject({ code: "broken", sent: "unknown" });
});

test("a response over the limit is refused", async () => {
  await expect(get("/long")).rejects.toMatchObject({ code: "too_large", sent: "unknown" });
});

test("nothing is sent if the connection is refused", async () => {
  const call = http.call({ method: "POST", url: "http://127.0.0.1:1/", deadlineMs: 30_000 });
  await expect(call).rejects.toMatchObject({ code: "unreachable", sent: "no" });
});

test("the caller can cancel a call", async () => {
  const canceling = new AbortController();
  const call = http.call({
    method: "GET" as const,
    url: `${url}/silent`,
    deadlineMs: 30_000,
    signal: canceling.signal,
  });
  canceling.abort();
  await expect(call).rejects.toMatchObject({ code: "canceled" });
});

test("a call canceled before its start is not sent", async () => {
  const call = http.call({
    method: "GET" as const,
    url: `${url}/ok`,
    deadlineMs: 30_000,
    signal: AbortSignal.abort(),
  });
  await expect(call).rejects.toMatchObject({ code: "canceled" });
});

test("a queued call fails at its deadline, and is not sent later", async () => {
  const one = createOutgoingHttp(new Agent({ connections: 1, pipelining: 1 }));
  const call = (path: string, deadlineMs: number) =>
    one.call({ method: "GET", url: url + path, deadlineMs });
  const held = call("/held", 400);
  await expect(call("/waiting", 100)).rejects.toMatchObject({ code: "deadline", sent: "unknown" });
  await expect(held).rejects.toMatchObject({ code: "deadline" });
  expect(await call("/after", 30_000)).toMatchObject({ text: "after" });
  expect(requested).toContain("/held");
  expect(requested).not.toContain("/waiting");
  await one.close();
});
