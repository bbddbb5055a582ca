import {
  type frameCalls,
  frameMessages,
  initFields,
  pageMessages,
  updateFields,
} from "./messages.ts";
import { flag, type ObjectOf, object, optional, text } from "./readers.ts";

/**
 * Messages of the W-9 frame, in addition to those of every widget. Either the form is in a separate window, and the
 * frame polls its status, or the frame shows the form itself in the SDK's dialog.
 */

const w9Result = { type: text, w9Id: text, status: text };

export const readW9Result = object(w9Result);

/**
 * Outcome of a W-9. `type` is `completed`, `not_us_person` (the customer declared it; nothing was signed), `canceled`
 * (left unfinished) or `expired` (the link no longer works). Unknown types are passed on unchanged.
 */
export type W9Result = Omit<ObjectOf<typeof w9Result>, "type"> & {
  type: "completed" | "not_us_person" | "canceled" | "expired" | (string & {});
};

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

export const w9PageCalls = {
  /** Reads the status from the service while the window or dialog closes. */
  settle: { params: object({}), answer: readW9Result },
};

export const w9FrameMessages = {
  ...frameMessages,
  /** The outcome, sent once. */
  complete: object({ result: readW9Result }),
  /** The customer has finished, or wants to leave the dialog. */
  close: object({ reason: optional(text) }),
};

export interface W9Tables {
  readonly pageMessages: typeof w9PageMessages;
  readonly pageCalls: typeof w9PageCalls;
  readonly frameMessages: typeof w9FrameMessages;
  readonly frameCalls: typeof frameCalls;
}
