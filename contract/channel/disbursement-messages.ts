import {
  type frameCalls,
  frameMessages,
  initFields,
  type MessageOf,
  pageMessages,
  updateFields,
} from "./messages.ts";
import { list, type ObjectOf, object, optional, text } from "./readers.ts";

/** What goes over the port between the page and the disbursement frame, besides what all widgets say. */

const disbursementResult = {
  type: text,
  disbursementIntentId: text,
  disbursementId: optional(text),
  status: text,
  messages: list(object({ code: text, message: text, at: optional(text) })),
};

/** How a payout ended, or where it stands: see DisbursementResult. */
export const readDisbursementResult = object(disbursementResult);

/**
 * How a payout ended, or where it stands. `type` is `pending` (the customer is done: it waits for
 * approval, or is on its way, and the page may be left), `success`, `failed`, `rejected`, `expired`,
 * `refunded`; one that this version doesn't know is passed on as it is, as are statuses and codes.
 */
export type DisbursementResult = Omit<ObjectOf<typeof disbursementResult>, "type"> & {
  type: "pending" | "success" | "failed" | "rejected" | "expired" | "refunded" | (string & {});
};

/** Told by the page. */
export const disbursementPageMessages = {
  ...pageMessages,
  init: object(initFields),
  update: object(updateFields),
};

/** Told by the disbursement frame. */
export const disbursementFrameMessages = {
  ...frameMessages,
  /** Once the customer is done, and again at each end that is heard of. */
  complete: object({ result: readDisbursementResult }),
};

/** The disbursement frame's four tables, as types. */
export interface DisbursementTables {
  readonly pageMessages: typeof disbursementPageMessages;
  readonly pageCalls: Record<never, never>;
  readonly frameMessages: typeof disbursementFrameMessages;
  readonly frameCalls: typeof frameCalls;
}

/** A message of the page to the disbursement frame. */
export type DisbursementPageMessage = MessageOf<typeof disbursementPageMessages>;
/** A message of the disbursement frame. */
export type DisbursementFrameMessage = MessageOf<typeof disbursementFrameMessages>;
