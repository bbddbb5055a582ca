import type { PaymentPageMessage, PaymentResult } from "#contract/channel/payment-messages";
import type { MainLoader } from "../client/load-main.ts";
import type { CardFields } from "../fields/card-fields.ts";
import type { PaymentPage } from "./page-channel.ts";

/** First message of the page. */
export type PaymentInit = Extract<PaymentPageMessage, { type: "init" }>;

/** What the first script, inside the HTML, leaves for the second one. */
export interface BootResult {
  readonly root: HTMLElement;
  readonly page: PaymentPage;
  readonly fields: CardFields;
  /** Settles at the page's `init` message; never, without a page. */
  readonly init: Promise<PaymentInit>;
  /** The session's response; the request starts as soon as the secret arrives. */
  readonly session: Promise<Response>;
  /** See {@link MainLoader}. */
  readonly need: MainLoader["need"];
  /** Takes over messages and `confirm`. Earlier ones are passed on at once. */
  takeOver(main: PaymentMain): void;
}

/** What the second script does for the page. */
export interface PaymentMain {
  receive(message: PaymentPageMessage): void;
  confirm(): Promise<PaymentResult>;
}

declare global {
  interface Window {
    /** Set by the first script and read by the second, only in our own frame. */
    tesseraPayment?: BootResult;
  }
}
