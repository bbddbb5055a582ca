/** PostgreSQL only: the embedded store runs one transaction at a time and hides these races. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { captureLinkOf } from "./index.ts";
import { createW9World, type W9World } from "./testing/w9-world.ts";

let world: W9World;
beforeAll(async () => {
  world = await createW9World();
});
afterAll(() => world.close());

const many = <Result>(count: number, make: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
const counted = (codes: readonly number[]) =>
  Object.fromEntries(
    [...new Set(codes)].sort().map((code) => [code, codes.filter((each) => each === code).length]),
  );

test("many concurrent requests for a link get the same one, and one event", async () => {
  const customer = await world.newCustomer();
  const links = await many(12, () => captureLinkOf(world.deps, customer));
  expect(new Set(links.map((link) => link?.w9CaptureUrl)).size).toBe(1);
  expect(await world.eventsOf(customer)).toEqual(["customer_w9_required pending"]);
});

test("only one of many concurrent completions succeeds, and the others get 409", async () => {
  const customer = await world.newCustomer();
  const page = await world.pageOf(customer);
  const signed = await many(8, (index) => page.complete({ backupWithholding: index % 2 === 0 }));
  expect(counted(signed.map(({ statusCode }) => statusCode))).toEqual({ 200: 1, 409: 7 });
  expect(await world.eventsOf(customer)).toEqual([
    "customer_w9_required pending",
    "customer_w9_completed completed",
  ]);
});

test("each of many completions with one key is replayed or must wait", async () => {
  const customer = await world.newCustomer();
  const page = await world.pageOf(customer);
  const headers = { "idempotency-key": "once" };
  const signed = await many(6, () => page.complete({}, headers));
  const receipts = signed.filter(({ statusCode }) => statusCode === 200);
  expect(new Set(receipts.map(({ body }) => body.receipt)).size).toBe(1);
  expect(receipts).toHaveLength(6);
});

test("concurrent wrong dates of birth are all counted", async () => {
  const page = await world.pageOf(await world.newCustomer());
  const tries = await many(12, () => page.confirm("1990-01-01"));
  expect(counted(tries.map(({ statusCode }) => statusCode))).toEqual({ 400: 5, 429: 7 });
});
