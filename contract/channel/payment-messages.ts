/** Messages of the payment frame, in addition to those of every widget. */
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

const none = object({});

const resultMessage = { code: text, message: text, at: optional(text) };

const paymentResult = {
  type: text,
  paymentIntentId: text,
  paymentId: optional(text),
  status: text,
  messages: list(object(resultMessage)),
};

export const readPaymentResult = object(paymentResult);

/**
 * The outcome or current status of a payment. `type` is `success`, `pending`, `failed`, `expired` or `canceled`.
 * Unknown types, statuses and codes are passed on unchanged.
 */
export type PaymentResult = Omit<ObjectOf<typeof paymentResult>, "type"> & {
  type: "success" | "pending" | "failed" | "expired" | "canceled" | (string & {});
};

export const paymentPageMessages = {
  ...pageMessages,
  /** `submitButton` false: the operator's page has its own button. */
  init: object({
    ...initFields,
    submitButton: flag,
    defaultValues: texts,
    /** Where the bank sends the customer back. */
    returnUrl: optional(text),
    /** Opens the bank in a popup; otherwise the bank replaces the page. */
    bankPopup: optional(flag),
  }),
  update: object({
    ...updateFields,
    submitButton: optional(flag),
    defaultValues: optional(texts),
  }),
  /** The customer left the dialog with Escape or the browser's back gesture. */
  challengeCanceled: none,
};

export const paymentFrameMessages = {
  ...frameMessages,
  change: object({ complete: flag, empty: flag, brand: nullable(text) }),
  complete: object({ result: readPaymentResult }),
  /** Closes the challenge's dialog. Harmless when no dialog is open. */
  closeChallenge: none,
};

export const paymentPageCalls = {
  /**
   * Submits the form, or joins a running submission. Refused with `incomplete` (party customer; the frame shows what is
   * missing) or another ErrorReport.
   */
  confirm: { params: none, answer: readPaymentResult },
};

export const paymentFrameCalls = {
  ...frameCalls,
  /**
   * Opens the challenge's frame in a dialog and passes it the transferred port, which the page never reads (see
   * challenge.ts). Answered when the frame has the port; refused with `challenge_blocked` if it could not be opened.
   */
  openChallenge: {
    params: object({ title: text, windowSize: oneOf("01", "02", "03", "04", "05") }),
    answer: none,
  },
  /**
   * Sends the customer to their bank through `url`, an address of the service. Opens a popup if `popup` is set and
   * allowed; otherwise the bank replaces the page. Refused with `bank_blocked` for any other origin.
   */
  openBank: { params: object({ url: text, popup: flag }), answer: none },
};

export interface PaymentTables {
  readonly pageMessages: typeof paymentPageMessages;
  readonly pageCalls: typeof paymentPageCalls;
  readonly frameMessages: typeof paymentFrameMessages;
  readonly frameCalls: typeof paymentFrameCalls;
}

export type PaymentPageMessage = MessageOf<typeof paymentPageMessages>;
export type PaymentFrameMessage = MessageOf<typeof paymentFrameMessages>;
