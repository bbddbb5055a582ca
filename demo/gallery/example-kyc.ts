import type { KycUpload } from "#contract/client/kyc";
import type { KycSession } from "../../widgets/kyc/kyc-responses.ts";
import { firstState, type KycState } from "../../widgets/kyc/machine/state.ts";
import type { ReadyPicture } from "../../widgets/kyc/picture/picture.ts";

export const exampleKycSession: KycSession = {
  status: "pending",
  nextAction: "consent",
  checks: [],
  reasons: [],
  canRetry: false,
  retryAt: null,
  retakeSides: [],
  kycVerificationId: "kyc_01jd9x4k2m8q3r5t7v9w1y3z",
  operator: { name: "Northwind Games" },
  documentType: null,
  documentTypes: ["drivers_license", "passport"],
  sides: [],
  requirements: [],
  handoff: null,
  submittedAt: null,
  decidedAt: null,
  serverTime: "2026-11-22T03:00:00.000Z",
};

/** A picture that is uploading or received. */
export function exampleUpload(side: string, change: Partial<KycUpload> = {}): KycUpload {
  return {
    uploadId: `kup_${side}`,
    side,
    state: "received",
    offset: 480_000,
    sizeBytes: 480_000,
    problems: [],
    ...change,
  };
}

export function licenseSession(change: Partial<KycSession> = {}): KycSession {
  return {
    ...exampleKycSession,
    nextAction: "upload",
    documentType: "drivers_license",
    sides: [
      { side: "front", upload: null },
      { side: "back", upload: null },
    ],
    ...change,
  };
}

const passed = [
  "document_readable",
  "document_unexpired",
  "date_of_birth",
  "last_name",
  "first_name",
  "document_number_unused",
  "front_number",
  "front_date_of_birth",
  "front_name",
];

/** A decided session; `failed` lists the checks that did not pass. */
export function decidedSession(
  status: string,
  change: Partial<KycSession> = {},
  failed: readonly string[] = [],
): KycSession {
  return licenseSession({
    status,
    nextAction: "none",
    sides: [
      { side: "front", upload: exampleUpload("front") },
      { side: "back", upload: exampleUpload("back") },
    ],
    checks: passed.map((code) => ({
      code,
      result: failed.includes(code) ? "failed" : "passed",
      message: code,
    })),
    ...change,
  });
}

export function examplePicture(change: Partial<ReadyPicture> = {}): ReadyPicture {
  return {
    blob: new Blob(),
    widthPx: 1280,
    heightPx: 810,
    warnings: [],
    barcode: "unknown",
    source: "camera",
    ...change,
  };
}

export function kycStateWith(
  change: Partial<KycState>,
  session: KycSession = exampleKycSession,
): KycState {
  return { ...firstState, step: "choose", session, ...change };
}
