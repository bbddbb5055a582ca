import {
  type frameCalls,
  frameMessages,
  initFields,
  type MessageOf,
  pageMessages,
  updateFields,
} from "./messages.ts";
import { list, type ObjectOf, object, optional, text } from "./readers.ts";

/** Messages between the page and the disbursement frame, in addition to those of every widget. */

const disbursementResult = {
  type: text,
  disbursementIntentId: text,
  disbursementId: optional(text),
  status: text,
  messages: list(object({ code: text, message: text, at: optional(text) })),
};

/** Outcome or current status of a payout: see DisbursementResult. */
export const readDisbursementResult = object(disbursementResult);

/**
 * Outcome or current status of a payout. `type` is `pending` (the customer has finished and can leave
 * the page; the payout needs approval or is being sent), `success`, `failed`, `rejected`, `expired`
 * or `refunded`. Unknown types, statuses and codes are passed on unchanged.
 */
export type DisbursementResult = Omit<ObjectOf<typeof disbursementResult>, "type"> & {
  type: "pending" | "success" | "failed" | "rejected" | "expired" | "refunded" | (string & {});
};

/** Messages from the page. */
export const disbursementPageMessages = {
  ...pageMessages,
  init: object(initFields),
  update: object(updateFields),
};

/** Messages from the disbursement frame. */
export const disbursementFrameMessages = {
  ...frameMessages,
  /** Sent when the customer has finished, and again for each later result. */
  complete: object({ result: readDisbursementResult }),
};

/** The disbursement frame's four tables, as types. */
export interface DisbursementTables {
  readonly pageMessages: typeof disbursementPageMessages;
  readonly pageCalls: Record<never, never>;
  readonly frameMessages: typeof disbursementFrameMessages;
  readonly frameCalls: typeof frameCalls;
}

/** A message from the page to the disbursement frame. */
export type DisbursementPageMessage = MessageOf<typeof disbursementPageMessages>;
/** A message from the disbursement frame. */
export type DisbursementFrameMessage = MessageOf<typeof disbursementFrameMessages>;
