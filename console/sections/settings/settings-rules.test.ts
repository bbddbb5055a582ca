import { describe, expect, it } from "vitest";
import { exampleSettings } from "../../testing/examples.ts";
import { conflictsOf, edited, rebased } from "./draft.ts";
import { summaryOf } from "./location-summary.ts";
import { originOf } from "./origin-text.ts";
import { placeName } from "./place-names.ts";

describe("a draft", () => {
  const { settings } = exampleSettings();

  it("contains only differences: restoring a value removes the edit", () => {
    const draft = edited(settings, {}, "documentRetentionDays", 30);
    expect(draft).toEqual({ documentRetentionDays: 30 });
    expect(edited(settings, draft, "documentRetentionDays", 90)).toEqual({});
    expect(edited(settings, {}, "allowedOrigins", ["https://shop.example"])).toEqual({});
  });

  it("finds conflicting changes, but not changes by one side or equal ones", () => {
    const before = exampleSettings(1);
    const now = exampleSettings(2, { documentRetentionDays: 10, w9Policy: "over-threshold" });
    const draft = { documentRetentionDays: 30, w9Policy: "over-threshold", timeZone: "UTC" };
    expect(conflictsOf(before, now, draft)).toEqual(["documentRetentionDays"]);
    expect(rebased(now, draft)).toEqual({ documentRetentionDays: 30, timeZone: "UTC" });
  });
});

describe("an origin", () => {
  it.each([
    ["https://shop.example", "https://shop.example"],
    [" shop.example/checkout?x=1 ", "https://shop.example"],
    ["http://localhost:3000/", "http://localhost:3000"],
    ["HTTPS://Shop.Example:443", "https://shop.example"],
  ])("is read from %s", (typed, origin) => {
    expect(originOf(typed)).toBe(origin);
  });

  it.each(["", "two words", "javascript:alert(1)", "ftp://shop.example", "https://"])(
    "is not read from “%s”",
    (typed) => {
      expect(originOf(typed)).toBeNull();
    },
  );
});

describe("location rules", () => {
  const rule = (place: string, kind: "allow" | "deny") => ({ place, rule: kind });

  it.each([
    ["everywhere", []],
    ["only", [rule("US", "allow"), rule("US-NY", "deny")]],
    ["only", [rule("US-NV", "allow")]],
    ["all_but", [rule("KP", "deny")]],
    ["all_but", [rule("US", "deny"), rule("US-NV", "allow")]],
  ])("have the summary %s", (kind, rules) => {
    expect(summaryOf(rules as Parameters<typeof summaryOf>[0]).kind).toBe(kind);
  });

  it("deny a place if two rules for it disagree", () => {
    expect(summaryOf([rule("US", "deny"), rule("US", "allow")])).toEqual({
      kind: "all_but",
      allowed: [],
      denied: ["US"],
    });
  });

  it("have place names", () => {
    expect(placeName("US-NY", "en")).toBe("New York, United States");
    expect(placeName("DE", "es")).toBe("Alemania");
    expect(placeName("CA-ON", "en")).toBe("ON, Canada");
  });
});
