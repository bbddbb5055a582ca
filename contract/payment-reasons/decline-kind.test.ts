import { expect, it } from "vitest";
import { declineKindOf } from "./decline-kind.ts";

it.each([
  ["stolen_card", "hard"],
  ["expired_card", "hard"],
  ["incorrect_cvc", "hard"],
  ["insufficient_funds", "soft"],
  ["do_not_honor", "soft"],
  ["authentication_failed", "soft"],
  ["a_code_of_tomorrow", "soft"],
  ["ach_r10", "returned"],
  ["authentication_canceled", "left"],
])("counts %s as %s", (code, kind) => {
  expect(declineKindOf(code)).toBe(kind);
});
