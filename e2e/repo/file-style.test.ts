/** The rules of style that a test can check: file names, lengths, leftovers. */
import { basename } from "node:path";
import { expect, test } from "vitest";
import { filesBelow, readSource, readSources } from "./testing/sources.ts";

const sources = readSources();
const scripts = filesBelow("scripts").filter((path) => path.endsWith(".mjs"));
const everything = [
  ...sources.map(({ path, text }) => ({ path, text })),
  ...scripts.map((path) => ({ path, text: readSource(path) })),
];

test("a file over 400 lines says at its top why it is long", () => {
  const silent = everything
    .filter(({ text }) => text.split("\n").length > 401)
    .filter(({ text }) => !/\blong\b/i.test(text.split("\n").slice(0, 40).join("\n")))
    .map(({ path, text }) => `${path} (${text.split("\n").length} lines)`);
  expect(silent).toEqual([]);
});

test("nine files in ten are under 250 lines", () => {
  const long = sources.filter(({ text }) => text.split("\n").length > 250).map(({ path }) => path);
  expect(long.length, long.join("\n")).toBeLessThanOrEqual(sources.length / 10);
});

test("file names are kebab-case and say what is in the file", () => {
  const badlyNamed = everything
    .map(({ path }) => path)
    .filter((path) => {
      const name = basename(path).replace(/\.(ts|tsx|mjs)$/, "");
      const vague = /(^|[-.])(utils?|helpers?|common|misc)([-.]|$)|v2$/i.test(name);
      return vague || !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/.test(name);
    });
  expect(badlyNamed).toEqual([]);
});

test("no folder has a vague name", () => {
  const vague = everything
    .map(({ path }) => path)
    .filter((path) => path.split("/").some((part) => /^(utils?|helpers?|common|misc)$/.test(part)));
  expect(vague).toEqual([]);
});

test("no source contains a note to finish something later", () => {
  // Split, so that this file does not match itself.
  const left = new RegExp(`\\b(${["TO", "FIX"].join("DO|")}ME)\\b|not ${"implemented"}`);
  expect(everything.filter(({ text }) => left.test(text)).map(({ path }) => path)).toEqual([]);
});

test("product code does not write to the console", () => {
  const loud = sources
    .filter(
      ({ path, isTest }) =>
        !isTest && /^(clients|contract|src|widgets|console|service|sandbox)\//.test(path),
    )
    .filter(({ text }) => /\bconsole\.(log|debug)\(/.test(text))
    .map(({ path }) => path);
  expect(loud).toEqual([]);
});

test('no test title begins with "should"', () => {
  const should = sources
    .filter(({ isTest }) => isTest)
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\b(?:it|test)\(\s*["'`](should\b[^"'`]*)/g)].map(
        ([, title]) => `${path}: ${title}`,
      ),
    );
  expect(should).toEqual([]);
});

test("no object or list is spread only to pack a line", () => {
  // `{ code, other }` is checked for excess properties; `{ ...{ code, other } }` is not.
  const packed = everything.flatMap(({ path, text }) =>
    text
      .split("\n")
      .map((line, index) => ({ line, where: `${path}:${index + 1}` }))
      .filter(({ line }) => /^(?!\s*(\/\/|\*)).*\.\.\.\(?\{(?! *\})/.test(line))
      .map(({ line, where }) => `${where} ${line.trim()}`),
  );
  expect(packed).toEqual([]);
});
