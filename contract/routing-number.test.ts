import { expect, test } from "vitest";
import { isRoutingNumber } from "./routing-number.ts";

test.each(["110000000", "021000021", "011401533", "325272021"])(
  "%s is a routing number",
  (number) => {
    expect(isRoutingNumber(number)).toBe(true);
  },
);

test.each([
  ["a wrong check digit", "021000022"],
  ["two digits exchanged", "012000021"],
  ["a prefix that no Reserve Bank has", "900000000"],
  ["eight digits", "02100002"],
  ["ten digits", "0210000210"],
  ["letters", "02100002a"],
  ["nothing", ""],
])("%s is not a routing number", (_, number) => {
  expect(isRoutingNumber(number)).toBe(false);
});
