/**
 * The database becomes unavailable in the middle of a payment and returns. The test clock stops, so no lease expires:
 * work continues only because its hold was released.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import { addStaff } from "../app/console/testing/staff-browser.ts";
import { openPostgres } from "../platform/database/postgres-store.ts";
import { createLog } from "../platform/log.ts";
import { type BreakableProxy, openBreakableProxy } from "../testing/breakable-proxy.ts";
import { openTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { beginAttempt, changeAttemptWithPosting, claimDue } from "./store/statements.ts";
import { createPaymentWorld, type PaymentWorld } from "./testing/payment-world.ts";
import { runRefunds } from "./testing/run-refunds.ts";

let store: TestDatabase;
let way: BreakableProxy;
let world: PaymentWorld;
beforeAll(async () => {
  store = await openTestDatabase();
  way = await openBreakableProxy(store.url ?? "");
  world = await createPaymentWorld({ database: openPostgres(way.url, 5, createLog("silent")) });
  // Makes both commit connections prepare their statements.
  for (let at = 0; at < 4; at += 1) await world.pay(await world.createIntent(), { key: `w${at}` });
});
afterAll(async () => {
  await way.restore();
  await world.close();
  way.close();
  await store.database.close();
});

const chargesOf = ({ paymentIntentId }: CreatedPaymentIntent, calls: number) => {
  const { northbank } = world.parties;
  const charges = [...northbank.charges.values()].slice(calls);
  return { made: charges.length, reversed: northbank.reversals.length, paymentIntentId };
};

async function repeatUntilFinal(intent: CreatedPaymentIntent, key: string) {
  let last: Awaited<ReturnType<typeof world.pay>> | undefined;
  await expect
    .poll(
      async () => {
        await world.runJob("payments.recover").catch(() => undefined);
        last = await world.pay(intent, { key });
        return last.statusCode === 201 && last.body.status !== "pending";
      },
      { timeout: 60_000, interval: 50 },
    )
    .toBe(true);
  return last?.body;
}

test("a charge made while the database was unavailable becomes a success as soon as it is back", async () => {
  const intent = await world.createIntent();
  const before = world.parties.northbank.charges.size;
  world.parties.northbank.next({
    response: (charge) => {
      void way.cut();
      return charge;
    },
  });
  const cutOff = await world.pay(intent, { key: "charged" });
  expect(cutOff.statusCode).toBe(503);
  expect(cutOff.body).toMatchObject({ errorCode: "service_unavailable" });
  expect((await world.pay(intent, { key: "charged" })).statusCode).toBe(503);

  await way.restore();
  const paid = await repeatUntilFinal(intent, "charged");
  expect(paid).toMatchObject({ status: "success" });
  expect(chargesOf(intent, before)).toMatchObject({ made: 1, reversed: 0 });
  expect(await world.eventsOf(intent)).toEqual(["created", "pending", "success"]);
});

test("a result that was stored although its response was lost becomes the request's response, and stays", async () => {
  const intent = await world.createIntent();
  const before = world.parties.northbank.charges.size;
  const lost = way.lost();
  way.loseResponseTo(changeAttemptWithPosting.name);
  const first = await world.pay(intent, { key: "stored" });
  expect(way.lost()).toBe(lost + 1);
  expect([201, 503]).toContain(first.statusCode);
  const paid = await repeatUntilFinal(intent, "stored");
  expect(paid).toMatchObject({ status: "success" });
  expect(chargesOf(intent, before)).toMatchObject({ made: 1, reversed: 0 });
});

test("an attempt that was stored although its response was lost fails at once, with nothing charged", async () => {
  const intent = await world.createIntent();
  const before = world.parties.northbank.charges.size;
  const lost = way.lost();
  way.loseResponseTo(beginAttempt.name);
  expect((await world.pay(intent, { key: "begun" })).statusCode).toBe(503);
  expect(way.lost()).toBe(lost + 1);
  const ended = await repeatUntilFinal(intent, "begun");
  expect(ended).toMatchObject({ status: "failed" });
  expect(chargesOf(intent, before)).toMatchObject({ made: 0 });
  expect((await world.pay(intent, { key: "again" })).body).toMatchObject({ status: "success" });
  expect(chargesOf(intent, before)).toMatchObject({ made: 1, reversed: 0 });
});

test("a charge that is still on its way is found even if its request released the attempt early", async () => {
  const intent = await world.createIntent();
  const { northbank } = world.parties;
  const before = northbank.charges.size;
  northbank.next({
    response: (charge) => {
      void way.cut();
      return charge;
    },
  });
  expect((await world.pay(intent, { key: "late" })).statusCode).toBe(503);
  // The processor records it a moment later.
  northbank.lookUps = "not_found";
  await way.restore();
  await expect
    .poll(async () => {
      await world.runJob("payments.recover").catch(() => undefined);
      const rows = await store.database.kysely
        .selectFrom("payments")
        .select(["checks", "status"])
        .where("payment_intent_id", "=", intent.paymentIntentId)
        .execute();
      return rows;
    })
    .toEqual([{ checks: 1, status: "pending" }]);
  northbank.lookUps = null;
  world.clock.advance(2_000);
  expect(await repeatUntilFinal(intent, "late")).toMatchObject({ status: "success" });
  expect(chargesOf(intent, before)).toMatchObject({ made: 1, reversed: 0 });
});

test("a claim of the recovery job is released when its response was lost", async () => {
  const intent = await world.createIntent();
  const { northbank } = world.parties;
  northbank.next({ becomes: "approved", response: { status: 500, body: {} } });
  northbank.lookUps = "not_found";
  await world.pay(intent, { key: "open" });
  northbank.lookUps = null;
  world.clock.advance(5_000);
  // Both connections have prepared the claim; otherwise this would lose another response.
  const lost = way.lost();
  way.loseResponseTo(claimDue.name);
  await expect
    .poll(
      async () => {
        await world.runJob("payments.recover").catch(() => undefined);
        return (await world.pay(intent, { key: "open" })).body.status;
      },
      { timeout: 60_000 },
    )
    .toBe("success");
  expect(way.lost()).toBe(lost + 1);
});

test("a refund made while the database was unavailable succeeds as soon as it is back", async () => {
  const intent = await world.createIntent();
  await world.pay(intent, { key: "to refund" });
  const url = `/v1/payment-intents/${intent.paymentIntentId}/refunds`;
  const response = await world.call("POST", url, { body: { externalRefundId: "outage" } });
  const { refundId } = response.json<{ refundId: string }>();
  const { refunds } = world.parties.northbank;
  refunds.next({
    response() {
      void way.cut();
      return { status: 500, body: {} };
    },
  });
  await runRefunds(world).catch(() => undefined);
  await way.restore();
  // The claim lasts longer than the test: only its release lets another round look the refund up.
  await expect
    .poll(
      async () => {
        await runRefunds(world).catch(() => undefined);
        return (await world.call("GET", `/v1/refunds/${refundId}`)).json().status;
      },
      { timeout: 60_000 },
    )
    .toBe("success");
  expect(refunds.calls.filter(({ key }) => key === refundId)).toHaveLength(1);
});

test("while the database is unavailable every route responds with 503 and Retry-After", async () => {
  const intent = await world.createIntent();
  const { browser } = await addStaff(world, "admin");
  const document = (await world.call("GET", "/v1/openapi.json", { token: null })).json();
  const routes = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => [method.toUpperCase(), path] as const),
  );
  const away: string[] = [];
  const wrong: string[] = [];
  const note = (route: string, response: Awaited<ReturnType<typeof world.call>>) => {
    if (response.statusCode < 500) return;
    const { errorCode } = response.json();
    const isRefused =
      response.statusCode === 503 &&
      errorCode === "service_unavailable" &&
      Number(response.headers["retry-after"]) > 0;
    (isRefused ? away : wrong).push(`${route} ${response.statusCode} ${errorCode}`);
  };
  await way.cut();
  for (const [method, path] of [...routes, ["GET", "/readyz"] as const]) {
    const url = path.replace(/\{\w+\}/g, "none");
    const request = method === "GET" ? {} : { body: {} };
    const response = url.startsWith("/v1/client/")
      ? await world.callAsClient(method, url, intent.clientSecretKey, request)
      : await world.call(method, url, request);
    note(`${method} ${path}`, response);
  }
  for (const path of ["/session", "/staff", "/payments", "/customers", "/reviews", "/audit"]) {
    note(`console ${path}`, await browser.call("GET", path));
  }
  await way.restore();
  expect(wrong).toEqual([]);
  expect(away).toContain("GET /readyz 503 service_unavailable");
  expect(away).toContain("console /staff 503 service_unavailable");
  expect(away).toContain("GET /v1/client/session 503 service_unavailable");
  expect(away.length).toBeGreaterThan(20);
});
