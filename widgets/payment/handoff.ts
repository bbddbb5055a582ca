import type { PaymentPageMessage, PaymentResult } from "#contract/channel/payment-messages";
import type { CardFields } from "../fields/card-fields.ts";
import type { PaymentPage } from "./page-channel.ts";

/** First message of the page. */
export type PaymentInit = Extract<PaymentPageMessage, { type: "init" }>;

/**
 * What the first script, which stands in the HTML, leaves for the second one, which is loaded when
 * the form can be used already.
 */
export interface PaymentHandoff {
  readonly root: HTMLElement;
  readonly page: PaymentPage;
  readonly fields: CardFields;
  /** Settles when the page has said `init`; never, where no page is there. */
  readonly init: Promise<PaymentInit>;
  /** The session's request, begun as soon as the secret was there. */
  readonly session: Promise<Response>;
  /** Takes over messages and `confirm`; what came before is handed over at once. */
  takeOver(main: PaymentMain): void;
}

/** What the second script does for the page. */
export interface PaymentMain {
  receive(message: PaymentPageMessage): void;
  confirm(): Promise<PaymentResult>;
}

declare global {
  interface Window {
    /** Set by the first script and taken by the second. Only in our own frame, never in a page of others. */
    tesseraPayment?: PaymentHandoff;
  }
}
