import { readdirSync, readFileSync } from "node:fs";
import { expect, expectTypeOf, test } from "vitest";
import { integratorError, type TesseraError, type TesseraErrorCode } from "./tessera-error.ts";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const sources = ["./", "../contract/channel/"].flatMap((folder) =>
  readdirSync(new URL(folder, import.meta.url))
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => read(`${folder}${name}`)),
);
const [, list = ""] = /export type SdkErrorCode =([^;]+);/.exec(read("./tessera-error.ts")) ?? [];
const listed = [...list.matchAll(/"(\w+)"/g)].map(([, code = ""]) => code);

test("the list contains every code that the page script raises", () => {
  const raised = sources.flatMap((text) =>
    [
      ...text.matchAll(/\bcode: (?:\w+ \? )?"([a-z_0-9]+)"(?: : "([a-z_0-9]+)")?/g),
      ...text.matchAll(/\bintegratorError\(\s*"([a-z_0-9]+)"/g),
    ].flatMap(([, ...codes]) => codes.filter((code) => code !== undefined)),
  );
  expect(raised.length).toBeGreaterThan(20);
  expect([...new Set(raised)].filter((code) => !listed.includes(code))).toEqual([]);
});

test("the list contains no unused code", () => {
  // Widgets raise this code across the channel, when the form is submitted incomplete.
  const fromWidgets = ["incomplete"];
  const body = sources.map((text) => text.replace(/export type SdkErrorCode =[^;]+;/, "")).join();
  const silent = listed.filter((code) => !body.includes(`"${code}"`));
  expect(silent).toEqual(fromWidgets);
});

test("a code narrows to the known codes and stays open", () => {
  expectTypeOf<TesseraError["code"]>().toEqualTypeOf<TesseraErrorCode>();
  expectTypeOf<"unmounted">().toExtend<TesseraErrorCode>();
  expectTypeOf<string>().toExtend<TesseraErrorCode>();
  expectTypeOf<Exclude<TesseraErrorCode, "unmounted">>().not.toEqualTypeOf<TesseraErrorCode>();
  // @ts-expect-error a code that is not in the list is a mistake in the SDK
  expect(integratorError("mounted_twice", "").code).toBe("mounted_twice");
});
