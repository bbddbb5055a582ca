import {
  frameCalls,
  frameMessages,
  initFields,
  type MessageOf,
  pageMessages,
  updateFields,
} from "./messages.ts";
import {
  flag,
  list,
  nullable,
  type ObjectOf,
  object,
  oneOf,
  optional,
  text,
  texts,
} from "./readers.ts";

/** What goes over the port between the page and the payment frame, besides what all widgets say. */

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
export const paymentPageMessages = {
  ...pageMessages,
  /** `submitButton` false: the operator has a button of their own. */
  init: object({
    ...initFields,
    submitButton: flag,
    defaultValues: texts,
    /** Where the customer comes back to from their bank. */
    returnUrl: optional(text),
    /** Whether the bank is opened in a window beside the page; otherwise in the page's place. */
    bankPopup: optional(flag),
  }),
  update: object({
    ...updateFields,
    submitButton: optional(flag),
    defaultValues: optional(texts),
  }),
  /** The challenge's dialog was left (Escape or the browser's back gesture). */
  challengeCanceled: none,
};

/** Told by the payment frame. */
export const paymentFrameMessages = {
  ...frameMessages,
  change: object({ complete: flag, empty: flag, brand: nullable(text) }),
  complete: object({ result: readPaymentResult }),
  /** Close the challenge's dialog; harmless when none is open. */
  closeChallenge: none,
};

/** Asked of the payment frame by the page. */
export const paymentPageCalls = {
  /**
   * Submits the form, or joins a submission under way. Refusals: `incomplete` (party customer: the
   * frame shows what is missing), whatever else stops it as an ErrorReport.
   */
  confirm: { params: none, answer: readPaymentResult },
};

/** Asked of the page by the payment frame. */
export const paymentFrameCalls = {
  ...frameCalls,
  /**
   * Opens the challenge's frame in a dialog of the page and hands it the one port that is
   * transferred along; the page never reads that port (see challenge.ts). Answered when the frame
   * has it; refused with `challenge_blocked` where it could not be opened.
   */
  openChallenge: {
    params: object({ title: text, windowSize: oneOf("01", "02", "03", "04", "05") }),
    answer: none,
  },
  /**
   * Sends the customer to their bank by `url`, an address of the service: in a window of its own
   * (`popup`), in the page's place where that is not asked for or is blocked. Refused with
   * `bank_blocked` for an address of somebody else's.
   */
  openBank: { params: object({ url: text, popup: flag }), answer: none },
};

/** The payment frame's four tables, as types. */
export interface PaymentTables {
  readonly pageMessages: typeof paymentPageMessages;
  readonly pageCalls: typeof paymentPageCalls;
  readonly frameMessages: typeof paymentFrameMessages;
  readonly frameCalls: typeof paymentFrameCalls;
}

/** A message of the page to the payment frame. */
export type PaymentPageMessage = MessageOf<typeof paymentPageMessages>;
/** A message of the payment frame. */
export type PaymentFrameMessage = MessageOf<typeof paymentFrameMessages>;
