import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shortReference } from "./short-reference.ts";

describe("a short reference", () => {
  test("never changes: references that are at a vendor must be found after an upgrade", () => {
    expect(shortReference("pay_7xKq2mVb9RtW4nZs8LcD1fGh-1", 20)).toBe("pi73afxhi35s04om0h4l");
    expect(shortReference("pay_7xKq2mVb9RtW4nZs8LcD1fGh-1", 15)).toBe("fxhi35s04om0h4l");
  });

  test("is the end of the digest in base 36", () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 12, max: 40 }), (key, length) => {
        const reference = shortReference(key, length);
        expect(reference).toMatch(/^[0-9a-z]+$/);
        expect(reference).toHaveLength(length);
        const digest = BigInt(`0x${createHash("sha256").update(key).digest("hex")}`);
        const number = [...reference].reduce(
          (sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)),
          0n,
        );
        expect(number).toBe(digest % 36n ** BigInt(length));
      }),
    );
  });

  test("differs for the attempts of one payment and for its reversal", () => {
    const keys = ["-1", "-2", "-10", "-1-reversal"].map(
      (end) => `pay_7xKq2mVb9RtW4nZs8LcD1fGh${end}`,
    );
    expect(new Set(keys.map((key) => shortReference(key, 20))).size).toBe(keys.length);
  });

  test.each([0, 11, 41, 20.5])("of %d characters is refused", (length) => {
    expect(() => shortReference("pay_1", length)).toThrow(RangeError);
  });
});
