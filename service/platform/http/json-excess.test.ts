import { describe, expect, test } from "vitest";
import { findJsonExcess, jsonLimits } from "./json-excess.ts";

const nested = (depth: number) => `${'{"a":['.repeat(depth / 2)}1${"]}".repeat(depth / 2)}`;
const list = (count: number) => `[${Array.from({ length: count }, () => "1").join(",")}]`;

describe("a text within the limits", () => {
  test.each([
    ["the maximum depth", nested(jsonLimits.depth)],
    ["the maximum number of values", list(jsonLimits.values - 1)],
    ["brackets and commas in texts", JSON.stringify({ a: "[{,".repeat(20_000), '"[': "\\" })],
    ["the same name in two objects", '[{"a":1},{"a":1},{"b":{"a":{"b":1}}}]'],
    ["the same text as name and as value", '{"a":"b","b":["a","a"]}'],
    ["malformed text, which the parser refuses later", '{"a":]]}}}"'],
    ["no text", ""],
  ])("passes: %s", (_what, text) => {
    expect(findJsonExcess(text)).toBeUndefined();
  });
});

describe("a text beyond the limits", () => {
  test.each([
    ["one level too deep", nested(jsonLimits.depth + 2)],
    ["one level too deep, never closed", "[".repeat(jsonLimits.depth + 1)],
    ["one value too many", list(jsonLimits.values)],
  ])("is too complex: %s", (_what, text) => {
    expect(findJsonExcess(text)).toEqual({ code: "body_too_complex" });
  });

  test.each([
    ['{"a":1,"b":2,"a":3}', "a"],
    ['{"a":1,"\\u0061":3}', "a"],
    ['{"x":[{"a":1},{"a":1,"a":1}]}', "x.1.a"],
    ['{"a":{"b":1} , "a" : 1}', "a"],
  ])("names the repeated field: %s", (text, path) => {
    expect(findJsonExcess(text)).toEqual({ code: "duplicate_field", path });
  });
});
