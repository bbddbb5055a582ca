import { expect, test } from "vitest";
import { object, optional, readOrNull, text } from "./readers.ts";

test("an object is read on pages where a library extended Object.prototype", () => {
  const everyObject = Object.prototype as Record<string, unknown>;
  everyObject["added"] = "by a library";
  try {
    expect(readOrNull(object({ step: text, more: optional(text) }), { step: "card" })).toEqual({
      step: "card",
    });
  } finally {
    delete everyObject["added"];
  }
});
