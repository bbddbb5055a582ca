/** No line break splits form names or masked numbers in texts of widgets and console. */
import { expect, test } from "vitest";
import { readSources } from "./testing/sources.ts";

const texts = readSources()
  .filter(({ path, isTest }) => /^(widgets|console)\//.test(path) && !isTest)
  .map(({ path, text }) => ({ path, code: withoutComments(text) }));

/** Patterns where a browser may break the line. */
const breakable: readonly [what: string, pattern: RegExp][] = [
  ["a form's name with a hyphen that breaks", /W-(?:9|2G)/],
  ["a masked number with a space that breaks", /[•·]{4} (?:\S|$)/m],
  ["a plain space before the last digits", /(?:ending(?: in)?|terminad[ao] en) \$\{/],
  ["a masked tax number with hyphens that break", /\b\d{3}-\d{2}-\d{4}\b|\b\d{2}-\d{7}\b/],
];

/** Lines with the form's name in the API or in a file name. */
const isData = (line: string) => /"W-2G"|`W-2G-\$/.test(line) && !/W-9/.test(line);

test.each(breakable)("no text has %s", (_, pattern) => {
  expect(texts.filter(({ path }) => path.includes("/i18n/es/")).length).toBeGreaterThan(8);
  const split = texts.flatMap(({ path, code }) =>
    code
      .split("\n")
      .filter((line) => pattern.test(line) && !isData(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(split).toEqual([]);
});

test.each([
  [0, "Form W-9", "Form W\u20119"],
  [1, "•••• 4242", "••••\u00a04242"],
  [2, `account ending \${last4}`, `account ending\u00a0\${last4}`],
  [3, "like 123-45-6789", "like 123\u201145\u20116789"],
])("pattern %i matches breakable text only", (rule, matching, passing) => {
  const pattern = breakable[rule]?.[1];
  expect(pattern?.test(matching)).toBe(true);
  expect(pattern?.test(passing)).toBe(false);
});

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");
}
