import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot } from "../platform/repository-root.ts";
import { defaultSettings } from "./operator-settings.ts";

test("the README's table has every setting with its default", () => {
  const readme = readFileSync(join(repositoryRoot(), "README.md"), "utf8");
  const rows = [...readme.matchAll(/^\| (`[a-z]\w+`(?:, `\w+`)*) \| ([^|]*) \|/gm)];
  const shown = rows.flatMap(([, names = "", values = ""]) => {
    const defaults = [...values.matchAll(/`([^`]*)`/g)].map(([, value]) => value);
    return [...names.matchAll(/`(\w+)`/g)].map(
      ([, name = ""], at) => [name, defaults[at]] as const,
    );
  });
  const table = new Map(shown);
  for (const [name, value] of Object.entries(defaultSettings)) {
    expect(table.get(name), name).toBe(JSON.stringify(value));
  }
});
