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
 * Messages between the page and the W-9 frame, in addition to those of every widget. The form is
 * either in a separate window, and the frame polls the service for its status, or the frame shows
 * the form itself in the SDK's dialog.
 */

const w9Result = { type: text, w9Id: text, status: text };

/** Outcome of a W-9: see W9Result. */
export const readW9Result = object(w9Result);

/**
 * Outcome of a W-9. `type` is `completed`, `not_us_person` (the customer declared it; nothing was
 * signed), `canceled` (left unfinished) or `expired` (the link no longer works). Unknown types are
 * passed on unchanged.
 */
export type W9Result = Omit<ObjectOf<typeof w9Result>, "type"> & {
  type: "completed" | "not_us_person" | "canceled" | "expired" | (string & {});
};

/** Messages from the page. */
export const w9PageMessages = {
  ...pageMessages,
  /**
   * The client secret is the link's. `showForm` true: the frame shows the form, no window is open.
   */
  init: object({ ...initFields, showForm: flag }),
  update: object(updateFields),
  /** Whether the window's handle reports closed. With COOP it does so while the window is open. */
  handle: object({ closed: flag }),
};

/** Calls from the page to the frame. */
export const w9PageCalls = {
  /** Reads the form's status from the service, while the window or dialog closes. */
  settle: { params: object({}), answer: readW9Result },
};

/** Messages from the frame. */
export const w9FrameMessages = {
  ...frameMessages,
  /** Sent once. */
  complete: object({ result: readW9Result }),
  /** The customer has finished, or wants to leave the dialog. */
  close: object({ reason: optional(text) }),
};

/** The four tables of the W-9's frame, as types. */
export interface W9Tables {
  readonly pageMessages: typeof w9PageMessages;
  readonly pageCalls: typeof w9PageCalls;
  readonly frameMessages: typeof w9FrameMessages;
  readonly frameCalls: typeof frameCalls;
}

/** A message from the page to the W-9 frame. */
export type W9PageMessage = MessageOf<typeof w9PageMessages>;
/** A message from the W-9 frame. */
export type W9FrameMessage = MessageOf<typeof w9FrameMessages>;
