import { expect, test, vi } from "vitest";
import { createLog } from "./log.ts";

function createReadableLog() {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? "{}") };
}

test("the log writes only fields on the list, and only plain values", () => {
  const { log, last } = createReadableLog();
  // What does not compile can still arrive from a spread object.
  const fields: object = {
    paymentId: "pay_1",
    statusCode: 201,
    cardNumber: "4242424242424242",
    cvc: "123",
    reason: { card: { number: "4242424242424242" } },
  };
  log.info("paid", fields);
  expect(last()).toMatchObject({ msg: "paid", paymentId: "pay_1", statusCode: 201 });
  expect(Object.keys(last()).sort()).toEqual(
    ["level", "msg", "paymentId", "statusCode", "time"].sort(),
  );
});

test("a field that is not on the list does not compile, so that no log line lacks it unnoticed", () => {
  const { log, last } = createReadableLog();
  log.warn("not sent", { refundId: "ref_1", disputeId: "dsp_1", name: "ACH-20261123-A.txt" });
  expect(last()).toMatchObject({
    refundId: "ref_1",
    disputeId: "dsp_1",
    name: "ACH-20261123-A.txt",
  });
  // @ts-expect-error: not on the list
  log.info("paid", { cardNumber: "4242424242424242" });
});

test("digits that may be a card number are masked in allowed fields and in errors", () => {
  const { log, lines, last } = createReadableLog();
  const cause = new Error("of 5555-5555-5555-4444");
  log.error("failed", {
    reason: "declined 4242 4242 4242 4242",
    error: new Error("for 378282246310005", { cause }),
  });
  expect(lines.join()).not.toMatch(/4242 4242|378282246310005|5555-5555/);
  expect(last().reason).toBe("declined [digits]");
  expect(last().error).toMatchObject({ name: "Error", message: "for [digits]" });
  expect(last().error.cause.message).toBe("of [digits]");
});

test("times and amounts stay readable", () => {
  const { log, last } = createReadableLog();
  log.info("x", { from: "2026-03-10T12:00:00.000Z", count: 12_345 });
  expect(last()).toMatchObject({ from: "2026-03-10T12:00:00.000Z", count: 12_345 });
});

test("messages below the level are not written", () => {
  const { log, lines } = createReadableLog();
  log.debug("quiet");
  expect(lines).toEqual([]);
});

test("the same error of the same row is written once an hour", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const { log, lines, last } = createReadableLog();
    const fail = (paymentId: string, problem: string) =>
      log.errorHourly("not expired", { paymentId, error: new Error(problem) });
    for (let round = 0; round < 100; round += 1) fail("pay_1", "broken");
    expect(lines).toHaveLength(1);
    expect(last()).toMatchObject({ msg: "not expired", paymentId: "pay_1" });
    expect(last().error.message).toBe("broken");
    fail("pay_2", "broken");
    fail("pay_1", "locked");
    expect(lines).toHaveLength(3);
    vi.advanceTimersByTime(60 * 60_000);
    fail("pay_1", "broken");
    expect(lines).toHaveLength(4);
  } finally {
    vi.useRealTimers();
  }
});
