import { expect, test } from "vitest";
import { runSteps } from "./schedule.mjs";

/**
 * Ends the steps one after another. Returns, for each end, the steps that were running at that time.
 *
 * @param {number} idleTimes how many times the processors have idle time before they are busy
 */
async function roundsOf(steps, idleTimes = Number.POSITIVE_INFINITY) {
  const running = new Map();
  const rounds = [];
  let isDone = false;
  const run = ({ name }) => new Promise((end) => running.set(name, end));
  let measured = 0;
  const measure = async () => {
    measured += 1;
    if (measured > idleTimes) await new Promise(setImmediate);
    return measured <= idleTimes;
  };
  const all = runSteps(steps, run, measure).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await new Promise(setImmediate);
    const [first] = running;
    if (first) {
      const [name, end] = first;
      rounds.push([...running.keys()].join(" "));
      running.delete(name);
      end();
    }
  }
  await all;
  return rounds;
}

const names = (...all) => all.map((name) => ({ name }));

test("three steps run at the same time, in their order, while the processors have idle time", async () => {
  const steps = names("types", "lint", "unit", "rolling", "races");
  expect(await roundsOf(steps)).toEqual([
    "types lint unit",
    "lint unit rolling",
    "unit rolling races",
    "rolling races",
    "races",
  ]);
});

test("two steps run at the same time while the processors are busy", async () => {
  const steps = names("types", "lint", "unit", "rolling");
  expect(await roundsOf(steps, 0)).toEqual(["types lint", "lint unit", "unit rolling", "rolling"]);
  expect(await roundsOf(steps, 1)).toEqual([
    "types lint unit",
    "lint unit",
    "unit rolling",
    "rolling",
  ]);
});

test("a step waits for chosen steps before it, and for no others", async () => {
  const build = { name: "build", after: ["types"] };
  const steps = [{ name: "types" }, build, { name: "lint" }];
  expect(await roundsOf(steps)).toEqual(["types lint", "lint build", "build"]);
  expect(await roundsOf([build])).toEqual(["build"]);
});

test("steps that wait for each other are an error, not a hang", async () => {
  const circle = [
    { name: "a", after: ["b"] },
    { name: "b", after: ["a"] },
  ];
  await expect(runSteps(circle, async () => {})).rejects.toThrow("a,b");
});
