import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  eventStatus,
  isOpen,
  type KycHappening,
  type KycStatus,
  kycStatuses,
  nextKycStatus,
} from "./kyc-status.ts";
import { mostRetries, retryRule } from "./retry-rules.ts";

const happenings: readonly KycHappening[] = [
  "read_as_verified",
  "read_as_under_review",
  "read_as_rejected",
  "approved_by_staff",
  "rejected_by_staff",
  "document_expired",
  "identity_changed",
];
const hourMs = 3_600_000;

describe("the status of a verification", () => {
  test("takes exactly the steps that are agreed", () => {
    const steps = kycStatuses.flatMap((from) =>
      happenings.flatMap((happening) => {
        const to = nextKycStatus(from, happening);
        return to === undefined ? [] : [`${from} → ${to}`];
      }),
    );
    expect(steps).toEqual([
      "pending → verified",
      "pending → under_review",
      "pending → rejected",
      "verified → expired",
      "verified → expired",
      "under_review → verified_manually",
      "under_review → rejected_manually",
      "verified_manually → expired",
      "verified_manually → expired",
    ]);
  });

  test("never comes back to where it was, whatever happens in whatever order", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...happenings), { maxLength: 30 }), (course) => {
        let status: KycStatus = "pending";
        const seen: KycStatus[] = [status];
        for (const happening of course) {
          const next = nextKycStatus(status, happening);
          if (next === undefined) continue;
          status = next;
          expect(seen).not.toContain(status);
          seen.push(status);
        }
        expect(seen.length).toBeLessThanOrEqual(4);
        // Nobody is verified but by the rule from the start, or by staff after a review.
        if (seen.includes("verified_manually")) expect(seen).toContain("under_review");
        if (seen.includes("verified")) expect(seen[1]).toBe("verified");
        if (status === "expired")
          expect(seen.some((each) => each.startsWith("verified"))).toBe(true);
      }),
    );
  });

  test("is told to webhooks with a hyphen where staff decided", () => {
    expect(kycStatuses.map(eventStatus)).toEqual([
      "pending",
      "verified",
      "under_review",
      "rejected",
      "verified-manually",
      "rejected-manually",
      "expired",
    ]);
  });

  test("is open only while somebody has to do something", () => {
    expect(kycStatuses.filter(isOpen)).toEqual(["pending", "under_review"]);
  });
});

describe("trying again", () => {
  const nowMs = Date.UTC(2026, 5, 1);
  const rule = (status: KycStatus, canHelp = true) =>
    retryRule({ status, canHelp, retriedAtMs: [], nowMs }).allowed;

  test("is for what was rejected by the rule or has expired, not for what staff rejected", () => {
    expect(kycStatuses.filter((status) => rule(status))).toEqual(["rejected", "expired"]);
    expect(rule("rejected", false)).toBe(false);
  });

  test("that nothing delays was possible a moment ago already", () => {
    const found = retryRule({ status: "rejected", canHelp: true, retriedAtMs: [], nowMs });
    expect(found).toMatchObject({ allowed: true });
    if (found.allowed) expect(found.atMs).toBeLessThan(nowMs);
  });

  test("waits so that no 24 hours ever hold more than three tries", () => {
    const times = fc.array(fc.integer({ min: 1, max: 40 * hourMs }), { maxLength: 12 });
    fc.assert(
      fc.property(times, (pauses) => {
        const begun: number[] = [];
        let time = nowMs;
        for (const pause of pauses) {
          time += pause;
          const found = retryRule({
            status: "rejected",
            canHelp: true,
            retriedAtMs: begun,
            nowMs: time,
          });
          if (found.allowed && found.atMs <= time) begun.push(time);
        }
        for (const [index, atMs] of begun.entries()) {
          const after = begun[index + mostRetries];
          if (after !== undefined) expect(after - atMs).toBeGreaterThanOrEqual(24 * hourMs);
        }
      }),
    );
  });
});
