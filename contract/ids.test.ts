import fc from "fast-check";
import { expect, test } from "vitest";
import { createId, externalId, firstIdAt, idRandomBytes, idSchema } from "./ids.ts";

const bytes = fc.uint8Array({ minLength: idRandomBytes, maxLength: idRandomBytes });
const time = fc.integer({ min: 0, max: 4_102_444_800_000 });

test("an identifier matches only the schema of its kind", () => {
  fc.assert(
    fc.property(time, bytes, (nowMs, random) => {
      const id = createId("paymentIntent", nowMs, random);
      expect(idSchema("paymentIntent").safeParse(id).success).toBe(true);
      expect(idSchema("payment").safeParse(id).success).toBe(false);
    }),
  );
});

test("identifiers sort by creation time", () => {
  fc.assert(
    fc.property(time, time, bytes, bytes, (first, second, a, b) => {
      fc.pre(first !== second);
      expect(createId("event", first, a) < createId("event", second, b)).toBe(first < second);
    }),
  );
});

test("the first identifier of a moment separates earlier from later ones", () => {
  fc.assert(
    fc.property(time, time, bytes, (made, moment, random) => {
      const isBefore = createId("event", made, random) < firstIdAt("event", moment);
      expect(isBefore).toBe(made < moment);
    }),
  );
});

test("operators' own ids allow letters, digits and . _ ~ - up to 128 characters", () => {
  expect(externalId.safeParse("user-1.2_3~4").success).toBe(true);
  expect(externalId.safeParse("a".repeat(129)).success).toBe(false);
  expect(externalId.safeParse("").success).toBe(false);
  expect(externalId.safeParse("a/b").success).toBe(false);
});
