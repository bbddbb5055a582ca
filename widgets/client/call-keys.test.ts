import { expect, test } from "vitest";
import { createCallKeys } from "./call-keys.ts";

const createKeys = () => {
  let made = 0;
  return createCallKeys(() => `key-${++made}`);
};

test.each<[number, string | null]>([
  [200, null],
  [400, "sms_code_wrong"],
  [409, "conflicting_state"],
])("after %i %s the same call is a new one", (status, code) => {
  const keys = createKeys();
  expect(keys.keyOf("check 1")).toBe("key-1");
  keys.responded(status, code);
  expect(keys.keyOf("check 1")).toBe("key-2");
});

test.each<[number, string | null]>([
  [429, "rate_limited"],
  [503, "sms_unavailable"],
  [409, "idempotency_key_in_use"],
])("after %i %s the same call is the earlier one, and another call is not", (status, code) => {
  const keys = createKeys();
  expect(keys.keyOf("check 1")).toBe("key-1");
  keys.responded(status, code);
  expect(keys.keyOf("check 1")).toBe("key-1");
  expect(keys.keyOf("check 2")).toBe("key-2");
});
