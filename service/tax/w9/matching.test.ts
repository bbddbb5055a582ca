import { afterAll, beforeAll, expect, test } from "vitest";
import { addStaff } from "../../app/console/testing/staff-browser.ts";
import { StoreUnavailable } from "../../platform/database/store-unavailable.ts";
import type { TinCheckRequest, TinMatch, TinMatcher } from "../../providers/tin-matching/index.ts";
import { damageValues } from "../../testing/damage-values.ts";
import { requestNewW9 } from "./index.ts";
import { matchTins } from "./matching/match-tins.ts";
import { w9Of } from "./testing/w9-of.ts";
import { createW9World, type W9World } from "./testing/w9-world.ts";

const minuteMs = 60_000;
let world: W9World;
let requests: TinCheckRequest[];
let answer: TinMatch;
const matcher: TinMatcher = {
  async check(question) {
    requests.push(question);
    return answer;
  },
};
beforeAll(async () => {
  world = await createW9World();
});
afterAll(() => world.close());

/** Returns a function that reads the matching status. */
async function signedCustomer(tin = "536-22-8714") {
  requests = [];
  const customer = await world.newCustomer();
  await (await world.pageOf(customer)).complete({ tin });
  const { operatorId, externalCustomerId } = customer;
  const { kysely } = world.deps.database;
  return async () => (await w9Of(kysely, operatorId, externalCustomerId)).tinMatch;
}
const round = () => matchTins(world.deps, matcher);

test("requests a match once per signed TIN, which is pending until the response", async () => {
  const matchStatus = await signedCustomer();
  expect(await matchStatus()).toBe("pending");
  answer = { state: "match", code: "0" };
  await round();
  expect(requests).toEqual([
    { tinType: "ssn", tin: "536228714", name: "Jane Doe", reference: null },
  ]);
  expect(await matchStatus()).toBe("match");
  world.clock.advance(60 * 24 * minuteMs);
  await round();
  expect(requests).toHaveLength(1);
});

test("reports a mismatch", async () => {
  const matchStatus = await signedCustomer();
  answer = { state: "mismatch", code: "3" };
  await round();
  expect(await matchStatus()).toBe("mismatch");
});

test("retries without a result, with growing pauses", async () => {
  const matchStatus = await signedCustomer();
  answer = { state: "pending" };
  await round();
  world.clock.advance(minuteMs);
  await round();
  expect(requests).toHaveLength(1);
  world.clock.advance(minuteMs);
  await round();
  expect(requests).toHaveLength(2);
  expect(await matchStatus()).toBe("pending");
  world.clock.advance(60 * minuteMs);
  answer = { state: "match", code: "0" };
  await round();
  expect(await matchStatus()).toBe("match");
});

test("a TIN without a result for weeks stays unverified", async () => {
  const matchStatus = await signedCustomer();
  answer = { state: "unavailable" };
  for (let tries = 0; tries < 45; tries += 1) {
    await round();
    world.clock.advance(25 * 60 * minuteMs);
  }
  expect(requests.length).toBe(40);
  expect(await matchStatus()).toBe("unverified");
});

test("retries a TIN that a crash left under a lease, once the lease has expired", async () => {
  const matchStatus = await signedCustomer();
  const lost = new StoreUnavailable(new Error("killed"));
  const dying: TinMatcher = { check: () => Promise.reject(lost) };
  await expect(matchTins(world.deps, dying)).rejects.toThrow(lost);
  answer = { state: "match", code: "0" };
  await round();
  expect(requests).toHaveLength(0);
  world.clock.advance(5 * minuteMs);
  await round();
  expect(await matchStatus()).toBe("match");
});

test("a check whose result comes later is asked for by the provider's id", async () => {
  const matchStatus = await signedCustomer();
  answer = { state: "pending", reference: "check-1" };
  await round();
  world.clock.advance(2 * minuteMs);
  answer = { state: "unavailable" };
  await round();
  world.clock.advance(4 * minuteMs);
  answer = { state: "match", code: "6" };
  await round();
  expect(requests.map(({ reference }) => reference)).toEqual([null, "check-1", "check-1"]);
  expect(await matchStatus()).toBe("match");
});

test("a check that ended without a result is made again, not read by its id for weeks", async () => {
  const matchStatus = await signedCustomer();
  answer = { state: "pending", reference: "check-2" };
  await round();
  world.clock.advance(2 * minuteMs);
  answer = { state: "unavailable", isOver: true };
  await round();
  world.clock.advance(4 * minuteMs);
  answer = { state: "match", code: "6" };
  await round();
  expect(requests.map(({ reference }) => reference)).toEqual([null, "check-2", null]);
  expect(await matchStatus()).toBe("match");
});

test("a form that staff void during its check is not checked again", async () => {
  requests = [];
  const customer = await world.newCustomer();
  const { body } = await (await world.pageOf(customer)).complete();
  const { staffId } = await addStaff(world, "reviewer");
  const key = { operatorId: customer.operatorId, w9Id: String(body.w9Id), staffId };
  await matchTins(world.deps, {
    async check(request) {
      requests.push(request);
      await requestNewW9(world.deps, key);
      return { state: "pending" };
    },
  });
  world.clock.advance(24 * 60 * minuteMs);
  await round();
  expect(requests).toHaveLength(1);
});

test("a provider that wants fewer calls gets no more in this round", async () => {
  await signedCustomer();
  await signedCustomer("536-22-8715");
  answer = { state: "unavailable", isLimited: true };
  await round();
  expect(requests).toHaveLength(1);
  world.clock.advance(5 * minuteMs);
  answer = { state: "match", code: "0" };
  await round();
  expect(requests).toHaveLength(3);
});

test("a TIN whose check fails does not block later ones", async () => {
  await signedCustomer("536-22-8716");
  const matchStatus = await signedCustomer("536-22-8717");
  answer = { state: "match", code: "0" };
  const failing: TinMatcher = {
    check: (question) =>
      question.tin === "536228716" ? Promise.reject(new Error("odd")) : matcher.check(question),
  };
  await matchTins(world.deps, failing).catch(() => undefined);
  expect(await matchStatus()).toBe("match");
});

test("a form that cannot be decrypted is logged once an hour", async () => {
  const customer = await world.newCustomer();
  await (await world.pageOf(customer)).complete({ tin: "536-22-8719" });
  const { kysely } = world.deps.database;
  const { w9_id: w9Id } = await kysely
    .selectFrom("w9_forms")
    .select("w9_id")
    .where("external_customer_id", "=", customer.externalCustomerId)
    .executeTakeFirstOrThrow();
  await damageValues(world, "w9_forms", "tin_sealed", { w9_id: w9Id });
  for (let tries = 0; tries < 3; tries += 1) {
    await round();
    world.clock.advance(8 * minuteMs);
  }
  const failed = world.logLines
    .filter((line) => line.includes("the TIN of a W-9 could not be matched"))
    .map((line) => JSON.parse(line).w9Id);
  expect(failed).toContain(w9Id);
  expect(new Set(failed).size).toBe(failed.length);
  // The later tests have none that is due.
  await kysely.updateTable("w9_forms").set({ match_due_at: null }).execute();
});

test("a check that always fails is tried at growing intervals, and ends", async () => {
  const matchStatus = await signedCustomer("536-22-8718");
  let tries = 0;
  const failing: TinMatcher = {
    check: (question) => {
      if (question.tin !== "536228718") return matcher.check(question);
      tries += 1;
      return Promise.reject(new Error("odd"));
    },
  };
  for (const minutes of [0, 2, 4, 7]) {
    world.clock.advance(minutes * minuteMs);
    await matchTins(world.deps, failing);
  }
  // The fourth comes eight minutes after the third.
  expect(tries).toBe(3);
  for (let day = 0; day < 45; day += 1) {
    world.clock.advance(25 * 60 * minuteMs);
    await matchTins(world.deps, failing);
  }
  expect(tries).toBe(40);
  expect(await matchStatus()).toBe("unverified");
});
