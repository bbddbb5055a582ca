import { expect, it } from "vitest";
import { toReasonCode } from "./reason-code.ts";

it("converts processors' codes to snake_case", () => {
  expect(toReasonCode("Do-Not Honor!")).toBe("do_not_honor");
  expect(toReasonCode("…")).toBe("generic_decline");
  expect(toReasonCode("x".repeat(200))).toHaveLength(64);
  expect(toReasonCode("quantum_mismatch")).toBe("quantum_mismatch");
});
