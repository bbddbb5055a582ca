import { readdirSync, readFileSync } from "node:fs";
import { expect, expectTypeOf, test } from "vitest";
import { integratorError, type TesseraError, type TesseraErrorCode } from "./tessera-error.ts";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const filesIn = (folder: string, recursive = false) =>
  readdirSync(new URL(folder, import.meta.url), { recursive, encoding: "utf8" })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => read(`${folder}${name}`));
const sources = ["./", "../contract/channel/"].flatMap((folder) => filesIn(folder));
/** Sources of the widgets, which send errors as reports over the channel, with code and party side by side. */
const widgets = filesIn("../widgets/", true);
/** Sources that raise failures of a widget's calls to the service, which `loaderror` passes on. */
const calls = filesIn("../widgets/client/");
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

test("the list contains every code that a widget raises or reports as loaderror", () => {
  const reported = widgets.flatMap((text) => [
    ...text.matchAll(/\bcode: "([a-z_0-9]+)",\s*party:/g),
    ...text.matchAll(/\bparty: "\w+",\s*code: "([a-z_0-9]+)"/g),
  ]);
  const failed = calls.flatMap((text) => [
    ...text.matchAll(/\bcode(?::| =) (?:[^;\n]*\? )?"([a-z_0-9]+)"(?: : "([a-z_0-9]+)")?/g),
  ]);
  const raised = [...reported, ...failed].flatMap(([, ...codes]) =>
    codes.filter((code) => code !== undefined),
  );
  expect(raised).toEqual(
    expect.arrayContaining(["payment_intent_expired", "incomplete", "network", "bad_answer"]),
  );
  expect([...new Set(raised)].filter((code) => !listed.includes(code))).toEqual([]);
});

test("every ChannelError of a widget names a code that the scan finds, or passes a report on", () => {
  const made = widgets.flatMap((text) => [...text.matchAll(/new ChannelError\(([^)]*)\)?/g)]);
  const names = /^\s*\{\s*code: "\w+",\s*party:|^(refusal|lostReport)$/;
  expect(made.length).toBeGreaterThan(2);
  expect(made.map(([, inside = ""]) => inside).filter((inside) => !names.test(inside))).toEqual([]);
});

test("the list contains no unused code", () => {
  const body = [...sources, ...widgets]
    .map((text) => text.replace(/export type SdkErrorCode =[^;]+;/, ""))
    .join();
  expect(listed.filter((code) => !body.includes(`"${code}"`))).toEqual([]);
});

test("a code narrows to the known codes and stays open", () => {
  expectTypeOf<TesseraError["code"]>().toEqualTypeOf<TesseraErrorCode>();
  expectTypeOf<"unmounted">().toExtend<TesseraErrorCode>();
  expectTypeOf<string>().toExtend<TesseraErrorCode>();
  expectTypeOf<Exclude<TesseraErrorCode, "unmounted">>().not.toEqualTypeOf<TesseraErrorCode>();
  // @ts-expect-error the list does not contain this code
  expect(integratorError("mounted_twice", "").code).toBe("mounted_twice");
});
