import { expect, test } from "vitest";
import { runSteps } from "./schedule.mjs";

/** Steps end one after the other. Returns which ran at the same time before each end. */
async function roundsOf(steps) {
  const running = new Map();
  const rounds = [];
  let isDone = false;
  const run = ({ name }) => new Promise((end) => running.set(name, end));
  const all = runSteps(steps, run).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const [first] = running;
    if (first) {
      const [name, end] = first;
      rounds.push([...running.keys()].join(" "));
      running.delete(name);
      end();
    }
    await new Promise(setImmediate);
  }
  await all;
  return rounds;
}

test("three steps run at the same time, in their order", async () => {
  const steps = ["types", "lint", "unit", "rolling", "races"].map((name) => ({ name }));
  expect(await roundsOf(steps)).toEqual([
    "types lint unit",
    "lint unit rolling",
    "unit rolling races",
    "rolling races",
    "races",
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
