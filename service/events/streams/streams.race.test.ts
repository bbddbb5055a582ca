/** Three services on one PostgreSQL. The reader switches between them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "../../platform/database/transaction.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { reopenTestDatabase } from "../../testing/test-database.ts";
import { recordEvent } from "../events.ts";
import { sealPaymentEvent } from "../testing/record-payment-event.ts";
import { maxStreams } from "./stream-leases.ts";
import { readStream } from "./testing/read-stream.ts";

const resources = 12;
const eventsEach = 25;
let services: TestService[] = [];
let urls: string[] = [];

beforeAll(async () => {
  const first = await createTestService();
  if (first.databaseUrl === undefined) throw new Error("races are tested on PostgreSQL");
  const { clock, databaseUrl } = first;
  const others = await Promise.all(
    [1, 2].map(() => createTestService({ clock, database: reopenTestDatabase(databaseUrl) })),
  );
  services = [first, ...others];
  urls = await Promise.all(
    services.map(({ service }) => service.app.listen({ host: "127.0.0.1", port: 0 })),
  );
});
afterAll(async () => {
  for (const service of services.reverse()) await service.close();
});

const streamAt = (index: number, after?: string) =>
  readStream(
    `${urls[index % urls.length]}/v1/sandbox/events`,
    (services[0] as TestService).operator.secretKey,
    after,
  );

/** Writes a resource's events. Some transactions get their number long before they commit. */
async function write(resource: number): Promise<void> {
  for (let sequence = 1; sequence <= eventsEach; sequence += 1) {
    const at = services[(resource + sequence) % services.length] as TestService;
    const { operator } = services[0] as TestService;
    const event = sealPaymentEvent({ ...at, operator }, `pi_${resource}`, sequence);
    await inTransaction(at.service.deps.database, async (tx) => {
      await recordEvent(tx, event);
      await new Promise((resolve) => setTimeout(resolve, ((resource * sequence) % 7) * 4));
    });
  }
}

test("no event is lost or repeated while the reader reconnects to one process after another", async () => {
  const received: { eventId: string; resourceId: string; sequence: number }[] = [];
  let stream = await streamAt(0);
  await stream.until((messages) => messages.length > 0);
  const writing = Promise.all(Array.from({ length: resources }, (_, each) => write(each)));
  const total = resources * eventsEach;
  let sinceId = new Set<string>();
  for (let round = 1; received.length < total; round += 1) {
    let taken = 0;
    const take = () => {
      for (; taken < stream.messages.length; taken += 1) {
        const message = stream.messages[taken];
        if (!message || message.event === "ready") continue;
        const event = JSON.parse(message.data);
        if (!sinceId.has(event.eventId)) {
          received.push({
            eventId: event.eventId,
            resourceId: event.data.paymentIntentId,
            sequence: event.sequence,
          });
        }
        sinceId.add(event.eventId);
        if (message.id !== undefined) sinceId = new Set();
      }
    };
    await stream.until((messages) => {
      take();
      return messages.length > 20 || received.length === total;
    });
    await stream.close();
    take();
    if (received.length < total) stream = await streamAt(round, stream.lastId());
  }
  await writing;
  expect(new Set(received.map(({ eventId }) => eventId)).size).toBe(received.length);
  expect(received).toHaveLength(total);
  for (let resource = 0; resource < resources; resource += 1) {
    const sequences = received
      .filter(({ resourceId }) => resourceId === `pi_${resource}`)
      .map(({ sequence }) => sequence);
    expect(sequences).toEqual(Array.from({ length: eventsEach }, (_, index) => index + 1));
  }
});

test("the limit of an operator's streams holds across all processes, even if the streams open at once", async () => {
  const streams = await Promise.all(
    Array.from({ length: 3 * maxStreams }, (_, index) => streamAt(index)),
  );
  const open = streams.filter(({ status }) => status === 200);
  expect(open).toHaveLength(maxStreams);
  await Promise.all(streams.map((stream) => stream.close()));
});

test("the request log that one process streams contains requests to another process", async () => {
  const [first, second] = services as [TestService, TestService];
  const stream = await readStream(`${urls[0]}/v1/sandbox/requests`, first.operator.secretKey);
  await stream.until((messages) => messages.length > 0);
  await second.runJob("streams.watch");
  const { secretKey } = first.operator;
  const response = await second.call("GET", "/v1/refunds", { token: secretKey });
  await second.runJob("streams.write_requests");
  await stream.until((messages) => messages.length > 1);
  expect(JSON.parse(stream.messages[1]?.data ?? "")).toMatchObject({
    requestId: response.headers["x-request-id"],
    path: "/v1/refunds",
    statusCode: 200,
  });
  await stream.close();
});
