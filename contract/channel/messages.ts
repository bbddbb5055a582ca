import { readErrorReport } from "./channel-error.ts";
import { object, optional, type Read, type ReadOf, size, text } from "./readers.ts";

/**
 * What goes over the port between the page and a widget's frame, whatever the widget. Each widget adds
 * its own to these (`payment-messages.ts` and its like): four tables, of messages and of calls, one for
 * each direction. Messages are told and forgotten: `{ type, …fields }`. Calls are answered once: see
 * peer.ts. Fields may be added (unknown ones are left behind); names never change their meaning.
 */

const none = object({});

/** Fields of every widget's `init`, which is the first message on every port. */
export const initFields = { clientSecretKey: text, publishableKey: text, locale: text };

/** Fields of every widget's `update`: what changed since `init`. What was typed stays. */
export const updateFields = { clientSecretKey: optional(text) };

/** Told by the page to every widget; each adds its `init` and `update`. */
export const pageMessages = {
  /** Put the focus into the first field. */
  focus: none,
  /** Asks for `pong`: whether the frame's process is alive. */
  ping: none,
};

/** Told by every widget's frame. */
export const frameMessages = {
  /** To each `ping`. */
  pong: none,
  /** The widget can be used; `heightPx` is what it needs. */
  ready: object({ heightPx: size }),
  resize: object({ heightPx: size }),
  /** The step's heading has to be seen: from `topPx` to `bottomPx` below the frame's top edge. */
  reveal: object({ topPx: size, bottomPx: size }),
  /** Which step is shown: `card`, `challenge`, `result`, … */
  step: object({ step: text }),
  /** Where the intent, or whatever the secret names, stands, as the frame learnt it. */
  status: object({ status: text }),
  error: object({ error: readErrorReport }),
  /** Escape was pressed where it means nothing to the frame. */
  escape: none,
  /** The frame runs, but there is nothing to show: session refused, service unreachable, … */
  loaderror: object({ error: readErrorReport }),
  /** Something was ignored (a forged message, …): names only, never contents. */
  trace: object({ name: text, reason: optional(text), origin: optional(text) }),
};

/** Asked of the page by every widget's frame. */
export const frameCalls = {
  /** A fresh client secret, from the operator's function for it. */
  fetchClientSecretKey: { params: none, answer: object({ clientSecretKey: text }) },
};

/** A direction's messages. */
export type MessageTable = Record<string, Read<object>>;
/** A direction's calls. */
export type CallTable = Record<string, { params: Read<object>; answer: Read<object> }>;

/** The four tables of one widget's channel, as types. */
export interface ChannelTables {
  readonly pageMessages: MessageTable;
  readonly pageCalls: CallTable;
  readonly frameMessages: MessageTable;
  readonly frameCalls: CallTable;
}

/** The union of a table's messages, told apart by `type`. */
export type MessageOf<T extends MessageTable> = {
  [K in keyof T & string]: { type: K } & ReadOf<T[K]>;
}[keyof T & string];
