/**
 * Verifying who a customer is: what the frame calls. Every call takes a client secret of the customer:
 * the one of kyc-info, or one of an intent whose operator verifies on a first payment or payout.
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
 * A picture goes up in pieces of at most {@link kycUploadLimits} `chunkBytes`, in order. A piece whose answer
 * was lost is sent again at the same offset; after a lost network the upload says how far it is.
 *
 * A hand-off's secret, which another device gets by a link, opens the same calls for this one verification,
 * but for `handoff` itself.
 */
import * as z from "zod/mini";
import { requirement } from "./session.ts";

/** Documents that a customer can show. */
export const kycDocumentTypes = ["drivers_license", "passport"] as const;
/** One of {@link kycDocumentTypes}. */
export type KycDocumentType = (typeof kycDocumentTypes)[number];

/** Pictures that a document takes. */
export const kycSides = ["front", "back", "photo_page"] as const;
/** One of {@link kycSides}. */
export type KycSide = (typeof kycSides)[number];

/** Limits of a picture; the service tells its type from the bytes. */
export const kycUploadLimits = {
  maxBytes: 12 * 1024 * 1024,
  chunkBytes: 512 * 1024,
  contentTypes: ["image/jpeg", "image/png", "image/webp"],
} as const;

/** Body of consent: which document, and that the customer agrees to its being read and kept. */
export const giveKycConsent = z.strictObject({
  documentType: z.enum(kycDocumentTypes),
  consent: z.literal(true),
});
export type GiveKycConsent = z.infer<typeof giveKycConsent>;

/** Announces a picture of `sizeBytes`; an earlier one of that side is replaced once this is whole. */
export const beginKycUpload = z.strictObject({
  side: z.enum(kycSides),
  sizeBytes: z.int().check(z.gte(1)),
});
export type BeginKycUpload = z.infer<typeof beginKycUpload>;

/** Something wrong with a picture, in words for the customer. `code` is an open list. */
export const kycPictureProblem = z.object({
  code: z.string(),
  message: z.string(),
  /** False: a warning, the picture is taken all the same. */
  blocking: z.boolean(),
});
export type KycPictureProblem = z.infer<typeof kycPictureProblem>;

/** How far a picture is. `state`: `uploading`, `received` or `refused`; open. */
export const kycUpload = z.object({
  uploadId: z.string(),
  side: z.string(),
  state: z.string(),
  /** Where the next piece begins. */
  offset: z.number(),
  sizeBytes: z.number(),
  problems: z.array(kycPictureProblem),
});
export type KycUpload = z.infer<typeof kycUpload>;

/** One side of the document and its picture; `upload` is null while there is none. */
export const kycSideState = z.object({ side: z.string(), upload: z.nullable(kycUpload) });
export type KycSideState = z.infer<typeof kycSideState>;

/** A check that was made, field by field. `result`: `passed`, `failed`, `unknown`; open. */
export const kycCheck = z.object({ code: z.string(), result: z.string(), message: z.string() });
export type KycCheck = z.infer<typeof kycCheck>;

/** Why a document was not verified, in words for the customer. */
export const kycReason = z.object({ code: z.string(), message: z.string() });
export type KycReason = z.infer<typeof kycReason>;

/** Answer of `POST /v1/client/kyc/handoff`: the link to open on another device, secret after the `#`. */
export const kycHandoff = z.object({ url: z.string(), expiresAt: z.string() });
export type KycHandoff = z.infer<typeof kycHandoff>;

/** How a link to another device stands; `openedAt` is null until it was opened. */
export const kycHandoffState = z.object({
  expiresAt: z.string(),
  openedAt: z.nullable(z.string()),
});
export type KycHandoffState = z.infer<typeof kycHandoffState>;

const progress = {
  /** `none` before anything was begun, else the newest verification's status; open. */
  status: z.string(),
  /** `consent`, `upload`, `submit`, `wait`, `retry` or `none`; open. */
  nextAction: z.string(),
  checks: z.array(kycCheck),
  reasons: z.array(kycReason),
  /** Whether trying again can help and is allowed at all. */
  canRetry: z.boolean(),
  /** When the next try is allowed; null: at once. */
  retryAt: z.nullable(z.string()),
  /** Sides that a retry takes anew; the others are kept. */
  retakeSides: z.array(z.string()),
};

/** Answer of `GET /v1/client/kyc/status`. */
export const kycProgress = z.object(progress);
export type KycProgress = z.infer<typeof kycProgress>;

/** Answer of `GET /v1/client/kyc` and of every step: all that the widget shows next. */
export const kycSession = z.object({
  ...progress,
  kycVerificationId: z.nullable(z.string()),
  operator: z.object({ name: z.string() }),
  /** Null until the customer has chosen. */
  documentType: z.nullable(z.string()),
  documentTypes: z.array(z.string()),
  sides: z.array(kycSideState),
  /** What the customer has to fill in first, so that there is something to compare with. */
  requirements: z.array(requirement),
  /** The link to another device that is alive for this verification; null: none. */
  handoff: z.nullable(kycHandoffState),
  submittedAt: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  serverTime: z.string(),
});
export type KycSession = z.infer<typeof kycSession>;
