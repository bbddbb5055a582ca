import { readErrorReport } from "./channel-error.ts";
import { object, optional, type Read, type ReadOf, size, text } from "./readers.ts";

/**
 * Messages between the page and the frame of any widget. Each widget adds its own
 * (`payment-messages.ts` and others) in four tables: messages and calls, one table per direction. A
 * message is `{ type, …fields }` and gets no answer. A call gets one answer: see peer.ts. Fields
 * may be added (the reader drops unknown ones); names never change their meaning.
 */

const none = object({});

/** Fields of every widget's `init`, the first message on every port. */
export const initFields = { clientSecretKey: text, publishableKey: text, locale: text };

/** Fields of every widget's `update`: what changed since `init`. Typed values stay in the form. */
export const updateFields = { clientSecretKey: optional(text) };

/** Messages from the page to every widget. Each widget adds its `init` and `update`. */
export const pageMessages = {
  /** Moves the focus to the first field. */
  focus: none,
  /** Requests `pong`, to check that the frame's process is alive. */
  ping: none,
};

/** Messages from every widget's frame. */
export const frameMessages = {
  /** Reply to `ping`. */
  pong: none,
  /**
   * The widget can be used. Without `heightPx` it is not laid out yet, and sends `resize` afterwards.
   * `title` names it, in the customer's language.
   */
  ready: object({ heightPx: optional(size), title: optional(text) }),
  resize: object({ heightPx: size }),
  /**
   * Asks the page to scroll the step's heading into view: `topPx` to `bottomPx` below the frame's
   * top edge.
   */
  reveal: object({ topPx: size, bottomPx: size }),
  /** Which step is shown: `card`, `challenge`, `result`, … */
  step: object({ step: text }),
  /** The current status of the intent or form that the secret belongs to. */
  status: object({ status: text }),
  error: object({ error: readErrorReport }),
  /** Escape was pressed and the frame has no use for it. */
  escape: none,
  /**
   * The frame runs but has nothing to show: the session was refused, the service is unreachable, …
   */
  loaderror: object({ error: readErrorReport }),
  /** The frame ignored something, such as a forged message. Contains names only, never contents. */
  trace: object({ name: text, reason: optional(text), origin: optional(text) }),
};

/** Calls from every widget's frame to the page. */
export const frameCalls = {
  /** Gets a new client secret from the operator's function. */
  fetchClientSecretKey: { params: none, answer: object({ clientSecretKey: text }) },
};

/** The messages of one direction. */
export type MessageTable = Record<string, Read<object>>;
/** The calls of one direction. */
export type CallTable = Record<string, { params: Read<object>; answer: Read<object> }>;

/** The four tables of one widget's channel, as types. */
export interface ChannelTables {
  readonly pageMessages: MessageTable;
  readonly pageCalls: CallTable;
  readonly frameMessages: MessageTable;
  readonly frameCalls: CallTable;
}

/** The union of a table's messages, discriminated by `type`. */
export type MessageOf<T extends MessageTable> = {
  [K in keyof T & string]: { type: K } & ReadOf<T[K]>;
}[keyof T & string];
