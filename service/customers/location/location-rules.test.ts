import { describe, expect, test } from "vitest";
import { checkPlace, type LocationRule } from "./location-rules.ts";

/** Parses `+US -US-NY`. */
const rules = (text: string): LocationRule[] =>
  text.split(" ").map((rule) => ({
    place: rule.slice(1),
    rule: rule.startsWith("+") ? "allow" : "deny",
  }));
/** Checks `US-NY`, `US` (state unknown) or `?` (location unknown) against rules. */
const check = (text: string, where: string) => {
  const [country = "", state = null] = where.split("-");
  return checkPlace(text === "" ? [] : rules(text), where === "?" ? null : { country, state });
};
const allowed = { allowed: true, reason: null };

test("without rules every location is allowed, even an unknown one", () => {
  expect(check("", "KP")).toEqual(allowed);
  expect(check("", "?")).toEqual(allowed);
});

describe("rules that allow places", () => {
  test.each([
    ["+US", "US-NY", allowed],
    ["+US", "US", allowed],
    ["+US", "GB-ENG", { allowed: false, reason: "country_not_allowed" }],
    ["+US", "?", { allowed: false, reason: "location_unknown" }],
    ["+US -US-NY", "US-NY", { allowed: false, reason: "state_not_allowed" }],
    ["-US-NY +US", "US-NY", { allowed: false, reason: "state_not_allowed" }],
    ["+US -US-NY", "US-CA", allowed],
    ["+US -US-NY", "US", { allowed: false, reason: "location_unknown" }],
    ["+US-NV", "US-NV", allowed],
    ["+US-NV", "US-CA", { allowed: false, reason: "state_not_allowed" }],
    ["+US-NV", "GB", { allowed: false, reason: "country_not_allowed" }],
    ["+US-NV", "US", { allowed: false, reason: "location_unknown" }],
  ])("%s: %s", (text, where, expected) => {
    expect(check(text, where)).toEqual(expected);
  });
});

describe("rules that deny places", () => {
  test.each([
    ["-KP", "KP", { allowed: false, reason: "country_not_allowed" }],
    ["-KP", "US-NY", allowed],
    ["-KP", "?", { allowed: false, reason: "location_unknown" }],
    ["-US-WA", "US-WA", { allowed: false, reason: "state_not_allowed" }],
    ["-US-WA", "US-CA", allowed],
    ["-US-WA", "US", { allowed: false, reason: "location_unknown" }],
    ["-US-WA", "GB", allowed],
    ["-US +US-NV", "US-NV", allowed],
    ["-US +US-NV", "US-CA", { allowed: false, reason: "state_not_allowed" }],
    ["-US +US-NV", "GB", allowed],
  ])("%s: %s", (text, where, expected) => {
    expect(check(text, where)).toEqual(expected);
  });
});

test("of two rules for the same place the denying one wins, in either order", () => {
  expect(check("+US -US", "US").allowed).toBe(false);
  expect(check("-US +US", "US").allowed).toBe(false);
});
