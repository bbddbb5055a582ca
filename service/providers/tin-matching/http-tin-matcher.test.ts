import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createOutgoingHttp } from "../../platform/outgoing-http.ts";
import { createHttpTinMatcher } from "./http-tin-matcher.ts";
import type { TinMatcher } from "./index.ts";

let answer: { status: number; body: string } | "drop";
let received: { path: string; key: string | undefined; body: string } | undefined;
let server: Server;
let matcher: TinMatcher;
const http = createOutgoingHttp();

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const key = request.headers.authorization;
    received = { path: `${request.method} ${request.url}`, key, body };
    if (answer === "drop") return void request.socket.destroy();
    response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tin`;
  matcher = createHttpTinMatcher(http, { name: "test", url, key: "key-1" });
});
afterAll(async () => {
  await http.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const jane = { tinType: "ssn", tin: "536228714", name: "Jane Doe", reference: null } as const;
const code = (text: string) => ({ status: 200, body: JSON.stringify({ code: text }) });

test("asks by the protocol", async () => {
  answer = code("0");
  expect(await matcher.check(jane)).toEqual({ state: "match", code: "0" });
  expect(received).toMatchObject({ path: "POST /tin/checks", key: "Bearer key-1" });
  expect(JSON.parse(received?.body ?? "")).toEqual({
    type: "2",
    tin: "536228714",
    name: "Jane Doe",
  });
  await matcher.check({ ...jane, tinType: "ein" });
  expect(JSON.parse(received?.body ?? "")).toMatchObject({ type: "1" });
});

test.each(["0", "6", "7", "8"])("code %s is a match", async (each) => {
  answer = code(each);
  expect(await matcher.check(jane)).toEqual({ state: "match", code: each });
});

test.each(["1", "2", "3"])("code %s is a mismatch", async (each) => {
  answer = code(each);
  expect(await matcher.check(jane)).toEqual({ state: "mismatch", code: each });
});

test("a response that decides nothing is pending or unavailable", async () => {
  answer = { status: 202, body: '{"status":"pending"}' };
  expect(await matcher.check(jane)).toEqual({ state: "pending" });
  for (const response of [
    code("4"),
    code("9"),
    { status: 503, body: "" },
    { status: 401, body: "{}" },
  ]) {
    answer = response;
    expect(await matcher.check(jane)).toEqual({ state: "unavailable" });
  }
  answer = "drop";
  expect(await matcher.check(jane)).toEqual({ state: "unavailable" });
});
