import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  eventStatus,
  isOpen,
  type KycEvent,
  type KycStatus,
  kycStatuses,
  nextKycStatus,
} from "./kyc-status.ts";
import { maxRetries, retryRule } from "./retry-rules.ts";

const kycEvents: readonly KycEvent[] = [
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
  test("has exactly the specified transitions", () => {
    const steps = kycStatuses.flatMap((from) =>
      kycEvents.flatMap((event) => {
        const to = nextKycStatus(from, event);
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

  test("never returns to an earlier status, in any order of events", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...kycEvents), { maxLength: 30 }), (events) => {
        let status: KycStatus = "pending";
        const seen: KycStatus[] = [status];
        for (const event of events) {
          const next = nextKycStatus(status, event);
          if (next === undefined) continue;
          status = next;
          expect(seen).not.toContain(status);
          seen.push(status);
        }
        expect(seen.length).toBeLessThanOrEqual(4);
        // Only a review leads to `verified_manually`, only the automatic decision to `verified`.
        if (seen.includes("verified_manually")) expect(seen).toContain("under_review");
        if (seen.includes("verified")) expect(seen[1]).toBe("verified");
        if (status === "expired")
          expect(seen.some((each) => each.startsWith("verified"))).toBe(true);
      }),
    );
  });

  test("has a hyphen in webhooks if staff decided", () => {
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

  test("is open only while pending or under review", () => {
    expect(kycStatuses.filter(isOpen)).toEqual(["pending", "under_review"]);
  });
});

describe("retrying", () => {
  const nowMs = Date.UTC(2026, 5, 1);
  const rule = (status: KycStatus, canHelp = true) =>
    retryRule({ status, canHelp, retriedAtMs: [], nowMs }).allowed;

  test("is allowed after an automatic rejection or an expiry, but not after staff's rejection", () => {
    expect(kycStatuses.filter((status) => rule(status))).toEqual(["rejected", "expired"]);
    expect(rule("rejected", false)).toBe(false);
  });

  test("is allowed at once if nothing delays it", () => {
    const found = retryRule({ status: "rejected", canHelp: true, retriedAtMs: [], nowMs });
    expect(found).toMatchObject({ allowed: true });
    if (found.allowed) expect(found.atMs).toBeLessThan(nowMs);
  });

  test("never allows more than three retries in 24 hours", () => {
    const times = fc.array(fc.integer({ min: 1, max: 40 * hourMs }), { maxLength: 12 });
    fc.assert(
      fc.property(times, (pauses) => {
        const started: number[] = [];
        let time = nowMs;
        for (const pause of pauses) {
          time += pause;
          const found = retryRule({
            status: "rejected",
            canHelp: true,
            retriedAtMs: started,
            nowMs: time,
          });
          if (found.allowed && found.atMs <= time) started.push(time);
        }
        for (const [index, atMs] of started.entries()) {
          const after = started[index + maxRetries];
          if (after !== undefined) expect(after - atMs).toBeGreaterThanOrEqual(24 * hourMs);
        }
      }),
    );
  });
});
