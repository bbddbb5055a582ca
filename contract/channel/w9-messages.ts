import {
  type frameCalls,
  frameMessages,
  initFields,
  type MessageOf,
  pageMessages,
  updateFields,
} from "./messages.ts";
import { flag, type ObjectOf, object, optional, text } from "./readers.ts";

/**
 * What goes over the port between the page and the frame of a W-9, besides what all widgets say. The
 * frame either watches over a form that is filled in in a window of its own, and asks the server for
 * it, or shows the form itself, in the SDK's dialog.
 */

const w9Result = { type: text, w9Id: text, status: text };

/** How a W-9 ended: see W9Result. */
export const readW9Result = object(w9Result);

/**
 * How a W-9 ended. `type` is `completed`, `not_us_person` (the customer said so; nothing was signed),
 * `canceled` (left unfinished) or `expired` (the link opens no more); one that this version doesn't know
 * is passed on as it is.
 */
export type W9Result = Omit<ObjectOf<typeof w9Result>, "type"> & {
  type: "completed" | "not_us_person" | "canceled" | "expired" | (string & {});
};

/** Told by the page. */
export const w9PageMessages = {
  ...pageMessages,
  /** The client secret is the link's; `showForm`: there is no window. */
  init: object({ ...initFields, showForm: flag }),
  update: object(updateFields),
  /** What the window's handle says; with COOP it says closed though the window is open. */
  handle: object({ closed: flag }),
};

/** Asked of the frame by the page. */
export const w9PageCalls = {
  /** Where the form stands now, by the server; the window or dialog is being closed. */
  settle: { params: object({}), answer: readW9Result },
};

/** Told by the frame. */
export const w9FrameMessages = {
  ...frameMessages,
  /** Once. */
  complete: object({ result: readW9Result }),
  /** The customer is done with the dialog, or wants to leave it. */
  close: object({ reason: optional(text) }),
};

/** The four tables of the W-9's frame, as types. */
export interface W9Tables {
  readonly pageMessages: typeof w9PageMessages;
  readonly pageCalls: typeof w9PageCalls;
  readonly frameMessages: typeof w9FrameMessages;
  readonly frameCalls: typeof frameCalls;
}

/** A message of the page to the W-9's frame. */
export type W9PageMessage = MessageOf<typeof w9PageMessages>;
/** A message of the W-9's frame. */
export type W9FrameMessage = MessageOf<typeof w9FrameMessages>;
