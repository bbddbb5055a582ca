import { expect, test } from "vitest";
import type { CardProcessor } from "./card-processor.ts";
import { createProcessorRoster } from "./processor-roster.ts";

const health = new Map<string, boolean>();
const processor = (name: string) =>
  ({ name, isHealthy: async () => health.get(name) ?? true }) as CardProcessor;
const roster = (...names: string[]) => createProcessorRoster(names.map(processor));

test("the first healthy one serves, and the first of all when none is", async () => {
  const { first, after, check, markUnreachable } = roster("a", "b", "c");
  expect([first()?.name, after("a")?.name]).toEqual(["a", "b"]);
  markUnreachable("a");
  expect([first()?.name, after("b")?.name]).toEqual(["b", "c"]);
  for (const name of ["a", "b", "c"]) health.set(name, false);
  await check();
  expect([first()?.name, after("a")]).toEqual(["a", undefined]);
  health.clear();
  await check();
  expect(first()?.name).toBe("a");
  expect(roster().first()).toBeUndefined();
});

test("an operator's rules name which serve, and in what order", () => {
  const { first, after, markUnreachable } = roster("a", "b", "c");
  const rules = ["c", "a"];
  expect([first(rules)?.name, after("c", rules)?.name]).toEqual(["c", "a"]);
  markUnreachable("c");
  expect([first(rules)?.name, after("a", rules)]).toEqual(["a", undefined]);
  expect(first([])?.name).toBe("a");
});

test("rules that name no processor of this service count for nothing; unknown names are passed over", () => {
  const { first } = roster("a", "b");
  expect(first(["z"])?.name).toBe("a");
  expect(first(["z", "b"])?.name).toBe("b");
});
