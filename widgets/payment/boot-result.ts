import type { PaymentPageMessage, PaymentResult } from "#contract/channel/payment-messages";
import type { MainLoader } from "../client/load-main.ts";
import type { CardFields } from "../fields/card-fields.ts";
import type { PaymentPage } from "./page-channel.ts";

export type PaymentInit = Extract<PaymentPageMessage, { type: "init" }>;

/** What the first script leaves for the second. */
export interface BootResult {
  readonly root: HTMLElement;
  readonly page: PaymentPage;
  readonly fields: CardFields;
  /** Settles at the page's `init` message; without a page it never settles. */
  readonly init: Promise<PaymentInit>;
  /** The request starts as soon as the secret arrives. */
  readonly session: Promise<Response>;
  readonly need: MainLoader["need"];
  /** Takes over messages and `confirm`; earlier ones are passed on at once. */
  takeOver(main: PaymentMain): void;
}

export interface PaymentMain {
  receive(message: PaymentPageMessage): void;
  confirm(): Promise<PaymentResult>;
}

declare global {
  interface Window {
    /** The first script sets this for the second, only in our own frame. */
    tesseraPayment?: BootResult;
  }
}
