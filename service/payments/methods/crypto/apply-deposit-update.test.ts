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
type KnownAttempt = Pick<AttemptRecord, "step" | "messages" | "detail">;
const waiting: KnownAttempt = {
  step: "awaiting_customer",
  messages: [],
  detail: { deposit: view },
};

/** Applies the views in order. Returns the last step, all steps and the messages. */
function applyAll(views: readonly DepositView[], first: KnownAttempt = waiting) {
  let attempt = first;
  const steps: string[] = [];
  for (const view of views) {
    for (let update = updateFor(attempt, view); update; update = updateFor(attempt, view)) {
      const step = update.event ? nextAttemptStep(attempt.step, update.event) : attempt.step;
      if (!step) throw new Error(`${update.event} is no transition from ${attempt.step}`);
      if (update.event) steps.push(step);
      const messages = [
        ...attempt.messages,
        ...(update.reason ? [{ code: update.reason, atMs: 0 }] : []),
      ];
      attempt = { step, messages, detail: update.patch?.detail ?? attempt.detail };
      if (steps.length > 20) throw new Error("the updates never end");
    }
  }
  return { step: attempt.step, steps, messages: attempt.messages.map(({ code }) => code) };
}

const then = (version: number, changes: Partial<DepositView>) => ({ ...view, version, ...changes });

describe("what follows from a deposit's state", () => {
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
      "the transfer disappears",
      [then(2, { status: "confirming" }), then(3, { status: "waiting" })],
      "awaiting_customer",
      [],
    ],
    [
      "too much arrived",
      [then(2, { status: "confirmed", isOverpaid: true })],
      "success",
      ["overpaid"],
    ],
    [
      "too much, found later",
      [then(2, { status: "confirmed" }), then(3, { status: "confirmed", isOverpaid: true })],
      "success",
      ["overpaid"],
    ],
    ["nothing arrived", [then(2, { status: "expired" })], "failed", ["deposit_not_received"]],
    [
      "not enough arrived",
      [then(2, { status: "expired", received: "20" })],
      "failed",
      ["underpaid"],
    ],
    [
      "it arrived late",
      [then(2, { status: "expired" }), then(3, { status: "late" })],
      "failed",
      ["deposit_not_received", "paid_late"],
    ],
    [
      "the expiry was missed",
      [then(3, { status: "late" })],
      "failed",
      ["deposit_not_received", "paid_late"],
    ],
    ["another asset", [then(2, { hasWrongAsset: true })], "awaiting_customer", ["wrong_asset"]],
    ["shaken", [then(2, { status: "confirmed" }), then(3, { status: "shaken" })], "success", []],
    [
      "reorganised",
      [then(2, { status: "confirmed" }), then(3, { status: "reorganised" })],
      "failed",
      ["chain_reorganised"],
    ],
    [
      "reorganised and paid again",
      [then(2, { status: "confirmed" }), then(4, { status: "late" })],
      "failed",
      ["chain_reorganised", "paid_late"],
    ],
  ])("%s", (_, views, step, messages) => {
    expect(applyAll(views)).toMatchObject({ step, messages });
  });

  test("an older update changes nothing, and while the request runs no update moves the attempt", () => {
    const confirmed = then(5, { status: "confirmed" });
    expect(applyAll([confirmed, then(4, { status: "expired" })])).toMatchObject({
      step: "success",
    });
    expect(updateFor({ ...waiting, step: "started" }, confirmed)).toBeNull();
  });
});

test("updates in any order end, follow the table, and give each message once", () => {
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
      const { steps, messages } = applyAll(changes.map((change) => ({ ...view, ...change })));
      expect(new Set(messages).size).toBe(messages.length);
      const final = steps.filter((step) => attemptStatus(step as never) !== "pending");
      expect([[], ["success"], ["failed"], ["success", "failed"]]).toContainEqual(final);
    }),
  );
});
