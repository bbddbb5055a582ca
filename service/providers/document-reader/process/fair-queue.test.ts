import { expect, test } from "vitest";
import { createFairQueue, type JobOwner, maxRemembered } from "./fair-queue.ts";

const limits = { perOperator: 4, perCustomer: 2, total: 6 };
const of = (operatorId: string, externalCustomerId: string): JobOwner => ({
  operatorId,
  externalCustomerId,
});

test("operators take turns, however many jobs one operator has", () => {
  const queue = createFairQueue<string>(limits);
  for (const customer of ["1", "2", "3"]) queue.add(of("a", customer), `a${customer}`);
  queue.add(of("b", "1"), "b1");
  queue.add(of("b", "2"), "b2");
  const order = Array.from({ length: 6 }, () => queue.take()?.job);
  expect(order).toEqual(["a1", "b1", "a2", "b2", "a3", undefined]);
});

test("an operator that was just served goes behind an operator that came later", () => {
  const queue = createFairQueue<string>(limits);
  queue.add(of("a", "1"), "a1");
  expect(queue.take()?.job).toBe("a1");
  queue.add(of("a", "2"), "a2");
  queue.add(of("b", "1"), "b1");
  expect([queue.take()?.job, queue.take()?.job]).toEqual(["b1", "a2"]);
});

test("the last turns are remembered for a limited number of operators", () => {
  const queue = createFairQueue<string>(limits);
  const serve = (operatorId: string) => {
    queue.add(of(operatorId, "1"), operatorId);
    expect(queue.take()?.job).toBe(operatorId);
    queue.done(of(operatorId, "1"));
  };
  const firstOf = (...operatorIds: string[]) => {
    for (const each of operatorIds) queue.add(of(each, "1"), each);
    const taken = queue.take()?.job;
    queue.done(of(taken ?? "", "1"));
    for (let rest = queue.take(); rest; rest = queue.take()) queue.done(rest.owner);
    return taken;
  };
  serve("early");
  expect(firstOf("early", "new")).toBe("new");
  for (let count = 0; count < maxRemembered; count += 1) serve(`other${count}`);
  // Both operators are forgotten, so the order of arrival decides.
  expect(firstOf("early", "newer")).toBe("early");
});

test("a customer's second job waits for the first; other customers overtake it", () => {
  const queue = createFairQueue<string>(limits);
  queue.add(of("a", "1"), "front");
  queue.add(of("a", "1"), "back");
  queue.add(of("a", "2"), "other");
  expect([queue.take()?.job, queue.take()?.job, queue.take()?.job]).toEqual([
    "front",
    "other",
    undefined,
  ]);
  queue.done(of("a", "1"));
  expect(queue.take()?.job).toBe("back");
});

test("the same customer id at two operators means two customers", () => {
  const queue = createFairQueue<string>(limits);
  queue.add(of("a", "1"), "a");
  queue.add(of("b", "1"), "b");
  expect([queue.take()?.job, queue.take()?.job]).toEqual(["a", "b"]);
});

test("waiting jobs are limited per customer, per operator and in total", () => {
  const queue = createFairQueue<number>(limits);
  expect([1, 2, 3].map((job) => queue.add(of("a", "1"), job))).toEqual([true, true, false]);
  expect([1, 2, 3].map((job) => queue.add(of("a", `${job + 1}`), job))).toEqual([
    true,
    true,
    false,
  ]);
  expect([1, 2].map((job) => queue.add(of("b", `${job}`), job))).toEqual([true, true]);
  // The queue is full: only an operator without a waiting job can still add one.
  expect(queue.add(of("b", "3"), 3)).toBe(false);
  expect([1, 2].map((job) => queue.add(of("c", `${job}`), job))).toEqual([true, false]);
  expect(queue.drain()).toHaveLength(7);
  expect(queue.take()).toBeUndefined();
});
