import { expect, test } from "vitest";
import { exampleSession } from "./examples.ts";
import { firstRequest, savedKey } from "./offered-methods.ts";

test.each([
  ["es", "es"],
  ["fr-CA", "en"],
  ["ar", "en"],
] as const)("a reader of %s is asked to sign a mandate in %s", (language, locale) => {
  expect(firstRequest("bank", exampleSession(), language)).toEqual({ type: "bank", locale });
  expect(firstRequest(savedKey("pm_1"), exampleSession(), language)).toMatchObject({ locale });
});
