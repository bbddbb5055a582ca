/** Keeps phrases that are not plain English, and coined names, out of code, comments, docs and on-screen texts. */
import { basename } from "node:path";
import { expect, test } from "vitest";
import { bannedPhrases } from "./testing/banned-phrases.ts";
import { filesBelow, readSource } from "./testing/sources.ts";

/** Files that must name the phrases. */
const lists = [
  "docs/glossary.md",
  "e2e/repo/testing/banned-phrases.ts",
  "e2e/repo/plain-english.test.ts",
];
const isText = (path: string) =>
  /\.(ts|tsx|mts|mjs|md|css|html|ya?ml|sh)$/.test(path) || basename(path) === "Dockerfile";

test("no file has a banned phrase or a coined name", () => {
  const files = filesBelow().filter((path) => isText(path) && !lists.includes(path));
  expect(files.length).toBeGreaterThan(1_000);
  const found = files.flatMap((path) =>
    matchesIn(readSource(path)).map((match) => `${path}:${match}`),
  );
  expect(found).toEqual([]);
}, 600_000);

test.each(
  bannedPhrases.flatMap(({ examples, pattern }) => examples.map((text) => ({ text, pattern }))),
)("finds “$text”", ({ text, pattern }) => {
  expect(text.match(pattern)).not.toBeNull();
});

test.each([
  "an outstanding requirement",
  "a stand-in stands in for the bank",
  "ERC stands for Ethereum Request for Comments",
  "the two can't be told apart",
  "a long-standing rule",
  "allowed, borrowed, showed and followed",
  "const newsletter = 1;",
])("accepts “%s”", (text) => {
  expect(matchesIn(text)).toEqual([]);
});

test("a match says where it is and what to write instead", () => {
  expect(matchesIn("fine\nloads anew")).toEqual(["2 “anew”: write “again”, or say what is new"]);
});

/** The matches, each as `line “phrase”: write …`. */
function matchesIn(text: string): string[] {
  return text
    .split("\n")
    .flatMap((line, index) =>
      bannedPhrases.flatMap(({ pattern, instead }) =>
        [...line.matchAll(pattern)].map(([phrase]) => `${index + 1} “${phrase}”: write ${instead}`),
      ),
    );
}
