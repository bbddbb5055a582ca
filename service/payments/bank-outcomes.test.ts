import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { AchOutcome } from "../rails/ach/index.ts";
import { applyAchOutcome } from "./methods/bank/apply-ach-outcome.ts";
import { type BankWorld, createBankWorld } from "./testing/bank-world.ts";

/**
 * For any order of bank actions, crashes, and repeated or late outcomes: a debit is ordered at most once, and the
 * payment ends as the rail's record says.
 */
let world: BankWorld;
beforeAll(async () => {
  world = await createBankWorld();
});
afterAll(() => world.close());

const step = fc.constantFrom(
  "bank takes the file",
  "window passes",
  "is returned",
  "canceled by the operator",
  "recovered",
  "old outcomes",
  "new day",
);
type Step = typeof step extends fc.Arbitrary<infer Name> ? Name : never;

let serial = 0;

async function take(each: Step, paymentId: string, accountNumber: string): Promise<void> {
  const { payments, deps } = world.service;
  switch (each) {
    case "bank takes the file":
      return world.bankTakesFile();
    case "window passes":
      return world.windowPasses();
    case "is returned":
      // `sendBack` fails if no entry was sent yet, or if the entry was already returned.
      await world.sendBack(accountNumber, "R10").catch(() => undefined);
      return world.runJob("ach.returns");
    case "canceled by the operator":
      await deps.ach.cancel(world.operator.operatorId, paymentId);
      return;
    case "recovered":
      world.clock.advance(7 * 60 * 60_000);
      return world.runJob("payments.recover");
    case "old outcomes": {
      const [entry] = await world.entriesOf(paymentId);
      for (const outcome of outcomesUpTo(entry?.status)) {
        await applyAchOutcome(payments, paymentId, outcome);
      }
      return;
    }
    case "new day":
      world.clock.advance(24 * 60 * 60_000);
      return;
  }
}

/** The rail's outcomes up to a status, newest first. */
function outcomesUpTo(status: string | undefined): Pick<AchOutcome, "status" | "returnCode">[] {
  const filed = { status: "filed", returnCode: null } as const;
  const settled = { status: "settled", returnCode: null } as const;
  switch (status) {
    case "filed":
      return [filed];
    case "settled":
      return [settled, filed];
    case "returned":
      // The entry no longer shows the earlier settlement, so a repeated settlement must change nothing.
      return [{ status: "returned", returnCode: "R10" }, settled, filed];
    case "canceled":
      return [{ status: "canceled", returnCode: null }];
    default:
      return [];
  }
}

it("ends as the rail's record says, and never changes afterwards", async () => {
  const { ach } = world.service.deps;
  const { order } = ach;
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(step, { minLength: 1, maxLength: 8 }),
      async (isCutOff, steps) => {
        serial += 1;
        const accountNumber = `5511${String(serial).padStart(6, "0")}`;
        const intent = await world.createIntent();
        if (isCutOff) ach.order = () => Promise.reject(new Error("the process died"));
        await world.payByDebit(intent, { account: { accountNumber } });
        ach.order = order;
        const shown = await world.statusOf(intent);
        const { paymentId } = (shown["payments"] as unknown as [{ paymentId: string }])[0];
        for (const step of steps) await take(step, paymentId, accountNumber);

        await take("recovered", paymentId, accountNumber);
        await world.bankTakesFile();
        await world.windowPasses();
        const entries = await world.entriesOf(paymentId);
        expect(entries).toHaveLength(1);
        const ends: Record<string, string> = {
          settled: "success",
          returned: "failed",
          canceled: "failed",
        };
        const end = await world.statusOf(intent);
        expect(end["status"]).toBe(ends[entries[0]?.status ?? ""]);
        const events = await world.eventsOf(intent);
        expect(events.join(" ")).toMatch(/^created pending( failed| success| success failed)$/);

        await take("old outcomes", paymentId, accountNumber);
        await take("recovered", paymentId, accountNumber);
        expect(await world.eventsOf(intent)).toEqual(events);
      },
    ),
    { numRuns: 15, endOnFailure: true },
  );
}, 180_000);
