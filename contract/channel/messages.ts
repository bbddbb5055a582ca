import { readErrorReport } from "./channel-error.ts";
import {
  flag,
  list,
  nullable,
  type ObjectOf,
  object,
  oneOf,
  optional,
  type Read,
  type ReadOf,
  size,
  text,
  texts,
} from "./readers.ts";

/**
 * Everything that goes over the port between the page and a frame, one table for each direction.
 * Messages are told and forgotten: `{ type, …fields }`. Calls are answered once: see peer.ts.
 * Fields may be added (unknown ones are left behind); names never change their meaning.
 */

const none = object({});

const resultMessage = { code: text, message: text, at: optional(text) };

const paymentResult = {
  type: text,
  paymentIntentId: text,
  paymentId: optional(text),
  status: text,
  messages: list(object(resultMessage)),
};

/** How a payment ended, or where it stands: see PaymentResult. */
export const readPaymentResult = object(paymentResult);

/**
 * How a payment ended, or where it stands. `type` is `success`, `pending`, `failed`, `expired` or
 * `canceled`; one that this version doesn't know is passed on as it is, as are statuses and codes.
 */
export type PaymentResult = Omit<ObjectOf<typeof paymentResult>, "type"> & {
  type: "success" | "pending" | "failed" | "expired" | "canceled" | (string & {});
};

/** Told by the page. */
export const pageMessages = {
  /** First on every port. `submitButton` false: the operator has a button of their own. */
  init: object({
    clientSecretKey: text,
    publishableKey: text,
    locale: text,
    submitButton: flag,
    defaultValues: texts,
    returnUrl: optional(text),
  }),
  /** What changed since `init`; what was typed stays. */
  update: object({
    clientSecretKey: optional(text),
    submitButton: optional(flag),
    defaultValues: optional(texts),
  }),
  /** Put the focus into the first field. */
  focus: none,
  /** The challenge's dialog was left (Escape or the browser's back gesture). */
  challengeCanceled: none,
};

/** Told by a frame. */
export const frameMessages = {
  /** The form can be used; `heightPx` is what it needs. */
  ready: object({ heightPx: size }),
  resize: object({ heightPx: size }),
  change: object({ complete: flag, empty: flag, brand: nullable(text) }),
  /** Which step is shown: `card`, `challenge`, `result`, … */
  step: object({ step: text }),
  /** The intent's status as the frame learnt it. */
  status: object({ status: text }),
  complete: object({ result: readPaymentResult }),
  error: object({ error: readErrorReport }),
  /** Escape was pressed where it means nothing to the frame. */
  escape: none,
  /** The frame runs, but there is nothing to show: session refused, service unreachable, … */
  loaderror: object({ error: readErrorReport }),
  /** Close the challenge's dialog; harmless when none is open. */
  closeChallenge: none,
  /** Something was ignored (a forged message, …): names only, never contents. */
  trace: object({ name: text, reason: optional(text), origin: optional(text) }),
};

/** Asked of a frame by the page. */
export const pageCalls = {
  /**
   * Submits the form, or joins a submission under way. Refusals: `incomplete` (party customer: the
   * frame shows what is missing), whatever else stops it as an ErrorReport.
   */
  confirm: { params: none, answer: readPaymentResult },
};

/** Asked of the page by a frame. */
export const frameCalls = {
  /** A fresh intent's secret, from the operator's `fetchClientSecretKey`. */
  fetchClientSecretKey: { params: none, answer: object({ clientSecretKey: text }) },
  /**
   * Opens the challenge's frame in a dialog of the page and hands it the one port that is
   * transferred along; the page never reads that port (see challenge.ts). Answered when the frame
   * has it; refused with `challenge_blocked` where it could not be opened.
   */
  openChallenge: {
    params: object({ title: text, windowSize: oneOf("01", "02", "03", "04", "05") }),
    answer: none,
  },
};

/** A direction's messages. */
export type MessageTable = Record<string, Read<object>>;
/** A direction's calls. */
export type CallTable = Record<string, { params: Read<object>; answer: Read<object> }>;

/** The union of a table's messages, told apart by `type`. */
export type MessageOf<T extends MessageTable> = {
  [K in keyof T & string]: { type: K } & ReadOf<T[K]>;
}[keyof T & string];

/** A message of the page. */
export type PageMessage = MessageOf<typeof pageMessages>;
/** A message of the payment frame. */
export type FrameMessage = MessageOf<typeof frameMessages>;
