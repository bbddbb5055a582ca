import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { NewOperator } from "../../operators/accounts/index.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { damageValues } from "../../testing/damage-values.ts";
import { recordEvent, sealEvent } from "../events.ts";
import { createReceiver } from "../testing/receiver.ts";
import { recordPaymentEvent } from "../testing/record-payment-event.ts";
import { createStreams } from "./create-streams.ts";
import { maxStreams } from "./stream-leases.ts";
import { type OpenStream, readStream } from "./testing/read-stream.ts";

let t: TestService;
let url: string;
let other: NewOperator;
let open: OpenStream[] = [];
beforeAll(async () => {
  t = await createTestService();
  url = await t.service.app.listen({ host: "127.0.0.1", port: 0 });
  other = await t.createOperator();
});
afterAll(() => t.close());
beforeEach(async () => {
  await Promise.all(open.map((stream) => stream.close()));
  open = [];
  await noneOpen();
});

async function listen(
  options: { path?: string; key?: string; after?: string | undefined } = {},
): Promise<OpenStream> {
  const { path = "events", key = t.operator.secretKey, after } = options;
  if (after === undefined) await earlierEventsArePast();
  const stream = await readStream(`${url}/v1/sandbox/${path}`, key, after);
  open.push(stream);
  await stream.until((messages) => messages.length > 0);
  return stream;
}

/** A new stream starts before every transaction in progress, and tests that share the database server have some. */
async function earlierEventsArePast(): Promise<void> {
  const text =
    "select coalesce(max(stored_in), 0) < (pg_snapshot_xmin(pg_current_snapshot())::text)::bigint as is_past from events";
  for (;;) {
    const { rows } = await t.service.deps.database.run<{ is_past: boolean }>(
      { name: "test.events_are_past", text },
      [],
    );
    if (rows[0]?.is_past) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function noneOpen(): Promise<void> {
  const { kysely } = t.service.deps.database;
  for (;;) {
    const rows = await kysely.selectFrom("api_streams").selectAll().execute();
    if (rows.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const idsOf = (stream: OpenStream) =>
  stream.messages
    .filter(({ event }) => event !== "ready")
    .map(({ data }) => (JSON.parse(data) as { eventId: string }).eventId);

describe("the stream of events", () => {
  test("has the operator's new events with their exact bodies, and nobody else's", async () => {
    await recordPaymentEvent(t, "pi_before", 1);
    const [stream, foreign] = [await listen(), await listen({ key: other.secretKey })];
    const first = await recordPaymentEvent(t, "pi_1", 1);
    const second = await recordPaymentEvent(t, "pi_1", 2, { type: "refund" });
    await stream.until((messages) => messages.length === 3);
    expect(stream.messages.map(({ event }) => event)).toEqual(["ready", "payment", "refund"]);
    expect(idsOf(stream)).toEqual([first.eventId, second.eventId]);
    expect(JSON.parse(stream.messages[1]?.data ?? "")).toMatchObject({
      type: "payment",
      status: "created",
      sequence: 1,
      data: { description: "Grüße ☕" },
    });
    // Once the other operator's own event arrives, its stream has passed the same moment.
    const own = await recordPaymentEvent({ ...t, operator: other }, "pi_2", 1);
    await foreign.until((messages) => messages.length > 1);
    expect(idsOf(foreign)).toEqual([own.eventId]);
  });

  test("continues after the last id without a gap or a repetition, even among other types", async () => {
    const first = await listen({ path: "events?types=payment" });
    await recordPaymentEvent(t, "pi_3", 1);
    await first.until((messages) => messages.length === 2);
    await first.close();
    const missed = [];
    for (let sequence = 2; sequence <= 250; sequence += 1) {
      const type = sequence % 2 === 0 ? "payment" : "refund";
      const event = await recordPaymentEvent(t, "pi_3", sequence, { type });
      if (type === "payment") missed.push(event.eventId);
    }
    const second = await listen({ path: "events?types=payment", after: first.lastId() });
    await second.until((messages) => messages.length === missed.length + 1);
    expect(JSON.parse(second.messages[0]?.data ?? "")).toEqual({ resumed: true });
    expect(idsOf(second)).toEqual(missed);
  });

  test("leaves out an event that cannot be decrypted", async () => {
    const stream = await listen();
    const damaged = await recordPaymentEvent(t, "pi_5", 1);
    await damageValues(t, "events", "body_sealed", { event_id: damaged.eventId });
    const sound = await recordPaymentEvent(t, "pi_5", 2);
    await stream.until((messages) => messages.length === 2);
    expect(idsOf(stream)).toEqual([sound.eventId]);
  });

  test("starts now after the place of another database", async () => {
    await recordPaymentEvent(t, "pi_4", 1);
    const stream = await listen({ after: "999999999999." });
    expect(JSON.parse(stream.messages[0]?.data ?? "")).toEqual({ resumed: false });
    const event = await recordPaymentEvent(t, "pi_4", 2);
    await stream.until((messages) => messages.length === 2);
    expect(idsOf(stream)).toEqual([event.eventId]);
  });

  test.each([
    ["events", "abc"],
    ["events", "1.evt_1; drop table events"],
    ["requests", "-1."],
  ])("%s refuses the place %s", async (path, after) => {
    const stream = await listen({ path, after });
    expect(stream.status).toBe(400);
    expect(JSON.parse(stream.messages[0]?.data ?? "").errors[0].path).toBe("Last-Event-ID");
  });

  test("refuses unknown types, unknown keys, and keys that may not read what it contains", async () => {
    const { text } = await t.command(
      "api-keys",
      "create",
      t.operator.operatorId,
      "--scopes",
      "read",
    );
    const reader = /sk_sandbox_\S+/.exec(text)?.[0] ?? "";
    expect((await listen({ path: "events?types=payment,secrets" })).status).toBe(400);
    expect((await listen({ key: "sk_sandbox_unknown" })).status).toBe(401);
    expect((await listen({ key: `sk_live_${"a".repeat(43)}` })).status).toBe(401);
    expect((await listen({ key: reader })).status).toBe(403);
    expect((await listen({ key: reader, path: "requests" })).status).toBe(200);
  });

  test("is limited for each operator, and does not count a reader that has left", async () => {
    const streams = [];
    for (let count = 0; count < maxStreams; count += 1) streams.push(await listen());
    const refused = await listen();
    expect(refused.status).toBe(429);
    expect(JSON.parse(refused.messages[0]?.data ?? "").errorCode).toBe("too_many_streams");
    expect((await listen({ path: "requests" })).status).toBe(200);
    expect((await listen({ key: other.secretKey })).status).toBe(200);
    await streams[0]?.close();
    for (;;) if ((await listen()).status === 200) break;
  });

  test("does not count the streams of a process that died", async () => {
    const { kysely } = t.service.deps.database;
    const { operatorId } = t.operator;
    const until = new Date(t.clock.nowMs() - 1);
    await kysely
      .insertInto("api_streams")
      .values(
        [1, 2, 3, 4, 5].map((number) => ({
          stream_id: `dead-${number}`,
          operator_id: operatorId,
          kind: "events" as const,
          until,
        })),
      )
      .execute();
    expect((await listen()).status).toBe(200);
  });

  test("reads no more from the store than the reader takes", async () => {
    const { deps } = t.service;
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    const authorization = `authorization: Bearer ${t.operator.secretKey}`;
    socket.write(`GET /v1/sandbox/events HTTP/1.1\r\nhost: x\r\n${authorization}\r\n\r\n`);
    await new Promise((resolve) => socket.once("data", resolve));
    socket.pause();
    // 15 MB: more than the kernel buffers.
    for (let sequence = 1; sequence <= 300; sequence += 1) {
      const event = sealEvent(deps, {
        operatorId: t.operator.operatorId,
        resourceId: "pi_big",
        sequence,
        type: "payment",
        status: "created",
        data: { text: "x".repeat(50_000) },
        atMs: t.clock.nowMs(),
      });
      await recordEvent(deps.database.kysely, event);
    }
    let reads = 0;
    const { run } = deps.database;
    deps.database.run = ((statement, parameters) => {
      if (statement.name === "streams.read_events") reads += 1;
      return run.call(deps.database, statement, parameters);
    }) as typeof run;
    try {
      // Reads happen once a second.
      for (let before = -1; before !== reads; ) {
        before = reads;
        await new Promise((resolve) => setTimeout(resolve, 2_500));
      }
      const { length } = await deps.database.kysely.selectFrom("api_streams").selectAll().execute();
      expect(length).toBe(1);
    } finally {
      deps.database.run = run;
      socket.destroy();
    }
  });

  test("is not held open by a HEAD request", async () => {
    const authorization = `Bearer ${t.operator.secretKey}`;
    const response = await fetch(`${url}/v1/sandbox/events`, {
      method: "HEAD",
      headers: { authorization },
    });
    expect(response.status).toBe(200);
    await noneOpen();
  });

  test("ends soon after its key is revoked", async () => {
    const { operatorId } = t.operator;
    const { text } = await t.command("api-keys", "create", operatorId, "--label", "listener");
    const key = /sk_sandbox_\S+/.exec(text)?.[0] ?? "";
    const { text: list } = await t.command("api-keys", "list", operatorId);
    const line = list.split("\n").find((each) => each.includes(key.slice(-4)));
    const keyId = /key_\w+/.exec(line ?? "")?.[0] ?? "";
    const stream = await listen({ key });
    expect(stream.status).toBe(200);
    expect(await t.command("api-keys", "revoke", operatorId, keyId)).toMatchObject({ exitCode: 0 });
    await stream.ended;
  });

  test("ends when the service stops", async () => {
    const stopping = await createTestService();
    const address = await stopping.service.app.listen({ host: "127.0.0.1", port: 0 });
    const stream = await readStream(`${address}/v1/sandbox/events`, stopping.operator.secretKey);
    await stream.until((messages) => messages.length === 1);
    await stopping.close();
    await stream.ended;
  });

  test("does not exist in production", () => {
    const { deps } = t.service;
    const paths: string[] = [];
    const app = {
      post: (path: string) => paths.push(path),
      get: (path: string) => paths.push(path),
    };
    const production = createStreams({
      ...deps,
      config: { ...deps.config, environment: "production" },
      webhooks: { wake: () => undefined },
    });
    production.register?.(app as never);
    expect(paths).toEqual(["/v1/events/:eventId/resend"]);
    expect(production.jobs).toEqual([]);
  });
});

describe("sending an event again", () => {
  const resend = (eventId: string, body?: object, token?: string) =>
    t.call("POST", `/v1/events/${eventId}/resend`, {
      ...(body ? { body } : {}),
      ...(token ? { token } : {}),
    });

  test("reaches delivered endpoints and open streams, and is in the audit log", async () => {
    const receiver = await createReceiver();
    const body = { url: receiver.url };
    const { webhookId } = (await t.call("POST", "/v1/operators/webhooks", { body })).json();
    const stream = await listen();
    const event = await recordPaymentEvent(t, "pi_5", 1);
    await t.runJob("webhooks.deliver");
    await stream.until((messages) => messages.length === 2);
    const response = await resend(event.eventId);
    expect(response.json()).toEqual({ eventId: event.eventId, deliveries: 1 });
    await t.runJob("webhooks.deliver");
    await stream.until((messages) => messages.length === 3);
    expect(idsOf(stream)).toEqual([event.eventId, event.eventId]);
    expect(receiver.received.map((delivery) => delivery.event.eventId)).toEqual([
      event.eventId,
      event.eventId,
    ]);
    expect((await resend(event.eventId, { webhookId })).json().deliveries).toBe(1);
    expect((await resend(event.eventId, { webhookId: "we_unknown" })).statusCode).toBe(404);
    await t.call("DELETE", `/v1/operators/webhooks?webhookId=${webhookId}`);
    expect((await resend(event.eventId)).json().deliveries).toBe(0);
    await receiver.close();
  });

  test("repeats its response under one idempotency key", async () => {
    const event = await recordPaymentEvent(t, "pi_6", 1);
    const stream = await listen();
    const again = () =>
      t.call("POST", `/v1/events/${event.eventId}/resend`, {
        headers: { "idempotency-key": "again-1" },
      });
    expect((await again()).statusCode).toBe(200);
    expect((await again()).headers["idempotent-replayed"]).toBe("true");
    const next = await recordPaymentEvent(t, "pi_6", 2);
    await stream.until(() => idsOf(stream).includes(next.eventId));
    expect(idsOf(stream)).toEqual([event.eventId, next.eventId]);
  });

  test("is refused for another operator's event and for an id that is not an event's", async () => {
    const event = await recordPaymentEvent({ ...t, operator: other }, "pi_7", 1);
    const foreign = await listen({ key: other.secretKey });
    expect((await resend(event.eventId)).statusCode).toBe(404);
    expect((await resend("evt_1")).statusCode).toBe(400);
    const own = await recordPaymentEvent({ ...t, operator: other }, "pi_7", 2);
    await foreign.until((messages) => messages.length === 2);
    expect(idsOf(foreign)).toEqual([own.eventId]);
  });
});

describe("the stream of requests", () => {
  test("has method, path, status, code and request id, and nothing personal or of others", async () => {
    const stream = await listen({ path: "requests" });
    const foreign = await listen({ path: "requests", key: other.secretKey });
    await t.runJob("streams.watch");
    const created = await t.call("POST", "/v1/customers", {
      body: { externalCustomerId: "ada.lovelace", data: { email: "ada@example.com" } },
    });
    await t.call("GET", "/v1/customers/ada.lovelace?note=private");
    const refund = "ref_22uhw8DfMp6qkXJ3R8ZCJnqL";
    const missing = await t.call("GET", `/v1/refunds/${refund}`);
    await t.call("GET", "/v1/refunds", { token: other.secretKey });
    await t.runJob("streams.write_requests");
    await stream.until((messages) => messages.length === 4);
    await foreign.until((messages) => messages.length === 2);
    const lines = stream.messages.slice(1).map(({ data }) => JSON.parse(data));
    expect(lines).toMatchObject(
      [
        {
          requestId: created.headers["x-request-id"],
          method: "POST",
          path: "/v1/customers",
          statusCode: 201,
          errorCode: null,
        },
        { method: "GET", path: "/v1/customers/{externalCustomerId}", statusCode: 200 },
        {
          requestId: missing.headers["x-request-id"],
          path: `/v1/refunds/${refund}`,
          statusCode: 404,
          errorCode: "resource_not_found",
        },
      ].sort(
        (a, b) =>
          lines.findIndex((l) => l.path === a.path) - lines.findIndex((l) => l.path === b.path),
      ),
    );
    const all = JSON.stringify([stream.messages, foreign.messages]);
    for (const secret of ["ada", "private", t.operator.secretKey, other.secretKey]) {
      expect(all).not.toContain(secret);
    }
    expect(JSON.parse(foreign.messages[1]?.data ?? "")).toMatchObject({ path: "/v1/refunds" });
  });

  test("nothing is stored while nobody reads, and old rows are deleted", async () => {
    await t.runJob("streams.watch");
    await t.call("GET", "/v1/refunds");
    await t.runJob("streams.write_requests");
    const { kysely } = t.service.deps.database;
    const stored = await kysely.selectFrom("api_requests").selectAll().execute();
    t.clock.advance(11 * 60_000);
    await t.runJob("streams.forget_requests");
    expect(await kysely.selectFrom("api_requests").selectAll().execute()).toEqual([]);
    await t.call("GET", "/v1/refunds");
    await t.runJob("streams.write_requests");
    expect(await kysely.selectFrom("api_requests").selectAll().execute()).toEqual([]);
    expect(stored.length).toBeGreaterThan(0);
  });
});
