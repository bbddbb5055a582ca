import type { KycUpload } from "#contract/client/kyc";
import type { KycSession } from "../kyc-responses.ts";
import type { ReadyPicture } from "../picture/picture.ts";

/** A license with consent and without a picture. */
export function exampleSession(change: Partial<KycSession> = {}): KycSession {
  return {
    status: "pending",
    nextAction: "upload",
    checks: [],
    reasons: [],
    canRetry: false,
    retryAt: null,
    retakeSides: [],
    kycVerificationId: "kyc_1",
    operator: { name: "Northwind" },
    documentType: "drivers_license",
    documentTypes: ["drivers_license", "passport"],
    sides: [
      { side: "front", upload: null },
      { side: "back", upload: null },
    ],
    requirements: [],
    handoff: null,
    submittedAt: null,
    decidedAt: null,
    serverTime: "2026-11-22T03:00:00.000Z",
    ...change,
  };
}

export function exampleUpload(change: Partial<KycUpload> = {}): KycUpload {
  return {
    uploadId: "kup_1",
    side: "front",
    state: "received",
    offset: 1000,
    sizeBytes: 1000,
    problems: [],
    ...change,
  };
}

export function examplePicture(change: Partial<ReadyPicture> = {}): ReadyPicture {
  return {
    blob: new Blob(["x".repeat(1000)]),
    widthPx: 1600,
    heightPx: 1000,
    warnings: [],
    barcode: "unknown",
    source: "camera",
    ...change,
  };
}
