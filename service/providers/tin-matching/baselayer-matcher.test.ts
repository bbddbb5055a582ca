import { describe, expect, test } from "vitest";
import { readConfig } from "../../app/read-config.ts";
import { OutgoingCallFailed } from "../../platform/outgoing-http.ts";
import { answered, drive } from "../kit/testing/drive.ts";
import { checkAtBaselayer } from "./baselayer-matcher.ts";

const jane = { tinType: "ssn", tin: "536228714", name: "Jane Doe", reference: null } as const;
const company = { ...jane, tinType: "ein" } as const;
const id = "412a49b5-7466-426b-bf1e-081b00b54576";
const done = (over: object = {}) =>
  answered(200, {
    id,
    state: "COMPLETED",
    name: "Jane Doe",
    tin: "536228714",
    tin_matched: true,
    tin_match_type: "SSN",
    warnings: [],
    ...over,
  });
const check = (response: ReturnType<typeof done> | OutgoingCallFailed, question = jane as never) =>
  drive(checkAtBaselayer(question, "key-1"), [response]).outcome;

test("a check sends name and number once, with the key", () => {
  const { calls, outcome } = drive(checkAtBaselayer(jane, "key-1"), [done()]);
  expect(outcome).toEqual({ state: "match", code: "6" });
  expect(calls).toMatchObject([
    { method: "POST", path: "/tin_verifications", headers: { "x-api-key": "key-1" } },
  ]);
  expect(JSON.parse(calls[0]?.body ?? "")).toEqual({ name: "Jane Doe", tin: "536228714" });
});

test("a pending result is read by its id, and not requested again", () => {
  expect(check(done({ state: "PENDING", tin_matched: null }))).toEqual({
    state: "pending",
    reference: id,
  });
  const { calls, outcome } = drive(checkAtBaselayer({ ...jane, reference: id }, "key-1"), [
    done({ state: "EXECUTING", tin_matched: null }),
  ]);
  expect(calls).toMatchObject([{ method: "GET", path: `/tin_verifications/${id}` }]);
  expect(outcome).toEqual({ state: "pending", reference: id });
});

test("a verification that Baselayer no longer knows is requested again", () => {
  const { calls, outcome } = drive(checkAtBaselayer({ ...jane, reference: id }, "key-1"), [
    answered(404, { detail: "not found" }),
    done(),
  ]);
  expect(calls.map(({ method }) => method)).toEqual(["GET", "POST"]);
  expect(outcome).toEqual({ state: "match", code: "6" });
});

describe("the IRS's codes", () => {
  test.each([
    [jane, { tin_match_type: "SSN" }, "match", "6"],
    [company, { tin_match_type: "EIN" }, "match", "7"],
    [jane, { tin_match_type: "UNKNOWN" }, "match", "8"],
    [jane, { tin_match_type: "EIN" }, "mismatch", "7"],
    [company, { tin_match_type: "SSN" }, "mismatch", "6"],
    [jane, { tin_matched: false, tin_match_type: null }, "mismatch", "3"],
  ])("%j with %j is a %s", (question, over, state, code) => {
    expect(check(done(over), question as never)).toEqual({ state, code });
  });
});

test.each([
  [
    "the IRS is down, whatever else it says",
    done({ warnings: ["IRS Validation is unavailable."] }),
  ],
  ["the IRS is down for a mismatch", done({ tin_matched: false, warnings: ["IRS down"] })],
  ["a failed verification", done({ state: "FAILED" })],
  ["a canceled verification", done({ state: "CANCELLED" })],
  ["no result", done({ tin_matched: null })],
  ["a kind that nobody knows", done({ tin_match_type: "ITIN" })],
])("is never a match or mismatch, and over: %s", (_, response) => {
  expect(check(response)).toEqual({ state: "unavailable", isOver: true });
});

test.each([
  ["a state that nobody knows", done({ state: "SHINY" })],
  ["the result of another number", done({ tin: "536228715" })],
  ["an outage", answered(503, "")],
  ["a refusal", answered(422, { detail: [] })],
  ["a page", answered(200, "<html>")],
  ["silence", new OutgoingCallFailed("deadline", "unknown")],
])("is never a match or mismatch: %s", (_, response) => {
  expect(check(response)).toEqual({ state: "unavailable" });
});

test("a provider that wants fewer calls says so", () => {
  expect(check(answered(429, ""))).toEqual({ state: "unavailable", isLimited: true });
});

test("the type chooses the protocol; an unknown one is refused", () => {
  const read = (entry: object) =>
    readConfig({
      TESSERA_KEY_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
      TIN_MATCHING: JSON.stringify({
        name: "irs",
        url: "https://api.baselayer.com",
        key: "key-1",
        ...entry,
      }),
    }).tinMatching;
  expect(read({})).toMatchObject({ type: "tessera" });
  expect(read({ type: "baselayer" })).toMatchObject({ type: "baselayer", key: "key-1" });
  expect(() => read({ type: "abacus" })).toThrow("TIN_MATCHING: the type must be one of");
});
