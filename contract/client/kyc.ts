/**
 * Calls of the KYC frame, with a client secret of the customer: the one from kyc-info, or an intent's if the operator
 * verifies on the first payment or payout.
 *
 *   GET  /v1/client/kyc                               → kycSession
 *   GET  /v1/client/kyc/status                        → kycProgress
 *   POST /v1/client/kyc/consent                       giveKycConsent → kycSession
 *   POST /v1/client/kyc/uploads                       beginKycUpload → kycUpload
 *   POST /v1/client/kyc/uploads/{uploadId}?offset=n   bytes → kycUpload
 *   GET  /v1/client/kyc/uploads/{uploadId}            → kycUpload
 *   POST /v1/client/kyc/submit                        {} → kycSession
 *   POST /v1/client/kyc/retry                         {} → kycSession
 *   POST /v1/client/kyc/handoff                       {} → kycHandoff
 *
 * Upload a picture in order, in chunks of at most {@link kycUploadLimits} `chunkBytes`. If a response is lost, send the
 * chunk again at the same offset. After a network failure, read the offset from the upload.
 *
 * Another device gets a handoff's secret through a link. It allows the same calls for this verification, except
 * `handoff`.
 */
import * as z from "zod/mini";
import { shownOperator } from "./operator.ts";
import { requirement } from "./session.ts";

export const kycDocumentTypes = ["drivers_license", "passport"] as const;
export type KycDocumentType = (typeof kycDocumentTypes)[number];

/** Sides of a document to photograph. */
export const kycSides = ["front", "back", "photo_page"] as const;
export type KycSide = (typeof kycSides)[number];

/** The service detects a picture's type from its bytes. */
export const kycUploadLimits = {
  maxBytes: 12 * 1024 * 1024,
  chunkBytes: 512 * 1024,
  contentTypes: ["image/jpeg", "image/png", "image/webp"],
} as const;

/** Consent to read and store the document. */
export const giveKycConsent = z.strictObject({
  documentType: z.enum(kycDocumentTypes),
  consent: z.literal(true),
});
export type GiveKycConsent = z.infer<typeof giveKycConsent>;

/** Announces a picture of `sizeBytes`. Once complete, it replaces the side's previous picture. */
export const beginKycUpload = z.strictObject({
  side: z.enum(kycSides),
  sizeBytes: z.int().check(z.gte(1)),
});
export type BeginKycUpload = z.infer<typeof beginKycUpload>;

/** A problem in words for the customer. `code` is an open list. */
export const kycPictureProblem = z.object({
  code: z.string(),
  message: z.string(),
  /** False for a warning: the picture is accepted. */
  blocking: z.boolean(),
});
export type KycPictureProblem = z.infer<typeof kycPictureProblem>;

/** `state`: `uploading`, `received` or `refused`; an open list. */
export const kycUpload = z.object({
  uploadId: z.string(),
  side: z.string(),
  state: z.string(),
  /** Offset of the next chunk. */
  offset: z.number(),
  sizeBytes: z.number(),
  problems: z.array(kycPictureProblem),
});
export type KycUpload = z.infer<typeof kycUpload>;

export const kycSideState = z.object({ side: z.string(), upload: z.nullable(kycUpload) });
export type KycSideState = z.infer<typeof kycSideState>;

/** `result`: `passed`, `failed`, `unknown`; an open list. */
export const kycCheck = z.object({ code: z.string(), result: z.string(), message: z.string() });

/** A reason in words for the customer. */
export const kycReason = z.object({ code: z.string(), message: z.string() });

/** The link to open on another device. The secret follows the `#`. */
export const kycHandoff = z.object({ url: z.string(), expiresAt: z.string() });
export type KycHandoff = z.infer<typeof kycHandoff>;

/** `openedAt` is null until someone opens the link. */
export const kycHandoffState = z.object({
  expiresAt: z.string(),
  openedAt: z.nullable(z.string()),
});
export type KycHandoffState = z.infer<typeof kycHandoffState>;

const progress = {
  /** `none` before the start, then the newest verification's status; an open list. */
  status: z.string(),
  /** `consent`, `upload`, `submit`, `wait`, `retry` or `none`; an open list. */
  nextAction: z.string(),
  checks: z.array(kycCheck),
  reasons: z.array(kycReason),
  /** Whether a retry can help and is allowed. */
  canRetry: z.boolean(),
  /** When the next attempt is allowed; null: now. */
  retryAt: z.nullable(z.string()),
  /** Sides to photograph again on a retry; the other pictures are kept. */
  retakeSides: z.array(z.string()),
};

export const kycProgress = z.object(progress);
export type KycProgress = z.infer<typeof kycProgress>;

/** Everything the widget needs for its next screen. */
export const kycSession = z.object({
  ...progress,
  kycVerificationId: z.nullable(z.string()),
  operator: shownOperator,
  /** Null until the customer chooses. */
  documentType: z.nullable(z.string()),
  documentTypes: z.array(z.string()),
  sides: z.array(kycSideState),
  /** Data to compare the document with, which the customer must fill in first. */
  requirements: z.array(requirement),
  handoff: z.nullable(kycHandoffState),
  submittedAt: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  serverTime: z.string(),
});
export type KycSession = z.infer<typeof kycSession>;
