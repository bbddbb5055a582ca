import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createOutgoingHttp } from "../../platform/outgoing-http.ts";
import { createSandboxSmsSender, createTwilioSmsSender } from "./index.ts";

let answer: { status: number; body: string } | "drop";
let received: { path: string; headers: IncomingHttpHeaders; body: string } | undefined;
let server: Server;
let url: string;
const http = createOutgoingHttp();

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    received = { path: `${request.method} ${request.url}`, headers: request.headers, body };
    if (answer === "drop") return void request.socket.destroy();
    response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await http.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  received = undefined;
});

const message = { to: "+14155550123", body: "123456 is your code." };

describe("Twilio", () => {
  const sender = (from = "+15005550006") =>
    createTwilioSmsSender(http, { accountSid: "AC123", authToken: "secret", from, apiUrl: url });

  test("gets the request that its Messages resource defines", async () => {
    answer = { status: 201, body: '{"sid":"SM1","status":"queued","error_code":null}' };
    expect(await sender().send(message)).toEqual({ sent: true, messageId: "SM1" });
    expect(received?.path).toBe("POST /2010-04-01/Accounts/AC123/Messages.json");
    expect(received?.headers["content-type"]).toBe("application/x-www-form-urlencoded");
    expect(received?.headers.authorization).toBe(`Basic ${btoa("AC123:secret")}`);
    expect(Object.fromEntries(new URLSearchParams(received?.body))).toEqual({
      To: "+14155550123",
      From: "+15005550006",
      Body: "123456 is your code.",
    });
  });

  test("can send from a messaging service", async () => {
    answer = { status: 201, body: '{"sid":"SM2"}' };
    await sender("MG77").send(message);
    const form = new URLSearchParams(received?.body);
    expect(form.get("MessagingServiceSid")).toBe("MG77");
    expect(form.has("From")).toBe(false);
  });

  test.each([21211, 21408, 21610, 21614])("error %i: the number is unreachable", async (code) => {
    answer = {
      status: 400,
      body: JSON.stringify({
        code,
        message: "…",
        more_info: "https://www.twilio.com",
        status: 400,
      }),
    };
    expect(await sender().send(message)).toEqual({ sent: false, reason: "unreachable" });
  });

  test("another refusal, or too many requests, means that the message was not sent", async () => {
    answer = { status: 401, body: '{"code":20003,"message":"Authenticate","status":401}' };
    expect(await sender().send(message)).toEqual({ sent: false, reason: "unavailable" });
    answer = { status: 429, body: '{"code":20429}' };
    expect(await sender().send(message)).toEqual({ sent: false, reason: "unavailable" });
    answer = { status: 503, body: "<html>" };
    expect(await sender().send(message)).toEqual({ sent: false, reason: "unavailable" });
  });

  test("an interrupted call may have sent the message; a call that never connected has not", async () => {
    answer = "drop";
    expect(await sender().send(message)).toEqual({ sent: false, reason: "unknown" });
    const account = {
      accountSid: "AC1",
      authToken: "x",
      from: "+1500",
      apiUrl: "http://127.0.0.1:1",
    };
    const nowhere = createTwilioSmsSender(http, account);
    expect(await nowhere.send(message)).toEqual({ sent: false, reason: "unavailable" });
  });
});

describe("the sandbox's carrier", () => {
  const sender = () => createSandboxSmsSender({ http, baseUrl: `${url}/carrier`, key: "key-1" });

  test("accepts a message", async () => {
    const sent = { messageId: "msg_1", ...message, sentAt: "2026-11-22T12:00:00.000Z" };
    answer = { status: 201, body: JSON.stringify(sent) };
    expect(await sender().send(message)).toEqual({ sent: true, messageId: "msg_1" });
    expect(received?.path).toBe("POST /carrier/messages");
    expect(received?.headers.authorization).toBe("Bearer key-1");
    expect(JSON.parse(received?.body ?? "")).toEqual(message);
  });

  test("reports an unreachable number, and its own outage", async () => {
    answer = { status: 400, body: '{"error":{"code":"number_unreachable"}}' };
    expect(await sender().send(message)).toEqual({ sent: false, reason: "unreachable" });
    answer = { status: 503, body: "{}" };
    expect(await sender().send(message)).toEqual({ sent: false, reason: "unavailable" });
    answer = "drop";
    expect(await sender().send(message)).toEqual({ sent: false, reason: "unknown" });
  });
});
