import { expect, test } from "vitest";
import { runSteps } from "./schedule.mjs";

/** Groups the steps that run at the same time. */
async function roundsOf(steps) {
  const rounds = [];
  let round;
  await runSteps(steps, async ({ name }) => {
    round ??= [];
    round.push(name);
    await new Promise((resolve) => setTimeout(resolve, 20));
    if (round) rounds.push(round);
    round = undefined;
  });
  return rounds;
}

test("small steps run at the same time, and a step that needs both cores runs alone", async () => {
  const steps = [
    { name: "types", cores: 1 },
    { name: "lint", cores: 1 },
    { name: "unit", cores: 2 },
  ];
  expect(await roundsOf(steps)).toEqual([["types", "lint"], ["unit"]]);
});

test("a step waits for chosen steps before it, and for no others", async () => {
  const build = { name: "build", cores: 1, after: ["types"] };
  expect(await roundsOf([{ name: "types", cores: 1 }, build])).toEqual([["types"], ["build"]]);
  expect(await roundsOf([build])).toEqual([["build"]]);
});

test("steps that wait for each other are an error, not a hang", async () => {
  const circle = [
    { name: "a", cores: 1, after: ["b"] },
    { name: "b", cores: 1, after: ["a"] },
  ];
  await expect(runSteps(circle, async () => {})).rejects.toThrow("a,b");
});
