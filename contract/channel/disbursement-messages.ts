import {
  type frameCalls,
  frameMessages,
  initFields,
  type MessageOf,
  pageMessages,
  updateFields,
} from "./messages.ts";
import { list, type ObjectOf, object, optional, text } from "./readers.ts";

/** Messages of the disbursement frame, in addition to those of every widget. */

const disbursementResult = {
  type: text,
  disbursementIntentId: text,
  disbursementId: optional(text),
  status: text,
  messages: list(object({ code: text, message: text, at: optional(text) })),
};

export const readDisbursementResult = object(disbursementResult);

/**
 * Outcome or current status of a payout. `type` is `pending` (the customer has finished and can leave the page; the
 * payout needs approval or is being sent), `success`, `failed`, `rejected`, `expired` or `refunded`. Unknown types,
 * statuses and codes are passed on unchanged.
 */
export type DisbursementResult = Omit<ObjectOf<typeof disbursementResult>, "type"> & {
  type: "pending" | "success" | "failed" | "rejected" | "expired" | "refunded" | (string & {});
};

export const disbursementPageMessages = {
  ...pageMessages,
  init: object(initFields),
  update: object(updateFields),
};

export const disbursementFrameMessages = {
  ...frameMessages,
  /** The result, sent when the customer has finished, and again for each later one. */
  complete: object({ result: readDisbursementResult }),
};

export interface DisbursementTables {
  readonly pageMessages: typeof disbursementPageMessages;
  readonly pageCalls: Record<never, never>;
  readonly frameMessages: typeof disbursementFrameMessages;
  readonly frameCalls: typeof frameCalls;
}

export type DisbursementFrameMessage = MessageOf<typeof disbursementFrameMessages>;
