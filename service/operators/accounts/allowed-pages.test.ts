import { describe, expect, test } from "vitest";
import { allowedPages } from "./allowed-pages.ts";

const listed = ["https://shop.example", "http://localhost:3000"];
const local = [
  "http://localhost",
  "http://localhost:5173",
  "https://localhost:5173",
  "http://shop.localhost:4100",
  "http://a.b.localhost",
  "http://127.0.0.1:8080",
];
const others = [
  "https://evil.example",
  "https://shop.example:8443",
  "http://localhost.evil.example",
  "http://evillocalhost",
  "http://127.0.0.1.evil.example",
  "http://127.0.0.2",
  "http://[::1]:5173",
  "http://localhost:3000/path",
  "http://user@localhost",
  "null",
  "file://localhost",
  "",
];

describe("in the sandbox", () => {
  const pages = allowedPages(listed, "sandbox");

  test.each([...listed, ...local])("%s may show the widgets", (origin) => {
    expect(pages.includes(origin)).toBe(true);
  });

  test.each(others)("%j may not show them", (origin) => {
    expect(pages.includes(origin)).toBe(false);
  });

  test("the policy contains the listed origins and the developer's machine, without duplicates", () => {
    expect(pages.sources).toEqual([
      "https://shop.example",
      "http://localhost:*",
      "http://*.localhost:*",
      "http://127.0.0.1:*",
    ]);
  });
});

test("in production only the listed origins may show the widgets", () => {
  const pages = allowedPages(["https://shop.example"], "production");
  expect(pages.sources).toEqual(["https://shop.example"]);
  expect(pages.includes("https://shop.example")).toBe(true);
  for (const origin of [...local, ...others]) expect(pages.includes(origin), origin).toBe(false);
});
