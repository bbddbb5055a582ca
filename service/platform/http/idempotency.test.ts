/** Test routes on the real server and store. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { damageValues } from "../../testing/damage-values.ts";
import { createMetrics } from "../metrics.ts";
import { ApiError } from "./api-error.ts";
import { createHttpServer, type HttpServer } from "./create-http-server.ts";
import { addIdempotentRoutes, type IdempotentRoutes } from "./testing/idempotent-routes.ts";

let t: TestService;
let app: HttpServer;
let run: IdempotentRoutes;

beforeAll(async () => {
  t = await createTestService();
  const { deps } = t.service;
  ({ app } = await createHttpServer({ ...deps, metrics: createMetrics() }, deps.operators));
  run = addIdempotentRoutes(app, deps);
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await t.close();
});

const post = (url: string, payload: object, key?: string, token = t.operator.secretKey) =>
  app.inject({
    method: "POST",
    url,
    payload,
    headers: {
      authorization: `Bearer ${token}`,
      ...(key === undefined ? {} : { "idempotency-key": key }),
    },
  });
const effects = async (name: string) => {
  const { database } = t.service.deps;
  const rows = await database.kysely
    .selectFrom("service_settings")
    .selectAll()
    .where("name", "=", name)
    .execute();
  return rows.length;
};

const routes = [
  "/in-transaction",
  "/in-one-statement",
  "/with-lease",
  "/with-lease-in-transactions",
];

describe.each(routes)("%s", (url) => {
  const name = (what: string) => `${what} ${url}`;

  test("runs each time without a key", async () => {
    const one = await post(url, { name: name("plain") });
    expect(one.statusCode).toBe(201);
    expect(one.headers["idempotent-replayed"]).toBeUndefined();
    expect((await post(url, { name: name("plain other") })).statusCode).toBe(201);
  });

  test("a repeat whose stored response is damaged gets its own code, and has no second effect", async () => {
    expect((await post(url, { name: name("damaged") }, "damaged")).statusCode).toBe(201);
    await damageValues(t, "idempotency_keys", "answer_sealed");
    const repeat = await post(url, { name: name("damaged") }, "damaged");
    expect([repeat.statusCode, repeat.json().errorCode]).toEqual([500, "stored_response_damaged"]);
    expect(await effects(name("damaged"))).toBe(1);
  });

  test("a repeated request gets the same response, marked as a replay, and has no second effect", async () => {
    const one = await post(url, { name: name("twice") }, "k1");
    const repeat = await post(url, { name: name("twice") }, "k1");
    expect(one.statusCode).toBe(201);
    expect([repeat.statusCode, repeat.json()]).toEqual([201, one.json()]);
    expect(repeat.headers["idempotent-replayed"]).toBe("true");
    expect(one.headers["idempotent-replayed"]).toBeUndefined();
    expect(await effects(name("twice"))).toBe(1);
  });

  test("a different body with the same key is refused and has no effect", async () => {
    await post(url, { name: name("first") }, "k2");
    const other = await post(url, { name: name("second") }, "k2");
    expect([other.statusCode, other.json().errorCode]).toEqual([409, "idempotency_key_reused"]);
    expect(await effects(name("second"))).toBe(0);
  });

  test("the same key of another operator is a different key", async () => {
    const other = await t.createOperator();
    const mine = await post(url, { name: name("mine") }, "k3");
    const otherResponse = await post(url, { name: name("theirs") }, "k3", other.secretKey);
    expect([mine.statusCode, otherResponse.statusCode]).toEqual([201, 201]);
    expect(otherResponse.headers["idempotent-replayed"]).toBeUndefined();
  });

  test("a key can be used again after 24 hours", async () => {
    await post(url, { name: name("old") }, "k4");
    t.clock.advance(24 * 60 * 60 * 1000);
    const fresh = await post(url, { name: name("new") }, "k4");
    expect(fresh.statusCode).toBe(201);
    expect(fresh.headers["idempotent-replayed"]).toBeUndefined();
    expect(await effects(name("new"))).toBe(1);
  });

  test("concurrent requests have one effect, and each gets the same response or must wait", async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, () => post(url, { name: name("crowd") }, "k5")),
    );
    const good = all.filter(({ statusCode }) => statusCode === 201);
    const waiting = all.filter(({ statusCode }) => statusCode === 409);
    expect(good.length + waiting.length).toBe(20);
    expect(new Set(good.map(({ body: text }) => text)).size).toBe(1);
    for (const response of waiting)
      expect(response.json().errorCode).toBe("idempotency_key_in_use");
    expect(await effects(name("crowd"))).toBe(1);
  });

  test.each([
    ["empty", ""],
    ["too long", "x".repeat(256)],
    ["not ASCII", "naïve"],
  ])("a key that is %s is refused", async (_what, key) => {
    const response = await post(url, { name: name("bad key") }, key);
    expect([response.statusCode, response.json().errorCode]).toEqual([
      400,
      "invalid_idempotency_key",
    ]);
  });
});

test("a refusal is the key's response: it is replayed although its reason is gone", async () => {
  run.fail = new ApiError("feature_not_enabled");
  const refused = await post("/in-transaction", { name: "refused" }, "k6");
  run.fail = undefined;
  const repeat = await post("/in-transaction", { name: "refused" }, "k6");
  expect([refused.statusCode, repeat.statusCode]).toEqual([403, 403]);
  expect(repeat.json()).toEqual(refused.json());
  expect(repeat.headers["idempotent-replayed"]).toBe("true");
  expect(await effects("refused")).toBe(0);
});

test("a change that wrote nothing stores only its refusal", async () => {
  const one = await post("/in-one-statement", { name: "absent" }, "k7");
  const repeat = await post("/in-one-statement", { name: "absent" }, "k7");
  expect([one.statusCode, one.json().errorCode]).toEqual([400, "customer_not_found"]);
  expect(repeat.json()).toEqual(one.json());
});

test.each(["/in-transaction", "/with-lease"])(
  "an internal failure is not stored: %s runs again with the same key",
  async (url) => {
    run.fail = new Error("broke");
    const failed = await post(url, { name: `broke ${url}` }, "k8");
    run.fail = undefined;
    const repeat = await post(url, { name: `broke ${url}` }, "k8");
    expect([failed.statusCode, repeat.statusCode]).toEqual([500, 201]);
    expect(repeat.headers["idempotent-replayed"]).toBeUndefined();
  },
);

test("a body that its schema refuses does not use up the key", async () => {
  expect((await post("/with-lease", { nam: "typo" }, "k9")).statusCode).toBe(400);
  expect((await post("/with-lease", { name: "typo mended" }, "k9")).statusCode).toBe(201);
});

test("a key is in use while its request runs; after the lease ends, the request may run again", async () => {
  let open = () => {};
  run.gate = new Promise((resolve) => {
    open = resolve;
  });
  const running = post("/with-lease", { name: "slow" }, "k10");
  const key = async () => {
    const { rows } = await t.service.deps.database.run(
      {
        name: "test.running",
        text: "select 1 from idempotency_keys where lease_until > $1 and status_code is null",
      },
      [new Date(t.clock.nowMs())],
    );
    return rows.length;
  };
  await expect.poll(key, { timeout: 15_000 }).toBe(1);
  const early = await post("/with-lease", { name: "slow" }, "k10");
  expect([early.statusCode, early.json().errorCode]).toEqual([409, "idempotency_key_in_use"]);
  expect(early.headers["retry-after"]).toBe("1");
  const stranger = await post("/with-lease", { name: "other" }, "k10");
  expect(stranger.json().errorCode).toBe("idempotency_key_reused");

  // This looks as if the process had died: no response comes, and the lease runs out.
  t.clock.advance(60_001);
  const slow = run.gate;
  run.gate = Promise.resolve();
  const second = await post("/with-lease", { name: "slow" }, "k10");
  expect(second.statusCode).toBe(201);
  open();
  await slow;
  await running;
  const replayed = await post("/with-lease", { name: "slow" }, "k10");
  expect(replayed.json()).toEqual(second.json());
});

describe("a request that was cut off after it began something", () => {
  /** Begins and never returns, like a process that died; then the lease runs out. */
  async function cutOff(name: string, key: string): Promise<{ release: () => Promise<void> }> {
    let open = () => {};
    run.gate = new Promise((resolve) => {
      open = resolve;
    });
    const dying = post("/beginning", { name }, key);
    await expect.poll(() => run.started.get(name), { timeout: 15_000 }).toBe("in progress");
    run.gate = Promise.resolve();
    t.clock.advance(60_001);
    return {
      async release() {
        open();
        await dying;
      },
    };
  }
  const timesRun = async (name: string) => {
    const { rows } = await t.service.deps.database.run(
      {
        name: "test.times_run",
        text: "select 1 from service_settings where name like $1 || ' was run %'",
      },
      [name],
    );
    return rows.length;
  };
  const seenIn = (response: Awaited<ReturnType<typeof post>>) => [
    response.statusCode,
    response.json().value,
    response.headers["idempotent-replayed"],
  ];

  test("does not run again: its key gets the status of what it began, and the final response when that is over", async () => {
    await cutOff("cut off", "b1");
    const early = await post("/beginning", { name: "cut off" }, "b1");
    expect(seenIn(early)).toEqual([201, "in progress", "true"]);
    run.started.set("cut off", "over");
    const late = await post("/beginning", { name: "cut off" }, "b1");
    expect(seenIn(late)).toEqual([201, "over", "true"]);
    run.started.set("cut off", "in progress");
    expect(seenIn(await post("/beginning", { name: "cut off" }, "b1"))[1]).toBe("over");
    expect(await timesRun("cut off")).toBe(1);
  });

  test("protects its key from another body until the 24 hours are over", async () => {
    await cutOff("kept", "b2");
    const other = await post("/beginning", { name: "another" }, "b2");
    expect(other.json().errorCode).toBe("idempotency_key_reused");
    t.clock.advance(24 * 60 * 60 * 1000);
    const fresh = await post("/beginning", { name: "another" }, "b2");
    expect(seenIn(fresh)).toEqual([201, "over", undefined]);
  });

  test("gives one response to concurrent repeats, and runs nothing", async () => {
    await cutOff("crowded", "b3");
    run.started.set("crowded", "over");
    const all = await Promise.all(
      Array.from({ length: 10 }, () => post("/beginning", { name: "crowded" }, "b3")),
    );
    for (const response of all) expect(seenIn(response)).toEqual([201, "over", "true"]);
    expect(await timesRun("crowded")).toBe(1);
  });

  test("stores its own response if it was only slow", async () => {
    const { release } = await cutOff("slow after all", "b4");
    await post("/beginning", { name: "slow after all" }, "b4");
    await release();
    run.started.set("slow after all", "in progress");
    const replayed = await post("/beginning", { name: "slow after all" }, "b4");
    expect(seenIn(replayed)).toEqual([201, "over", "true"]);
  });

  test("gets the status of what it began at once if an internal failure cut it off, and does not run again", async () => {
    run.fail = new Error("broke");
    const failed = await post("/beginning", { name: "failing" }, "b5");
    run.fail = undefined;
    const repeat = await post("/beginning", { name: "failing" }, "b5");
    expect(failed.statusCode).toBe(500);
    expect(seenIn(repeat)).toEqual([201, "in progress", "true"]);
    expect(await timesRun("failing")).toBe(1);
  });
});

test("card fields are not part of the fingerprint, and responses are stored encrypted", async () => {
  const one = await post("/with-lease", { name: "card", card: { number: "4242" } }, "k11");
  const repeat = await post("/with-lease", { name: "card", card: { number: "5555" } }, "k11");
  expect(repeat.json()).toEqual(one.json());
  const rows = await t.service.deps.database.kysely
    .selectFrom("idempotency_keys")
    .selectAll()
    .execute();
  expect(JSON.stringify(rows)).not.toContain(one.json().value);
});

test("the job deletes used keys after 24 hours", async () => {
  await post("/in-transaction", { name: "forget me" }, "k12");
  const rows = async () =>
    (await t.service.deps.database.kysely.selectFrom("idempotency_keys").select("scope").execute())
      .length;
  expect(await rows()).toBeGreaterThan(0);
  t.clock.advance(24 * 60 * 60 * 1000);
  await t.runJob("forget_idempotency_keys");
  expect(await rows()).toBe(0);
});
