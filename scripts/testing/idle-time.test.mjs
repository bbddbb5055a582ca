import { expect, test } from "vitest";
import { haveIdleTime } from "./idle-time.mjs";

test.each([
  [29, false],
  [31, true],
])("%i idle of 100 milliseconds: %s", async (idle, expected) => {
  const times = [
    { idle: 500, all: 1000 },
    { idle: 500 + idle, all: 1100 },
  ];
  const read = () => times.shift() ?? { idle: 0, all: 0 };
  expect(await haveIdleTime({ read, ms: 0 })).toBe(expected);
});

test("the machine's own times count", async () => {
  expect(typeof (await haveIdleTime({ ms: 20 }))).toBe("boolean");
});
