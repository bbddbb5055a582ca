/** Reads the responses of `/v1/client/kyc…` by hand; see widgets/client/responses.ts. */
import { flag, list, nullable, object, optional, type Read, text } from "#contract/channel/readers";
import type { KycHandoff, KycUpload, KycSession as WireSession } from "#contract/client/kyc";
import { readRequirement } from "../steps/read-requirement.ts";
import type { ReadRequirement } from "../steps/steps-api.ts";

/** The session without requirement members that no step knows. */
export type KycSession = Omit<WireSession, "requirements"> & { requirements: ReadRequirement[] };

const bytes: Read<number> = (value) => {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  throw new TypeError("refused");
};

export const readUpload: Read<KycUpload> = object({
  uploadId: text,
  side: text,
  state: text,
  offset: bytes,
  sizeBytes: bytes,
  problems: list(object({ code: text, message: text, blocking: flag })),
});

export const readSession: Read<KycSession> = object({
  status: text,
  nextAction: text,
  checks: list(object({ code: text, result: text, message: text })),
  reasons: list(object({ code: text, message: text })),
  canRetry: flag,
  retryAt: nullable(text),
  retakeSides: list(text),
  kycVerificationId: nullable(text),
  operator: object({ name: text, logo: optional(text) }),
  documentType: nullable(text),
  documentTypes: list(text),
  sides: list(object({ side: text, upload: nullable(readUpload) })),
  requirements: list(readRequirement),
  handoff: nullable(object({ expiresAt: text, openedAt: nullable(text) })),
  submittedAt: nullable(text),
  decidedAt: nullable(text),
  serverTime: text,
});

/** The link to another device. */
export const readHandoff: Read<KycHandoff> = object({ url: text, expiresAt: text });

/** What refusals of this widget's calls carry in addition to their code. */
export const readRefusal = object({ offset: optional(bytes), retryAt: optional(text) });

export type KycRefusal = { readonly offset?: number; readonly retryAt?: string };
