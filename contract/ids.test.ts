import fc from "fast-check";
import { expect, test } from "vitest";
import { createId, externalId, firstIdAt, idRandomBytes, idSchema } from "./ids.ts";

const bytes = fc.uint8Array({ minLength: idRandomBytes, maxLength: idRandomBytes });
const time = fc.integer({ min: 0, max: 4_102_444_800_000 });

test("an identifier matches its own kind's schema and no other's", () => {
  fc.assert(
    fc.property(time, bytes, (nowMs, random) => {
      const id = createId("paymentIntent", nowMs, random);
      expect(idSchema("paymentIntent").safeParse(id).success).toBe(true);
      expect(idSchema("payment").safeParse(id).success).toBe(false);
    }),
  );
});

test("identifiers sort by the time of their creation", () => {
  fc.assert(
    fc.property(time, time, bytes, bytes, (first, second, a, b) => {
      fc.pre(first !== second);
      expect(createId("event", first, a) < createId("event", second, b)).toBe(first < second);
    }),
  );
});

test("the first identifier of a moment parts those before it from those since", () => {
  fc.assert(
    fc.property(time, time, bytes, (made, moment, random) => {
      const isBefore = createId("event", made, random) < firstIdAt("event", moment);
      expect(isBefore).toBe(made < moment);
    }),
  );
});

test("operators' own ids take letters, digits and . _ ~ - up to 128 characters", () => {
  expect(externalId.safeParse("user-1.2_3~4").success).toBe(true);
  expect(externalId.safeParse("a".repeat(129)).success).toBe(false);
  expect(externalId.safeParse("").success).toBe(false);
  expect(externalId.safeParse("a/b").success).toBe(false);
});
