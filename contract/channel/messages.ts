import { readErrorReport } from "./channel-error.ts";
import { object, optional, type Read, type ReadOf, size, text } from "./readers.ts";

/**
 * Messages between the page and any widget's frame. Each widget adds its own (`payment-messages.ts` and others) in four
 * tables: messages and calls, one table per direction. A message is `{ type, …fields }` and gets no answer. A call
 * gets one: see peer.ts. Fields may be added (readers drop unknown ones); names never change their meaning.
 */

const none = object({});

/** Fields of every widget's `init`, the first message on every port. */
export const initFields = { clientSecretKey: text, publishableKey: text, locale: text };

/** Fields of every widget's `update`: what changed since `init`. Typed values stay in the form. */
export const updateFields = { clientSecretKey: optional(text) };

/** Messages from the page. Each widget adds its `init` and `update`. */
export const pageMessages = {
  /** Moves the focus to the first field. */
  focus: none,
  /** Checks that the frame's process is alive. */
  ping: none,
};

/** Messages from the frame. */
export const frameMessages = {
  pong: none,
  /**
   * The widget can be used. Without `heightPx` it has no layout yet, and sends `resize` afterwards. `title` names it,
   * in the customer's language.
   */
  ready: object({ heightPx: optional(size), title: optional(text) }),
  resize: object({ heightPx: size }),
  /** Asks the page to scroll the step's heading into view; pixels below the frame's top edge. */
  reveal: object({ topPx: size, bottomPx: size }),
  /** The step that is shown: `card`, `challenge`, `result`, … */
  step: object({ step: text }),
  status: object({ status: text }),
  error: object({ error: readErrorReport }),
  /** Escape was pressed and the frame does not use it. */
  escape: none,
  /** The frame runs but has nothing to show: session refused, service unreachable, … */
  loaderror: object({ error: readErrorReport }),
  /** The frame ignored something, such as a forged message. Names only, never contents. */
  trace: object({ name: text, reason: optional(text), origin: optional(text) }),
};

/** Calls from the frame. */
export const frameCalls = {
  /** Asks the operator's function for a new client secret. */
  fetchClientSecretKey: { params: none, answer: object({ clientSecretKey: text }) },
};

export type MessageTable = Record<string, Read<object>>;
export type CallTable = Record<string, { params: Read<object>; answer: Read<object> }>;

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
