import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot } from "../../platform/repository-root.ts";
import { defaultSettings, parseSettingsPatch } from "./operator-settings.ts";

test("the table in the documentation has every setting with its default", () => {
  const page = readFileSync(join(repositoryRoot(), "docs/console/settings.md"), "utf8");
  const rows = [...page.matchAll(/^\| (`[a-z]\w+`(?:, `\w+`)*) \| ([^|]*) \|/gm)];
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

test.each([
  "https://*",
  "https://*.shop.example",
  "https://shop.example;sandbox",
  "https://shop.example,https:",
  "https://shop.example/",
  "https://shop.example:443",
  "shop.example",
])("%s is refused as an allowed origin", (origin) => {
  const set = () =>
    parseSettingsPatch({ allowedOrigins: [origin] }, { processors: [], environment: "sandbox" });
  expect(set).toThrow(/^allowedOrigins\.0: An origin/);
});

test("production pages must use https", () => {
  const set = (environment: "sandbox" | "production", ...allowedOrigins: string[]) =>
    parseSettingsPatch({ allowedOrigins }, { processors: [], environment });
  const pages = ["https://shop.example", "https://xn--mnchen-3ya.example:8443", "https://[::1]:80"];
  expect(set("production", ...pages)).toEqual({ allowedOrigins: pages });
  expect(set("sandbox", "http://shop.localhost:4100")).toBeTruthy();
  expect(() => set("production", ...pages, "http://shop.example")).toThrow(
    /^allowedOrigins\.3: .*https/,
  );
});
