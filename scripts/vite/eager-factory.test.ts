import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { alwaysGlobal, bracketFactory } from "./eager-factory.ts";

test("the factory of a UMD file gets parentheses and works as before", () => {
  const code = "(function(e,t){e.Name=t()})(this,function(){return function(){return 7}});";
  const bracketed = bracketFactory(code);
  expect(bracketed).toContain("(this,(function(){");
  const target: { Name?: () => number } = {};
  new Function(bracketed).call(target);
  expect(target.Name?.()).toBe(7);
});

test("another kind of file is an error", () => {
  expect(() => bracketFactory("export const a = 1;")).toThrow("wrapper");
});

describe("the global", () => {
  const wrapper =
    "(function(e,t){typeof exports==`object`&&typeof module<`u`?module.exports=t():typeof define==`function`&&define.amd?define([],t):(e=typeof globalThis<`u`?globalThis:e||self,e.Tessera=t())})(this,function(){return class Tessera{}});";
  const run = (page: Record<string, unknown>) => {
    runInNewContext(bracketFactory(alwaysGlobal(wrapper)), page);
    return page;
  };
  const loaderOf = (dataset: object) => {
    const defined: (() => unknown)[] = [];
    const define = Object.assign((_needs: [], give: () => unknown) => defined.push(give), {
      amd: {},
    });
    return { defined, define, document: { currentScript: { dataset } } };
  };

  test("is set in a page without a module loader, and exported in CommonJS", () => {
    expect(run({})["Tessera"]).toBeTypeOf("function");
    const module = { exports: {} };
    expect(run({ module, exports: module.exports })["Tessera"]).toBeUndefined();
    expect(module.exports).toBeTypeOf("function");
  });

  test("is set by a script tag in a page with an AMD loader, without a define call", () => {
    const loader = loaderOf({});
    expect(run({ ...loader })["Tessera"]).toBeTypeOf("function");
    expect(loader.defined).toEqual([]);
  });

  test("is what RequireJS gets if it loaded the script itself", () => {
    const loader = loaderOf({ requiremodule: "tessera" });
    const { Tessera } = run({ ...loader });
    expect(loader.defined.map((give) => give())).toEqual([Tessera]);
  });

  test("is an error for an unknown wrapper", () => {
    expect(() => alwaysGlobal("(function(){})();")).toThrow(/unknown wrapper/);
  });
});
