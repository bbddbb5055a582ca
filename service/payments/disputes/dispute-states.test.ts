import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type DisputeStage,
  type DisputeStatus,
  disputeStages,
  disputeStatuses,
} from "#contract/api/disputes";
import {
  type DisputePlace,
  disputeActs,
  holdOf,
  isOpen,
  mayFollow,
  statusAfter,
} from "./dispute-states.ts";

const stage = fc.constantFrom<DisputeStage[]>(...disputeStages);
const status = fc.constantFrom<DisputeStatus[]>(...disputeStatuses);
const place = fc.record({ stage, status });

const change = fc.oneof(
  fc.record({ notice: place }),
  fc.record({ act: fc.constantFrom(...disputeActs) }),
);

/** Drops a change that the table does not allow. */
function follow(from: DisputePlace, each: { notice?: DisputePlace; act?: string }): DisputePlace {
  if (each.notice) return mayFollow(from, each.notice) ? each.notice : from;
  const next = statusAfter(from.status, each.act as (typeof disputeActs)[number]);
  return next ? { stage: from.stage, status: next } : from;
}

describe("a dispute's states", () => {
  test("never go back a stage, and leave accepted only by a win or when the processor refuses", () => {
    fc.assert(
      fc.property(place, fc.array(change, { maxLength: 30 }), (start, changes) => {
        let now: DisputePlace = start;
        for (const change of changes as { notice?: DisputePlace; act?: string }[]) {
          const next = follow(now, change);
          expect(disputeStages.indexOf(next.stage)).toBeGreaterThanOrEqual(
            disputeStages.indexOf(now.stage),
          );
          if (now.status === "accepted" && next.status !== "accepted") {
            expect(change.act ?? change.notice?.status).toMatch(/^(refuse|won)$/);
          }
          if (now.stage === next.stage && now.status === "won") expect(next.status).toBe("won");
          now = next;
        }
      }),
    );
  });

  test("hold money from a chargeback until it is won, and only then", () => {
    fc.assert(
      fc.property(place, (each) => {
        const { takesMoney, blocksRefunds, isLost } = holdOf(each);
        expect(takesMoney).toBe(each.stage !== "inquiry" && each.status !== "won");
        expect(blocksRefunds && isLost).toBe(false);
        expect(blocksRefunds || isLost).toBe(takesMoney);
        expect(blocksRefunds).toBe(takesMoney && isOpen(each.status));
      }),
    );
  });

  test("can only be answered by us while they need a response", () => {
    for (const disputeStatus of disputeStatuses) {
      const isWaiting = disputeStatus === "needs-response";
      for (const act of ["submit", "accept", "expire"] as const) {
        expect(statusAfter(disputeStatus, act) !== undefined).toBe(isWaiting);
      }
    }
  });

  test.each([
    ["needs-response", "lost", true],
    ["under-review", "needs-response", false],
    ["lost", "won", true],
    ["won", "lost", false],
    ["expired", "lost", true],
    ["accepted", "lost", false],
    ["accepted", "won", true],
    ["under-review", "accepted", true],
    ["under-review", "expired", true],
    ["expired", "under-review", true],
  ] as const)("%s → %s in one stage: %s", (from, to, allowed) => {
    const at = (each: DisputeStatus) => ({ stage: "chargeback" as const, status: each });
    expect(mayFollow(at(from), at(to))).toBe(allowed);
  });

  test("a won chargeback can move to pre-arbitration", () => {
    const won = { stage: "chargeback", status: "won" } as const;
    expect(mayFollow(won, { stage: "pre_arbitration", status: "needs-response" })).toBe(true);
    expect(mayFollow({ stage: "pre_arbitration", status: "won" }, won)).toBe(false);
  });
});
