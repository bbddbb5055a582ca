import {
  type frameCalls,
  frameMessages,
  initFields,
  type MessageOf,
  pageMessages,
  updateFields,
} from "./messages.ts";
import { list, nullable, type ObjectOf, object, optional, text } from "./readers.ts";

/** Messages between the page and the KYC frame, in addition to those of every widget. */

const kycResult = {
  type: text,
  kycVerificationId: text,
  documentType: nullable(text),
  status: text,
  reasons: list(object({ code: text, message: text })),
};

/** Outcome or current status of a verification: see KycResult. */
export const readKycResult = object(kycResult);

/**
 * Outcome or current status of a verification. `type` is `success` (verified), `pending` (under
 * manual review), `failed` (rejected) or `expired`. Unknown types, statuses and reasons are passed
 * on unchanged. It contains no data from the document.
 */
export type KycResult = Omit<ObjectOf<typeof kycResult>, "type"> & {
  type: "success" | "pending" | "failed" | "expired" | (string & {});
};

/** Messages from the page. */
export const kycPageMessages = {
  ...pageMessages,
  /** `documentType`: the only document to accept; if absent, the customer chooses. */
  init: object({ ...initFields, documentType: optional(text) }),
  update: object({ ...updateFields, documentType: optional(text) }),
};

/** Messages from the KYC frame. */
export const kycFrameMessages = {
  ...frameMessages,
  /** Sent after each decision, including those of later attempts. */
  complete: object({ result: readKycResult }),
};

/** The KYC frame's four tables, as types. */
export interface KycTables {
  readonly pageMessages: typeof kycPageMessages;
  readonly pageCalls: Record<never, never>;
  readonly frameMessages: typeof kycFrameMessages;
  readonly frameCalls: typeof frameCalls;
}

/** A message from the page to the KYC frame. */
export type KycPageMessage = MessageOf<typeof kycPageMessages>;
/** A message from the KYC frame. */
export type KycFrameMessage = MessageOf<typeof kycFrameMessages>;
