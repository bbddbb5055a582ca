import type { ReviewCase as CaseAnswer, ReviewClaim } from "#contract/console/reviews";
import { compareReading, type ReviewCase, type ReviewKey } from "../../customers/identity/index.ts";
import { staffNames } from "../../operators/staff/index.ts";
import type { ConsoleDeps } from "./console-deps.ts";
import { consoleApi } from "./console-guard.ts";

const staffActor = /^staff:(.+)$/;

export async function presentCase(
  deps: ConsoleDeps,
  { operatorId, kycVerificationId }: ReviewKey,
  opened: ReviewCase,
  claim: ReviewClaim | null,
): Promise<CaseAnswer> {
  const { verification, customer, reading, outcome, decision, accesses, otherReviewers } = opened;
  const actors = accesses.flatMap(({ actor }) => staffActor.exec(actor)?.[1] ?? []);
  const nameOf = await staffNames(deps, operatorId, [
    ...actors,
    ...otherReviewers.map(({ staffId }) => staffId),
    ...(decision ? [decision.staffId] : []),
  ]);
  const { data, externalCustomerId, createdAt, kycVerifications } = customer;
  const isNewest = kycVerifications[0]?.kycVerificationId === kycVerificationId;
  return {
    verification,
    reasons: (outcome?.reasons ?? []).map(({ code, staffMessage }) => ({
      code,
      message: staffMessage,
    })),
    checks: verification.checks,
    customer: {
      externalCustomerId,
      data,
      createdAt,
      otherVerifications: kycVerifications.filter(
        (kycVerification) => kycVerification.kycVerificationId !== kycVerificationId,
      ),
    },
    reading: reading && {
      readable: reading.readable,
      checkDigitsValid: reading.checkDigitsValid,
      fields: compareReading(reading, data),
      problems: reading.problems.map(({ code, message }) => ({ code, message })),
    },
    images: opened.images.map((image) => ({
      ...image,
      url: `${consoleApi}/reviews/${kycVerificationId}/images/${image.uploadId}`,
    })),
    decision: decision && {
      staff: nameOf(decision.staffId),
      reason: decision.reason,
      decidedAt: verification.decidedAt,
    },
    canDecide: verification.status === "under_review",
    canReopen: verification.status === "rejected_manually" && isNewest,
    version: opened.version,
    claim,
    otherReviewers: otherReviewers.map(({ staffId, at }) => ({ staff: nameOf(staffId), at })),
    accesses: accesses.map(({ actor, action, uploadId, at }) => {
      const staffId = staffActor.exec(actor)?.[1];
      const name = staffId === undefined ? actor : nameOf(staffId).name;
      return { actor: name, action, uploadId, at: at.toISOString() };
    }),
  };
}
