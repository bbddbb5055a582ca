import {
  type frameCalls,
  frameMessages,
  initFields,
  type MessageOf,
  pageMessages,
  updateFields,
} from "./messages.ts";
import { list, nullable, type ObjectOf, object, optional, text } from "./readers.ts";

/** Messages of the KYC frame, in addition to those of every widget. */

const kycResult = {
  type: text,
  kycVerificationId: text,
  documentType: nullable(text),
  status: text,
  reasons: list(object({ code: text, message: text })),
};

export const readKycResult = object(kycResult);

/**
 * Outcome or current status of a verification, without data from the document. `type` is `success` (verified),
 * `pending` (under manual review), `failed` (rejected) or `expired`. Unknown types, statuses and reasons are passed on
 * unchanged.
 */
export type KycResult = Omit<ObjectOf<typeof kycResult>, "type"> & {
  type: "success" | "pending" | "failed" | "expired" | (string & {});
};

export const kycPageMessages = {
  ...pageMessages,
  /** `documentType`: the only document to accept; if absent, the customer chooses. */
  init: object({ ...initFields, documentType: optional(text) }),
  update: object({ ...updateFields, documentType: optional(text) }),
};

export const kycFrameMessages = {
  ...frameMessages,
  /** The result, sent after each decision, including those of later attempts. */
  complete: object({ result: readKycResult }),
};

export interface KycTables {
  readonly pageMessages: typeof kycPageMessages;
  readonly pageCalls: Record<never, never>;
  readonly frameMessages: typeof kycFrameMessages;
  readonly frameCalls: typeof frameCalls;
}

export type KycPageMessage = MessageOf<typeof kycPageMessages>;
export type KycFrameMessage = MessageOf<typeof kycFrameMessages>;
