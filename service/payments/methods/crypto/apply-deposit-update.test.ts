import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DepositView } from "../../../rails/coins/index.ts";
import type { AttemptRecord } from "../../records.ts";
import { attemptStatus, nextAttemptStep } from "../../states/attempt-states.ts";
import { updateFor } from "./apply-deposit-update.ts";

const view: DepositView = {
  status: "waiting",
  asset: "USDC",
  network: "ethereum",
  address: "0x",
  amount: "40",
  received: "0",
  missing: "40",
  uri: "",
  confirmations: 0,
  required: 3,
  isOverpaid: false,
  hasWrongAsset: false,
  rate: "held",
  expiresAt: "",
  version: 1,
};
type Told = Pick<AttemptRecord, "step" | "messages" | "detail">;
const waiting: Told = { step: "awaiting_customer", messages: [], detail: { deposit: view } };

/** Everything that follows from one view after the other: the attempt at the end, and its steps. */
function takeAll(views: readonly DepositView[], first: Told = waiting) {
  let attempt = first;
  const steps: string[] = [];
  for (const each of views) {
    for (let news = updateFor(attempt, each); news; news = updateFor(attempt, each)) {
      const step = news.event ? nextAttemptStep(attempt.step, news.event) : attempt.step;
      if (!step) throw new Error(`${news.event} is no way from ${attempt.step}`);
      if (news.event) steps.push(step);
      const messages = [
        ...attempt.messages,
        ...(news.reason ? [{ code: news.reason, atMs: 0 }] : []),
      ];
      attempt = { step, messages, detail: news.patch?.detail ?? attempt.detail };
      if (steps.length > 20) throw new Error("it goes on for ever");
    }
  }
  return { step: attempt.step, steps, messages: attempt.messages.map(({ code }) => code) };
}

const then = (version: number, changes: Partial<DepositView>) => ({ ...view, version, ...changes });

describe("what follows from how a deposit stands", () => {
  test.each<[string, DepositView[], string, string[]]>([
    ["confirmed", [then(2, { status: "confirmed" })], "success", []],
    [
      "all in order",
      [
        then(2, { status: "detected" }),
        then(3, { status: "confirming" }),
        then(4, { status: "confirmed" }),
      ],
      "success",
      [],
    ],
    [
      "it falls back",
      [then(2, { status: "confirming" }), then(3, { status: "waiting" })],
      "awaiting_customer",
      [],
    ],
    ["too much", [then(2, { status: "confirmed", isOverpaid: true })], "success", ["overpaid"]],
    [
      "too much, told later",
      [then(2, { status: "confirmed" }), then(3, { status: "confirmed", isOverpaid: true })],
      "success",
      ["overpaid"],
    ],
    ["nothing came", [then(2, { status: "expired" })], "failed", ["deposit_not_received"]],
    ["not enough came", [then(2, { status: "expired", received: "20" })], "failed", ["underpaid"]],
    [
      "it came late",
      [then(2, { status: "expired" }), then(3, { status: "late" })],
      "failed",
      ["deposit_not_received", "paid_late"],
    ],
    [
      "the end was passed over",
      [then(3, { status: "late" })],
      "failed",
      ["deposit_not_received", "paid_late"],
    ],
    ["another asset", [then(2, { hasWrongAsset: true })], "awaiting_customer", ["wrong_asset"]],
    ["shaken", [then(2, { status: "confirmed" }), then(3, { status: "shaken" })], "success", []],
    [
      "taken back",
      [then(2, { status: "confirmed" }), then(3, { status: "reorganised" })],
      "failed",
      ["chain_reorganised"],
    ],
    [
      "taken back and paid again",
      [then(2, { status: "confirmed" }), then(4, { status: "late" })],
      "failed",
      ["chain_reorganised", "paid_late"],
    ],
  ])("%s", (_, views, step, messages) => {
    expect(takeAll(views)).toMatchObject({ step, messages });
  });

  test("news of before changes nothing; while the request runs nobody else moves it", () => {
    const confirmed = then(5, { status: "confirmed" });
    expect(takeAll([confirmed, then(4, { status: "expired" })])).toMatchObject({ step: "success" });
    expect(updateFor({ ...waiting, step: "started" }, confirmed)).toBeNull();
  });
});

test("whatever is told in whatever order, it ends, keeps to the table, and says nothing twice", () => {
  const views = fc.array(
    fc.record({
      status: fc.constantFrom<DepositView["status"]>(
        "waiting",
        "underpaid",
        "detected",
        "confirming",
        "confirmed",
        "shaken",
        "reorganised",
        "expired",
        "late",
      ),
      received: fc.constantFrom("0", "20"),
      isOverpaid: fc.boolean(),
      hasWrongAsset: fc.boolean(),
      version: fc.integer({ min: 1, max: 9 }),
    }),
    { maxLength: 9 },
  );
  fc.assert(
    fc.property(views, (changes) => {
      const { steps, messages } = takeAll(changes.map((each) => ({ ...view, ...each })));
      expect(new Set(messages).size).toBe(messages.length);
      const final = steps.filter((step) => attemptStatus(step as never) !== "pending");
      expect([[], ["success"], ["failed"], ["success", "failed"]]).toContainEqual(final);
    }),
  );
});
