/** Right-to-left pages mirror the styles, so no rule may name a side of the screen by the order of its values. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL("../../styles/", import.meta.url));

test("paddings and margins of the widgets are mirrored from right to left", () => {
  const files = readdirSync(folder).filter((name) => name.endsWith(".css"));
  expect(files.length).toBeGreaterThan(10);
  const fixed = files.flatMap((name) =>
    [...readFileSync(`${folder}${name}`, "utf8").matchAll(/\b(?:padding|margin): ([^;{}]+);/g)]
      .map(([, value = ""]) => value.match(/[\w.-]+\([^()]*(?:\([^()]*\)[^()]*)*\)|\S+/g) ?? [])
      .filter(([, right, , left]) => left !== undefined && left !== right)
      .map((sides) => `${name}: ${sides.join(" ")}`),
  );
  expect(fixed).toEqual([]);
});
