import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { afterEach, describe, expect, test } from "vitest";
import { verifyWebhook } from "../../contract/events/verify-webhook.ts";
import { DeliveryQueue } from "./delivery-queue.ts";
import { forwardDelivery, readTarget } from "./forward-delivery.ts";
import { createStreamServer, type StreamServer } from "./testing/stream-server.ts";

const secret = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
const body = JSON.stringify({
  eventId: "evt_1",
  type: "payment",
  status: "success",
  data: { description: "Grüße ☕" },
});
const signal = new AbortController().signal;
const delivery = { eventId: "evt_1", body, secret };
let server: StreamServer | undefined;
afterEach(() => server?.close());

test("sends the headers of a real delivery, signed so that our library and Standard Webhooks accept it", async () => {
  const bodies: string[] = [];
  server = await createStreamServer((response, _number, request) => {
    let text = "";
    request.setEncoding("utf8").on("data", (piece) => {
      text += piece;
    });
    request.on("end", () => {
      bodies.push(text);
      response.end("ok");
    });
  });
  const outcome = await forwardDelivery(server.url, delivery, { signal });
  expect(outcome).toMatchObject({ status: 200, problem: undefined });
  const headers = server.requests[0]?.headers ?? {};
  expect(headers).toMatchObject({
    "content-type": "application/json; charset=utf-8",
    "user-agent": "Tessera-Webhooks/1",
    "webhook-id": "evt_1",
  });
  expect(bodies).toEqual([body]);
  expect(await verifyWebhook({ body, headers, secret })).toMatchObject({ eventId: "evt_1" });
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toBeTruthy();
});

test("reports refusals with the beginning of the response, and follows no redirect", async () => {
  server = await createStreamServer((response, number) => {
    if (number === 1) response.writeHead(500).end(`bad\u001b[31m ${"x".repeat(10_000)}`);
    else response.writeHead(307, { location: `${server?.url}/elsewhere` }).end();
  });
  const refused = await forwardDelivery(server.url, delivery, { signal });
  expect(refused.status).toBe(500);
  expect(refused.responseText).toMatch(/^bad\[31m x+$/);
  expect(refused.responseText.length).toBeLessThanOrEqual(2_048);
  expect((await forwardDelivery(server.url, delivery, { signal })).status).toBe(307);
  expect(server.requests).toHaveLength(2);
});

test("gives up at its deadline, even if garbage is collected while it waits", async () => {
  server = await createStreamServer(() => undefined);
  const forwarding = forwardDelivery(server.url, delivery, { signal, limitMs: 1_500 });
  // Node.js 20 loses a signal of `AbortSignal.timeout` here, and the request waits forever.
  const collect = setInterval(() => Array.from({ length: 200_000 }, () => ({ waste: [1] })), 20);
  const outcome = await forwarding.finally(() => clearInterval(collect));
  expect(outcome.problem).toBe("no answer within 1.5 s");
});

test("says why there was no response", async () => {
  server = await createStreamServer(() => undefined);
  const late = await forwardDelivery(server.url, delivery, { signal, limitMs: 50 });
  expect(late).toMatchObject({ status: undefined, problem: "no answer within 0.05 s" });
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  const dead = await forwardDelivery(`http://127.0.0.1:${port}`, delivery, { signal });
  expect(dead.problem).toBe("nothing is listening at this address");
});

test.each([
  ["3000", "http://localhost:3000/"],
  ["3000/hooks", "http://localhost:3000/hooks"],
  ["localhost:3000/hooks", "http://localhost:3000/hooks"],
  ["https://shop.example/hooks", "https://shop.example/hooks"],
])("%s is an address", (text, address) => {
  expect(readTarget(text)).toBe(address);
});

test.each(["http://user:password@shop.example/", "ftp://x:y@z", "http://", "a b"])(
  "%s is not an address",
  (text) => {
    expect(() => readTarget(text)).toThrow(/--forward-to/);
  },
);

describe("the queue", () => {
  test("delivers each resource's events in order, and at most sixteen events at once", async () => {
    const queue = new DeliveryQueue();
    const ended: string[] = [];
    let running = 0;
    let most = 0;
    for (let number = 0; number < 200; number += 1) {
      const resource = `r${number % 40}`;
      await queue.add(resource, async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, (number * 7) % 5));
        running -= 1;
        ended.push(`${resource}:${number}`);
      });
      expect(queue.unfinished).toBeLessThan(65);
    }
    await queue.drain();
    expect(most).toBe(16);
    for (let resource = 0; resource < 40; resource += 1) {
      const numbers = ended
        .filter((each) => each.startsWith(`r${resource}:`))
        .map((each) => Number(each.split(":")[1]));
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
      expect(numbers).toHaveLength(5);
    }
  });

  test("makes its caller wait while a receiver hangs", async () => {
    const queue = new DeliveryQueue();
    let release: () => void = () => undefined;
    const hanging = new Promise<void>((resolve) => {
      release = resolve;
    });
    let added = 0;
    const adding = (async () => {
      for (; added < 500; added += 1) await queue.add("r", () => hanging);
    })();
    for (let before = -1; before !== added; ) {
      before = added;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(added).toBeLessThan(64);
    release();
    await adding;
    await queue.drain();
    expect(queue.unfinished).toBe(0);
  });
});
