import { expect, test } from "vitest";
import { bracketFactory } from "./eager-factory.ts";

test("the factory of a UMD file is in brackets, and does what it did", () => {
  const code = "(function(e,t){e.Name=t()})(this,function(){return function(){return 7}});";
  const bracketed = bracketFactory(code);
  expect(bracketed).toContain("(this,(function(){");
  const target: { Name?: () => number } = {};
  new Function(bracketed).call(target);
  expect(target.Name?.()).toBe(7);
});

test("a file that isn't one is an error, not a slow script", () => {
  expect(() => bracketFactory("export const a = 1;")).toThrow("wrapper");
});
