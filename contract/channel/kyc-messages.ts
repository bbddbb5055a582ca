import {
  type frameCalls,
  frameMessages,
  initFields,
  type MessageOf,
  pageMessages,
  updateFields,
} from "./messages.ts";
import { list, nullable, type ObjectOf, object, optional, text } from "./readers.ts";

/** What goes over the port between the page and the KYC frame, besides what all widgets say. */

const kycResult = {
  type: text,
  kycVerificationId: text,
  documentType: nullable(text),
  status: text,
  reasons: list(object({ code: text, message: text })),
};

/** How a verification ended, or where it stands: see KycResult. */
export const readKycResult = object(kycResult);

/**
 * How a verification ended, or where it stands. `type` is `success` (verified), `pending` (a person
 * looks at it), `failed` (rejected) or `expired`; one that this version doesn't know is passed on as it
 * is, as are statuses and reasons. Nothing that stands in the document is in it.
 */
export type KycResult = Omit<ObjectOf<typeof kycResult>, "type"> & {
  type: "success" | "pending" | "failed" | "expired" | (string & {});
};

/** Told by the page. */
export const kycPageMessages = {
  ...pageMessages,
  /** `documentType`: the one document that is asked for; left out, the customer chooses. */
  init: object({ ...initFields, documentType: optional(text) }),
  update: object({ ...updateFields, documentType: optional(text) }),
};

/** Told by the KYC frame. */
export const kycFrameMessages = {
  ...frameMessages,
  /** After each decision; again when the customer tries again. */
  complete: object({ result: readKycResult }),
};

/** The KYC frame's four tables, as types. */
export interface KycTables {
  readonly pageMessages: typeof kycPageMessages;
  readonly pageCalls: Record<never, never>;
  readonly frameMessages: typeof kycFrameMessages;
  readonly frameCalls: typeof frameCalls;
}

/** A message of the page to the KYC frame. */
export type KycPageMessage = MessageOf<typeof kycPageMessages>;
/** A message of the KYC frame. */
export type KycFrameMessage = MessageOf<typeof kycFrameMessages>;
