import { afterAll, beforeAll, expect, test } from "vitest";
import type { TinMatch, TinMatcher, TinQuestion } from "../../providers/tin-matching/index.ts";
import { w9Of } from "./index.ts";
import { matchTins } from "./matching/match-tins.ts";
import { createW9World, type W9World } from "./testing/w9-world.ts";

const minuteMs = 60_000;
let world: W9World;
let questions: TinQuestion[];
let answer: TinMatch;
const matcher: TinMatcher = {
  async check(question) {
    questions.push(question);
    return answer;
  },
};
beforeAll(async () => {
  world = await createW9World();
});
afterAll(() => world.close());

/** A customer who has signed, and how the number stands. */
async function signedCustomer(tin = "536-22-8714") {
  questions = [];
  const customer = await world.newCustomer();
  await (await world.pageOf(customer)).complete({ tin });
  const { operatorId, externalCustomerId } = customer;
  const { kysely } = world.deps.database;
  return async () => (await w9Of(kysely, operatorId, externalCustomerId)).tinMatch;
}
const round = () => matchTins(world.deps, matcher);

test("a signed number is asked about once, and pending until the answer", async () => {
  const standing = await signedCustomer();
  expect(await standing()).toBe("pending");
  answer = { state: "match", code: "0" };
  await round();
  expect(questions).toEqual([{ tinType: "ssn", tin: "536228714", name: "Jane Doe" }]);
  expect(await standing()).toBe("match");
  world.clock.advance(60 * 24 * minuteMs);
  await round();
  expect(questions).toHaveLength(1);
});

test("a mismatch is told, and blocks nothing by itself", async () => {
  const standing = await signedCustomer();
  answer = { state: "mismatch", code: "3" };
  await round();
  expect(await standing()).toBe("mismatch");
});

test("an answer that comes later is asked for again, more slowly each time", async () => {
  const standing = await signedCustomer();
  answer = { state: "pending" };
  await round();
  world.clock.advance(minuteMs);
  await round();
  expect(questions).toHaveLength(1);
  world.clock.advance(minuteMs);
  await round();
  expect(questions).toHaveLength(2);
  expect(await standing()).toBe("pending");
  world.clock.advance(60 * minuteMs);
  answer = { state: "match", code: "0" };
  await round();
  expect(await standing()).toBe("match");
});

test("where nobody can be asked for weeks the number stays unverified", async () => {
  const standing = await signedCustomer();
  answer = { state: "unavailable" };
  for (let tries = 0; tries < 45; tries += 1) {
    await round();
    world.clock.advance(25 * 60 * minuteMs);
  }
  expect(questions.length).toBe(40);
  expect(await standing()).toBe("unverified");
});

test("what a crash left under a lease is asked again when the lease is over", async () => {
  const standing = await signedCustomer();
  const dying: TinMatcher = { check: () => Promise.reject(new Error("killed")) };
  await expect(matchTins(world.deps, dying)).rejects.toThrow("killed");
  answer = { state: "match", code: "0" };
  await round();
  expect(questions).toHaveLength(0);
  world.clock.advance(2 * minuteMs);
  await round();
  expect(await standing()).toBe("match");
});
